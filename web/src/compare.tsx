// What each index of the corpus says about one page, side by side.
import { useState } from 'preact/hooks';
import { get, type Parameters } from './api';
import { FailureBox } from './failure';
import { aboutMeasure, formatDuration, formatScore, niceEnd, plural } from './format';
import { Name, RelatedLink, Title } from './name';
import { usePage } from './page';
import { ScoreBar } from './score';
import type { Index, Indexes, Related } from './types';
import { useAnswer } from './use_answer';

const HITS = 10;

interface Column {
  index: Index;
  answer: Related;
}

// One after the other, so that a page is no burden to a server.
async function askEach(indexes: Index[], parameters: Parameters, signal: AbortSignal): Promise<Column[]> {
  const columns: Column[] = [];
  for (const index of indexes) {
    columns.push({
      index,
      answer: await get<Related>('/v1/related', { ...parameters, index: index.name, k: HITS }, signal),
    });
  }
  return columns;
}

function IndexColumn({
  column,
  seen,
  pointed,
  point,
}: {
  column: Column;
  seen: Map<string, number>;
  pointed: string | null;
  point: (key: string | null) => void;
}) {
  const { hits, microseconds } = column.answer;
  const end = niceEnd(hits.map((hit) => hit.high));
  return (
    <section class="column" aria-label={column.index.name}>
      <h2>
        <Name text={column.index.name} most={40} />
      </h2>
      <p class="facts">
        {aboutMeasure(column.index.measure)}
        <br />
        {column.index.method}, {formatDuration(microseconds)}
      </p>
      {hits.length === 0 && <p class="empty">nothing</p>}
      <ol>
        {hits.map((hit) => (
          <li
            class={`${pointed === hit.key ? 'same' : ''} ${seen.get(hit.key) === 1 ? 'only' : ''}`}
            onMouseEnter={() => point(hit.key)}
            onMouseLeave={() => point(null)}
            onFocusIn={() => point(hit.key)}
            onFocusOut={() => point(null)}
          >
            <div class="compared">
              <RelatedLink vertex={hit}>
                <Title vertex={hit} most={70} />
              </RelatedLink>
              <span class="figure">{formatScore(hit.score)}</span>
            </div>
            <ScoreBar score={hit} end={end} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Compare({ indexes }: { indexes: Indexes }) {
  const { state, corpus } = usePage();
  const [pointed, point] = useState<string | null>(null);
  const names = indexes.indexes.map((index) => index.name).join('\n');
  const columns = useAnswer(
    (signal) =>
      askEach(
        indexes.indexes,
        { corpus: corpus?.name, key: state.key, where: state.where || undefined },
        signal,
      ),
    [corpus?.name, corpus?.generation, names, state.key, state.where],
  );
  if (columns.error)
    return <FailureBox error={columns.error} retrying={columns.loading} retry={columns.retry} />;
  if (!columns.value)
    return <p class="loading">Asking {plural(indexes.indexes.length, 'index', 'indexes')} …</p>;
  const seen = new Map<string, number>();
  for (const { answer } of columns.value) {
    for (const hit of answer.hits) seen.set(hit.key, (seen.get(hit.key) ?? 0) + 1);
  }
  return (
    <section class="compare" aria-label="Measures side by side">
      <div class="columns">
        {columns.value.map((column) => (
          <IndexColumn key={column.index.name} column={column} seen={seen} pointed={pointed} point={point} />
        ))}
      </div>
      <p class="caption">
        Bars have the scale of their column: scores of different measures are not comparable. Pale names are
        in one column only.
      </p>
    </section>
  );
}
