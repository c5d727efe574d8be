import { describe, expect, it } from 'vitest';
import { gather, layoutMap, nextPlace, type Place } from '../src/map_layout';
import type { Hit } from '../src/types';

const hit = (key: string, score: number): Hit => ({
  key,
  title: `Title of ${key}`,
  score,
  error: 0,
  low: score,
  high: score,
  unsure: false,
});
const centre = { key: 'c', title: 'Centre' };
const hits = Array.from({ length: 20 }, (_, i) => hit(`h${i}`, 0.5 - i / 50));
const answers = hits.map((_, i) =>
  Array.from({ length: 8 }, (_, j) => hit(j < 3 ? `h${(i + j + 1) % 20}` : `x${i}.${j}`, 0.4 - j / 30)),
);

describe('the neighbourhood', () => {
  it('has the page, its hits, and the closest of theirs', () => {
    const around = gather(centre, hits, answers);
    expect(around.nodes[0]).toMatchObject({ key: 'c', ring: 0 });
    expect(around.nodes.filter((node) => node.ring === 1)).toHaveLength(20);
    expect(around.nodes.length).toBeLessThanOrEqual(60);
    expect(new Set(around.nodes.map((node) => node.key)).size).toBe(around.nodes.length);
    for (const { a, b } of around.links) expect(a).toBeLessThan(b);
    expect(new Set(around.links.map(({ a, b }) => `${a} ${b}`)).size).toBe(around.links.length);
  });
  it('leaves out answers that failed, and pages that name themselves', () => {
    const around = gather(centre, hits.slice(0, 2), [undefined, [hit('h1', 1), hit('c', 0.9)]]);
    expect(around.nodes.map((node) => node.key)).toEqual(['c', 'h0', 'h1']);
    expect(around.links).toEqual([
      { a: 0, b: 1, score: 0.5 },
      { a: 0, b: 2, score: 0.9 },
    ]);
  });
});

describe('the drawing', () => {
  for (const [width, height] of [
    [1198, 600],
    [330, 420],
  ] as const) {
    it(`is the same every time, and inside ${width} x ${height}`, () => {
      const around = gather(centre, hits, answers);
      const places = layoutMap(around, width, height);
      expect(layoutMap(gather(centre, hits, answers), width, height)).toEqual(places);
      for (const { x, y, radius } of places) {
        expect(x - radius).toBeGreaterThan(0);
        expect(x + radius).toBeLessThan(width);
        expect(y - radius).toBeGreaterThan(0);
        expect(y + radius).toBeLessThan(height);
      }
    });
  }
  it('covers no node by another', () => {
    const places = layoutMap(gather(centre, hits, answers), 1198, 600);
    places.forEach((a, i) =>
      places.slice(i + 1).forEach((b) => {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(Math.max(a.radius, b.radius));
      }),
    );
    expect(places[0]!.label).not.toBeNull();
  });
  it('can be of one page', () => {
    const [place] = layoutMap(gather(centre, [], []), 400, 400);
    expect(place).toMatchObject({ x: 200, y: 200 });
  });
});

describe('the arrow keys', () => {
  const at = (x: number, y: number): Place => ({ x, y, radius: 5, label: null });
  const places = [at(0, 0), at(10, 0), at(20, 1), at(0, 10), at(-10, -1)];
  it('go to the next node in their direction', () => {
    expect(nextPlace(places, 0, 1, 0)).toBe(1);
    expect(nextPlace(places, 1, 1, 0)).toBe(2);
    expect(nextPlace(places, 0, 0, 1)).toBe(3);
    expect(nextPlace(places, 0, -1, 0)).toBe(4);
  });
  it('stay where there is none', () => {
    expect(nextPlace(places, 2, 1, 0)).toBe(2);
    expect(nextPlace(places, 0, 0, -1)).toBe(0);
  });
});
