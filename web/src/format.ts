// How numbers and names are shown.
import type { Vertex } from './types';

export function formatScore(score: number): string {
  if (score === 0 || Math.abs(score) >= 0.0005) return score.toFixed(3);
  return Math.abs(score) >= 1e-6 ? score.toPrecision(1) : score.toExponential(0).replace('e-', 'e−');
}

export function formatDuration(microseconds: number): string {
  if (microseconds < 1000) return `${Math.round(microseconds)} µs`;
  if (microseconds < 100_000) return `${(microseconds / 1000).toFixed(1)} ms`;
  if (microseconds < 1_000_000) return `${Math.round(microseconds / 1000)} ms`;
  return `${(microseconds / 1e6).toFixed(1)} s`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

// Characters that show nothing, or that change how others are shown. Joiners stay: scripts need them.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const MANY_MARKS = /(\p{M}{3})\p{M}+/gu;

// A name as it can safely be shown: names come from strangers. No longer than `most` characters.
export function shownName(name: string, most = 160): string {
  const plain = name
    .slice(0, most * 8)
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(HIDDEN, (c) => `⟨U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replace(MANY_MARKS, '$1');
  const letters = [...plain];
  if (letters.length <= most && name.length <= most * 8) return plain;
  return `${letters.slice(0, most).join('')}…`;
}

export function shownTitle(vertex: Vertex, most?: number): string {
  return shownName(vertex.title.trim() === '' ? vertex.key : vertex.title, most);
}

// The address of the page that a name is, if it is one that a browser can open.
export function pageAddress(key: string): string | null {
  if (!/^https?:\/\//i.test(key)) return null;
  try {
    const url = new URL(key);
    return url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}

// The end of an axis from 0 that contains all of them, a round number of at most 1 if all are.
export function niceEnd(values: number[]): number {
  const most = Math.max(0, ...values);
  if (most <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  const end = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((e) => e >= most * 0.999)!;
  return most <= 1 ? Math.min(1, end) : end;
}

// The beginnings of words in `text` that were typed, as pieces in turn: plain, marked, plain, ...
export function markTyped(text: string, typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const lower = text.toLowerCase();
  if (words.length === 0 || lower.length !== text.length) return [text];
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      const before = at === 0 ? '' : text[at - 1]!;
      const isStart = !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(text[at]!));
      if (isStart) marked.fill(true, at, at + word.length);
    }
  }
  const pieces: string[] = [];
  let begin = 0;
  for (let i = 0; i <= text.length; ++i) {
    if (i < text.length && marked[i] === (pieces.length % 2 === 1)) continue;
    pieces.push(text.slice(begin, i));
    begin = i;
  }
  return pieces;
}

const MEASURES: Record<string, string> = {
  simrank: 'who links to them is similar',
  psimrank: 'the same pages link to them, or similar ones',
  xjaccard: 'the same pages lead to them',
  'simrank-lazy': 'who links to them is similar',
  'cosine-simrank': 'walks from them lead to the same places',
  text: 'they use the same words',
};

// What a measure calls similar, in a few words; empty for one that is not known here.
export function aboutMeasure(measure: string): string {
  return MEASURES[measure] ?? '';
}
