// A score as a bar, with whiskers for where it lies in 95% of cases.
import { formatScore } from './format';
import type { Score } from './types';

const percent = (value: number, end: number) => `${Math.min(100, Math.max(0, (100 * value) / end))}%`;

export function ScoreBar({ score, end }: { score: Score; end: number }) {
  const left = percent(score.low, end);
  return (
    <div
      class={score.unsure ? 'bar unsure' : 'bar'}
      aria-hidden="true"
      title={`between ${formatScore(score.low)} and ${formatScore(score.high)} in 95% of cases`}
    >
      <div class="fill" style={{ width: percent(score.score, end) }} />
      {score.high > score.low && (
        <div class="whisker" style={{ left, right: `calc(100% - ${percent(score.high, end)})` }} />
      )}
    </div>
  );
}

// A share of something, without an error.
export function ShareBar({ share, end }: { share: number; end: number }) {
  return (
    <div class="bar share" aria-hidden="true">
      <div class="fill" style={{ width: percent(share, end) }} />
    </div>
  );
}

export function ScoreNumber({ score }: { score: Score }) {
  return (
    <span class="figure">
      {formatScore(score.score)}
      <span class="plusminus" title="about a standard error">
        {' '}
        ±{formatScore(score.error)}
      </span>
    </span>
  );
}

export function Unsure() {
  return (
    <span class="badge" title="The score is so small that it may be chance">
      may be chance
    </span>
  );
}
