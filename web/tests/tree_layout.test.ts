import { describe, expect, it } from 'vitest';
import { layoutTree, type Line } from '../src/tree_layout';

// Which leaves lines up to `steps` connect: what a reader of the drawing sees.
function connected(lines: Line[], leaves: number, steps: number): number[] {
  const group = new Map<string, string>();
  const find = (point: string): string => {
    const next = group.get(point) ?? point;
    return next === point ? point : find(next);
  };
  const join = (a: string, b: string) => group.set(find(a), find(b));
  const within = lines.filter((line) => Math.max(line.x1, line.x2) <= steps);
  for (const line of within) join(`${line.x1} ${line.y1}`, `${line.x2} ${line.y2}`);
  for (const upright of within.filter((line) => line.x1 === line.x2)) {
    for (const level of within.filter((line) => line.x1 !== line.x2 && line.x2 === upright.x1)) {
      const [low, high] = [Math.min(upright.y1, upright.y2), Math.max(upright.y1, upright.y2)];
      if (level.y2 >= low && level.y2 <= high) join(`${level.x2} ${level.y2}`, `${upright.x1} ${upright.y1}`);
    }
  }
  return Array.from({ length: leaves }, (_, i) => find(`0 ${i}`)).map((one, _, all) => all.indexOf(one));
}

// Leaves i < j have met after `steps` if all labels between them are at most that.
function expected(met: (number | null)[], steps: number): number[] {
  return met.map((_, j) => {
    let first = j;
    while (first > 0 && met[first] !== null && met[first]! <= steps) --first;
    return first;
  });
}

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

describe('a dendrogram', () => {
  it('joins exactly those that have met, at every step', () => {
    for (let seed = 1; seed <= 200; ++seed) {
      const next = random(seed);
      const leaves = 1 + Math.floor(next() * 12);
      const met = Array.from({ length: leaves }, (_, i) =>
        i === 0 || next() < 0.15 ? null : 1 + Math.floor(next() * 5),
      );
      const { lines, depth } = layoutTree(met, Math.floor(next() * leaves));
      for (let steps = 0; steps <= depth; ++steps) {
        expect(connected(lines, leaves, steps), JSON.stringify({ met, steps })).toEqual(expected(met, steps));
      }
    }
  });
  it('marks the way from one leaf to the root, without a gap', () => {
    const { lines, depth } = layoutTree([null, 1, 3, 2, 5], 3);
    const marked = lines.filter((line) => line.marked);
    expect(depth).toBe(5);
    let [x, y] = [0, 3];
    for (const line of marked) {
      expect([line.x1, line.y1]).toEqual([x, y]);
      [x, y] = [line.x2, line.y2];
    }
    expect(x).toBe(5);
    expect(lines.slice(-marked.length).every((line) => line.marked)).toBe(true);
  });
  it('joins at once those who meet at the same time', () => {
    const { lines } = layoutTree([null, 2, 2, 2], -1);
    expect(lines.filter((line) => line.x1 === line.x2)).toHaveLength(1);
    expect(lines.filter((line) => line.x1 !== line.x2)).toHaveLength(4);
  });
  it('is empty for a page alone', () => {
    expect(layoutTree([null], 0)).toEqual({ lines: [], depth: 0 });
    expect(layoutTree([], -1)).toEqual({ lines: [], depth: 0 });
  });
});
