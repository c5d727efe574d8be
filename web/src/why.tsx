// Why a page is related to another: what each part of the score is made of.
import { useEffect, useRef } from 'preact/hooks';
import { get, targetOf } from './api';
import { FailureBox } from './failure';
import { formatCount, formatScore, plural, shownTitle } from './format';
import { Name, OpenLink, RelatedLink, Title } from './name';
import { closeWhy, usePage } from './page';
import { Path } from './path';
import { ShareBar, Unsure } from './score';
import type { Explained, Part, Reasons, Score, TermReason, Vertex, VertexReason } from './types';
import { useAnswer } from './use_answer';

const READINGS: Record<string, string> = {
  'first meetings':
    'Random walks go from both, each to a place that links to it, from there to one that links to that, and so on. Below is where they first met.',
  'last meetings':
    'Random walks go from both, each to a place that links to it, from there to one that links to that, and so on. Below is where they met for the last time.',
  'common members': 'These lead to both within a few links.',
  'common sources': 'From these, walks of the same length lead to both.',
  'shared terms': 'Both pages have these words, or links to both do. Words are shown by their stem.',
};
const REASONS = 8; // of each part
const SAME = 0.005; // a difference that is none
const MANY = 0.8; // the share of the rest from which on no reason stands out

function timesAndSteps({ count, steps }: VertexReason): string {
  const after = steps === 0 ? 'at once' : `after ${plural(steps, 'step')}`;
  if (!count) return steps === 0 ? 'one of the two' : `${plural(steps, 'step')} away`;
  return count === 1 ? `once, ${after}` : `${count} times, first ${after}`;
}

function VertexRow({ reason, end }: { reason: VertexReason; end: number }) {
  return (
    <li class="reason">
      <div class="reason-head">
        <RelatedLink vertex={reason} />
        <span class="figure">{formatScore(reason.contribution)}</span>
      </div>
      <ShareBar share={reason.contribution} end={end} />
      <details>
        <summary>{timesAndSteps(reason)}</summary>
        <p class="facts">← is read “is linked to by”</p>
        <Path path={reason.paths.a} name="From what was asked" />
        <Path path={reason.paths.b} name="From the hit" />
      </details>
    </li>
  );
}

function TermRow({ reason, end }: { reason: TermReason; end: number }) {
  const share = (weight: number) => `${(100 * weight).toFixed(1)}%`;
  return (
    <li class="term" title={`${share(reason.weight.a)} of the one, ${share(reason.weight.b)} of the other`}>
      <span class="word">
        <Name text={reason.term} most={40} />
      </span>
      <ShareBar share={reason.contribution} end={end} />
      <span class="figure">{formatScore(reason.contribution)}</span>
    </li>
  );
}

function ReasonList({ reasons, rest, score }: Reasons & { score: number }) {
  if (reasons.length === 0) return <p class="facts">Nothing that they have in common was found.</p>;
  const end = Math.max(1e-12, ...reasons.map((reason) => reason.contribution));
  const terms = reasons.every((reason) => reason.kind === 'term');
  return (
    <>
      <ol class={terms ? 'reasons terms' : 'reasons'}>
        {reasons.map((reason) =>
          reason.kind === 'term' ? (
            <TermRow reason={reason} end={end} />
          ) : (
            <VertexRow reason={reason} end={end} />
          ),
        )}
      </ol>
      {rest.reasons > 0 && (
        <p class="facts">
          {rest.contribution > MANY * score ? 'Many add a little each: ' : ''}
          {formatCount(rest.reasons)} more, {formatScore(rest.contribution)} together
        </p>
      )}
    </>
  );
}

// What the numbers of a part come from.
function factsOf(part: Part, alone: boolean): string[] {
  const facts: string[] = [];
  if (!alone)
    facts.push(
      `${formatScore(part.weight * part.score)} of the score, at weight ${Number(part.weight.toFixed(3))}`,
    );
  const { fingerprints, more } = part;
  if (fingerprints)
    facts.push(
      `${part.reading.endsWith('meetings') ? 'they met' : 'they agree'} in ${formatCount(fingerprints.met)} of ${plural(fingerprints.used, 'fingerprint')}`,
    );
  if (more?.exact) facts.push(`exactly it is ${formatScore(more.score)}, made up as follows`);
  else if (more)
    facts.push(
      `${plural(more.fingerprints ?? 0, 'more')} walked for this: ${formatScore(more.score)}, made up as follows`,
    );
  return facts;
}

function PartSection({ part, alone }: { part: Part; alone: boolean }) {
  const look = part.more ?? part;
  return (
    <section class="part">
      <h3>
        <Name text={part.index} most={60} />
        <span class="figure">{formatScore(part.score)}</span>
      </h3>
      <p class="facts">{factsOf(part, alone).join('; ')}</p>
      <p class="reading" title={part.meaning}>
        {READINGS[part.reading] ?? <Name text={part.meaning} most={400} />}
      </p>
      <ReasonList reasons={look.reasons} rest={look.rest} score={look.score} />
    </section>
  );
}

function PartsBar({ parts }: { parts: Part[] }) {
  const total = parts.reduce((sum, part) => sum + part.weight * part.score, 0);
  if (parts.length < 2 || total <= 0) return null;
  return (
    <div class="parts" aria-hidden="true">
      {parts.map((part) => (
        <div style={{ flexGrow: (part.weight * part.score) / total }}>
          <span>{part.index}</span>
        </div>
      ))}
    </div>
  );
}

// A list looks closer at its hits; what is explained is the estimate without that.
function closerLook(told: Explained, hit: Score | null): string {
  if (!hit || Math.abs(hit.score - told.score) < SAME * told.score) return '';
  return `The list looks closer, and has ${formatScore(hit.score)}. Explained is the estimate before that.`;
}

function Explanation({ told, hit }: { told: Explained; hit: Score | null }) {
  const closer = closerLook(told, hit);
  return (
    <>
      <p class="total">
        <span class="figure">{formatScore(told.score)}</span>
        <span class="muted">
          {' '}
          between {formatScore(told.low)} and {formatScore(told.high)}
        </span>
        {told.unsure && <Unsure />}
      </p>
      {closer !== '' && <p class="facts closer">{closer}</p>}
      <PartsBar parts={told.parts} />
      {told.parts.map((part) => (
        <PartSection key={part.index} part={part} alone={told.parts.length === 1} />
      ))}
    </>
  );
}

export function Why({ subject, other, hit }: { subject: Vertex; other: Vertex; hit: Score | null }) {
  const { state, corpus, go } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const parameters = {
    corpus: corpus?.name,
    a: subject.key,
    b: other.key,
    index: state.index || undefined,
    k: REASONS,
  };
  const asked = targetOf('/v1/explain', parameters);
  const told = useAnswer(
    async (signal) => ({ asked, explained: await get<Explained>('/v1/explain', parameters, signal) }),
    [corpus?.name, corpus?.generation, subject.key, other.key, state.index],
  );
  useEffect(() => heading.current?.focus(), [other.key]);
  // Until there is an answer about these two, that of others is none.
  const explained = told.value?.asked === asked ? told.value.explained : null;
  const vertex = explained?.b ?? other;
  return (
    <aside class="why" aria-label={`Why ${shownTitle(vertex, 60)}?`}>
      <header>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            <span class="muted">Why</span> <Title vertex={vertex} most={110} />?
          </h2>
          <p class="links">
            <RelatedLink vertex={vertex} class="button">
              Related to this →
            </RelatedLink>
            <OpenLink vertex={vertex} class="button">
              Open the page ↗
            </OpenLink>
          </p>
        </div>
        <button
          type="button"
          class="close"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => closeWhy({ state, go })}
        >
          ×
        </button>
      </header>
      {told.error && <FailureBox error={told.error} retrying={told.loading} retry={told.retry} />}
      {!told.error &&
        (explained ? <Explanation told={explained} hit={hit} /> : <p class="loading">Looking …</p>)}
    </aside>
  );
}
