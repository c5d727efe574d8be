// One fingerprint as a tree: walks backwards along links, one from each page, that stay together once they meet.
import { useMemo } from 'preact/hooks';
import { get } from './api';
import { FailureBox } from './failure';
import { plural } from './format';
import { RelatedLink, Title } from './name';
import { usePage } from './page';
import { Path } from './path';
import { layoutTree } from './tree_layout';
import type { Index, Member, Walk } from './types';
import { useAnswer } from './use_answer';

const MEMBERS = 40;
const ROW = 28;

function Dendrogram({ members, subject }: { members: Member[]; subject: string }) {
  const marked = members.findIndex((member) => member.key === subject);
  const tree = useMemo(
    () =>
      layoutTree(
        members.map((member) => member.met),
        marked,
      ),
    [members, marked],
  );
  const step = tree.depth > 6 ? 15 : 24;
  const width = Math.max(3, tree.depth) * step + 16;
  const x = (steps: number) => width - 8 - steps * step;
  const y = (leaf: number) => leaf * ROW + ROW / 2;
  const height = members.length * ROW;
  const levels = Array.from({ length: tree.depth + 1 }, (_, i) => i);
  return (
    <div class="dendrogram">
      <svg width={width} height={height + 22} viewBox={`0 0 ${width} ${height + 22}`} aria-hidden="true">
        {levels.map((level) => (
          <g class="level">
            <line x1={x(level)} y1={0} x2={x(level)} y2={height} />
            <text x={x(level)} y={height + 16} text-anchor="middle">
              {level}
            </text>
          </g>
        ))}
        {tree.lines.map((line) => (
          <line
            class={line.marked ? 'branch marked' : 'branch'}
            x1={x(line.x1)}
            y1={y(line.y1)}
            x2={x(line.x2)}
            y2={y(line.y2)}
          />
        ))}
      </svg>
      <ol aria-label="Leaves of the tree">
        {members.map((member) => (
          <li class={member.key === subject ? 'self' : ''}>
            {member.key === subject ? (
              <strong>
                <Title vertex={member} most={80} />
              </strong>
            ) : (
              <RelatedLink vertex={member} />
            )}
            {member.met !== null && (
              <span class="sr"> meets the one before it after {plural(member.met, 'step')}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Stepper({ at, of }: { at: number; of: number }) {
  const { state, go } = usePage();
  const show = (fingerprint: number) =>
    go({ ...state, fingerprint: Math.min(of - 1, Math.max(0, fingerprint)) }, true);
  return (
    <div class="stepper" role="group" aria-label="Fingerprint">
      <button type="button" disabled={at <= 0} aria-label="Fingerprint before" onClick={() => show(at - 1)}>
        ←
      </button>
      <label>
        <span class="sr">Fingerprint</span>
        <input
          type="range"
          min={0}
          max={of - 1}
          value={at}
          aria-valuetext={`fingerprint ${at + 1} of ${of}`}
          onInput={(event) => show(event.currentTarget.valueAsNumber)}
        />
      </label>
      <button
        type="button"
        disabled={at >= of - 1}
        aria-label="Next fingerprint"
        onClick={() => show(at + 1)}
      >
        →
      </button>
      <span class="muted">
        fingerprint {at + 1} of {of}
      </span>
    </div>
  );
}

const WALKING = ['simrank', 'psimrank', 'simrank-lazy'];

// Which index has trees to show: the one that was chosen if it has, or else the first.
export function indexOfWalks(indexes: Index[], chosen: string): Index | undefined {
  const walks = indexes.filter((index) => index.method === 'fingerprints' && WALKING.includes(index.measure));
  return (
    walks.find((index) => index.name === chosen) ??
    walks.find((index) => index.name === 'psimrank') ??
    walks[0]
  );
}

export function Tree({ index }: { index: Index }) {
  const { state, corpus } = usePage();
  const walk = useAnswer(
    (signal) =>
      get<Walk>(
        '/v1/walk',
        {
          corpus: corpus?.name,
          key: state.key,
          index: index.name,
          fingerprint: state.fingerprint,
          k: MEMBERS,
        },
        signal,
      ),
    [corpus?.name, corpus?.generation, state.key, index.name, state.fingerprint],
  );
  if (walk.error) return <FailureBox error={walk.error} retrying={walk.loading} retry={walk.retry} />;
  if (!walk.value) return <p class="loading">Looking …</p>;
  const { value } = walk;
  return (
    <section class="tree" aria-label="Tree of a fingerprint">
      <Stepper at={value.fingerprint} of={value.of} />
      <div class="path-of">
        <span class="muted">In this fingerprint its walk goes</span>
        <Path path={value.path} name="The walk in this fingerprint" />
      </div>
      {value.members.length > 1 ? (
        <Dendrogram members={value.members} subject={value.key} />
      ) : (
        <p class="empty">Nobody meets it in this fingerprint.</p>
      )}
      <p class="caption">
        From each starts one walk backwards along links; walks that meet go on together. Two whose lines join
        after few steps count as similar here; <Title vertex={{ key: index.name, title: '' }} /> takes the
        mean over {plural(value.of, 'fingerprint')}.{' '}
        {value.members.length < value.members_of_tree
          ? `Shown are the ${value.members.length} that are nearest, of ${value.members_of_tree} in its tree.`
          : `All ${value.members_of_tree} of its tree are shown.`}
      </p>
    </section>
  );
}
