// All about one page: its name, the views of what is related to it, and why.
import { useEffect, useRef } from 'preact/hooks';
import { get, readToken, targetOf, vertexPath, type Parameters } from './api';
import { Compare } from './compare';
import { FailureBox } from './failure';
import { Filters } from './filters';
import { formatDuration, plural, shownTitle } from './format';
import { MapView } from './map';
import { AttributeList, Name, OpenLink, Title } from './name';
import { addressOf, followWith, usePage } from './page';
import { Results } from './results';
import { about, type View } from './state';
import { indexOfWalks, Tree } from './tree';
import type { Attribute, Described, Indexes, Related, Vertex } from './types';
import { useAnswer } from './use_answer';
import { correctWhere } from './where';
import { Why } from './why';

const LABELS: Record<View, string> = { list: 'Related', map: 'Map', compare: 'Measures', tree: 'Tree' };

function Views({ views }: { views: View[] }) {
  const { state, go } = usePage();
  return (
    <nav class="views" aria-label="Views">
      {views.map((view) => {
        const next = { ...state, view };
        return (
          <a
            href={addressOf(next)}
            aria-current={state.view === view ? 'page' : undefined}
            onClick={followWith(go, next)}
          >
            {LABELS[view]}
          </a>
        );
      })}
    </nav>
  );
}

function Heading({ vertex, described }: { vertex: Vertex; described: Described | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${shownTitle(vertex, 60)} · akin`;
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [vertex.key]);
  return (
    <div class="subject">
      <h1 ref={heading} tabIndex={-1}>
        <Title vertex={vertex} /> <OpenLink vertex={vertex} />
      </h1>
      <p class="muted">
        {vertex.title.trim() !== '' && (
          <span class="key">
            <Name text={vertex.key} />
          </span>
        )}
        {described && (
          <span class="degrees">
            {plural(described.in_links, 'in-link')}, {plural(described.out_links, 'out-link')}
          </span>
        )}
        <AttributeList attributes={described?.attributes} />
      </p>
    </div>
  );
}

function AnsweredBy({ related, parameters }: { related: Related; parameters: Parameters }) {
  const counts = Object.values(related.fingerprints);
  const same = counts.every((count) => count === counts[0]);
  return (
    <p class="answered">
      <Name text={related.index} most={120} /> answered in {formatDuration(related.microseconds)}
      {counts.length > 0 &&
        same &&
        `, from ${plural(counts[0]!, 'fingerprint')}${counts.length > 1 ? ' each' : ''}`}
      {related.shed && ', with less effort than usual, because many wait'}
      {readToken() === '' && (
        <>
          {' '}
          · <a href={targetOf('/v1/related', parameters)}>as JSON</a>
        </>
      )}
    </p>
  );
}

export function Subject({
  indexes,
  attributes,
  seeing,
}: {
  indexes: Indexes | null;
  attributes: Attribute[];
  seeing: (views: View[]) => void; // tells which views there are
}) {
  const { state, corpus, go, say, refresh } = usePage();
  const k = state.view === 'map' ? Math.max(20, state.k) : state.k;
  const parameters = {
    corpus: corpus!.name,
    key: state.key,
    k,
    index: state.index || undefined,
    where: state.where || undefined,
    attributes: attributes.length > 0 ? 'true' : undefined,
  };
  const depends = [corpus!.name, corpus!.generation, state.key];
  const related = useAnswer(
    (signal) => get<Related>('/v1/related', parameters, signal),
    [...depends, state.index, state.where, k, attributes.length > 0],
  );
  const key = related.value?.key ?? '';
  const described = useAnswer(
    key === '' ? null : (signal) => get<Described>(vertexPath(key), { corpus: corpus!.name }, signal),
    [corpus!.name, corpus!.generation, key],
  );
  const walks = indexes && indexOfWalks(indexes.indexes, state.index);
  const views: View[] = ['list', 'map'];
  if (indexes && indexes.indexes.length > 1) views.push('compare');
  if (walks) views.push('tree');
  const view = views.includes(state.view) ? state.view : 'list';
  useEffect(() => seeing(views), [views.join()]);
  useEffect(() => {
    if (!related.value) return;
    say(plural(related.value.hits.length, 'hit'));
    if (related.value.corpus === corpus!.name && related.value.generation !== corpus!.generation) refresh();
  }, [related.value]);

  if (related.error) {
    return (
      <main class="subject-page">
        {state.where !== '' && <Filters attributes={attributes} passing={undefined} />}
        <FailureBox
          alone
          error={related.error}
          retrying={related.loading}
          retry={related.retry}
          choose={(one) => {
            const { parameter, code, message } = related.error!.failure;
            if (parameter === 'index' || code === 'no_index') go({ ...state, index: one });
            else if (parameter === 'corpus') go({ ...state, corpus: one });
            else if (parameter === 'where')
              go({ ...state, where: correctWhere(state.where, message, one) ?? state.where });
            else go(about(state, one));
          }}
        />
      </main>
    );
  }
  const { value } = related;
  if (!value)
    return (
      <main class="subject-page">
        <p class="loading">Looking …</p>
      </main>
    );
  const hit = value.hits.find((one) => one.key === state.why) ?? null;
  const other = state.why === '' ? null : (hit ?? { key: state.why, title: '' });
  const explains = other && (view === 'list' || view === 'map');
  return (
    <main class={`subject-page${related.loading ? ' waiting' : ''}`}>
      <Heading vertex={value} described={described.value?.key === value.key ? described.value : null} />
      <Views views={views} />
      <Filters attributes={attributes} passing={value.passing} />
      <div class={explains ? 'split' : 'whole'}>
        <div class="view">
          {view === 'list' && <Results related={value} />}
          {view === 'map' && <MapView related={value} />}
          {view === 'compare' && <Compare indexes={indexes!} />}
          {view === 'tree' && walks && <Tree index={walks} />}
          {(view === 'list' || view === 'map') && <AnsweredBy related={value} parameters={parameters} />}
        </div>
        {explains && <Why subject={value} other={other} hit={hit} />}
      </div>
    </main>
  );
}
