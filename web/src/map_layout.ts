// The neighbourhood of a page as a drawing: which pages are in it, where they lie, and where their names fit. The same
// answers always give the same drawing.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import type { SimulationLinkDatum, SimulationNodeDatum } from 'd3-force';
import { shownTitle } from './format';
import type { Hit, Vertex } from './types';

export interface Neighbourhood {
  nodes: (Vertex & { ring: 0 | 1 | 2; score: number })[]; // the page itself, its hits, their hits
  links: { a: number; b: number; score: number }[];
}

export interface Place {
  x: number;
  y: number;
  radius: number;
  label: { x: number; y: number; anchor: 'start' | 'middle' | 'end'; text: string } | null;
}

const MOST_NODES = 48;
const LABEL_LETTERS = 26;
const LABEL_SIZE = 12;

// The hits of `answers[i]` are those of `hits[i]`. Of all of them the closest are taken.
export function gather(centre: Vertex, hits: Hit[], answers: (Hit[] | undefined)[]): Neighbourhood {
  const nodes: Neighbourhood['nodes'] = [{ key: centre.key, title: centre.title, ring: 0, score: 1 }];
  const places = new Map([[centre.key, 0]]);
  const add = (hit: Hit, ring: 1 | 2) => {
    if (places.has(hit.key)) return;
    places.set(hit.key, nodes.length);
    nodes.push({ key: hit.key, title: hit.title, ring, score: hit.score });
  };
  hits.forEach((hit) => add(hit, 1));
  const further = answers.flatMap((answer) => answer ?? []);
  further.sort((x, y) => y.score - x.score || (x.key < y.key ? -1 : 1));
  for (const hit of further) {
    if (nodes.length < MOST_NODES) add(hit, 2);
  }
  const links = new Map<string, Neighbourhood['links'][number]>();
  const connect = (from: string, hit: Hit) => {
    const ends = [places.get(from), places.get(hit.key)];
    if (ends[0] === undefined || ends[1] === undefined || ends[0] === ends[1]) return;
    const [a, b] = [Math.min(ends[0], ends[1]), Math.max(ends[0], ends[1])];
    const known = links.get(`${a} ${b}`);
    links.set(`${a} ${b}`, { a, b, score: Math.max(hit.score, known?.score ?? 0) });
  };
  hits.forEach((hit) => connect(centre.key, hit));
  answers.forEach((answer, i) => answer?.forEach((hit) => connect(hits[i]!.key, hit)));
  return { nodes, links: [...links.values()] };
}

const RADII = [11, 8, 5] as const;

interface Body extends SimulationNodeDatum {
  radius: number;
}

function settle(around: Neighbourhood, width: number, height: number): Body[] {
  const bodies: Body[] = around.nodes.map((node) => ({ radius: RADII[node.ring] }));
  Object.assign(bodies[0]!, { fx: 0, fy: 0 });
  const most = Math.max(...around.links.map((link) => link.score), 1e-9);
  const links: (SimulationLinkDatum<Body> & { score: number })[] = around.links.map((link) => ({
    source: link.a,
    target: link.b,
    score: link.score / most,
  }));
  forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, (typeof links)[number]>(links)
        .distance((link) => 34 + 70 * (1 - link.score))
        .strength((link) => 0.15 + 0.5 * link.score),
    )
    .force('charge', forceManyBody().strength(-190).distanceMax(360))
    .force(
      'collide',
      forceCollide<Body>((body) => body.radius + 9),
    )
    .force('x', forceX(0).strength(0.09 * Math.min(2, height / width)))
    .force('y', forceY(0).strength(0.09 * Math.min(2, width / height)))
    .stop()
    .tick(320);
  return bodies;
}

const MOST_SCALE = 2.6; // a few nodes need not fill the drawing

// Into the middle of the drawing, as large as fits.
function fit(bodies: Body[], width: number, height: number): Place[] {
  const margin = { x: Math.min(90, width * 0.16), y: 28 };
  const span = (values: number[]) => ({ from: Math.min(...values), to: Math.max(...values) });
  const [xs, ys] = [span(bodies.map((body) => body.x!)), span(bodies.map((body) => body.y!))];
  const room = (from: number, to: number, size: number) => (to > from ? size / (to - from) : Infinity);
  const scale = {
    x: Math.min(MOST_SCALE, room(xs.from, xs.to, width - 2 * margin.x)),
    y: Math.min(MOST_SCALE, room(ys.from, ys.to, height - 2 * margin.y)),
  };
  return bodies.map((body) => ({
    x: width / 2 + (body.x! - (xs.from + xs.to) / 2) * scale.x,
    y: height / 2 + (body.y! - (ys.from + ys.to) / 2) * scale.y,
    radius: body.radius,
    label: null,
  }));
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function textWidth(text: string): number {
  return [...text].reduce((sum, c) => sum + (c.codePointAt(0)! >= 0x2e80 ? 1 : 0.56), 0) * LABEL_SIZE;
}

// A name goes to the first side where it covers nothing; if there is none, only a pointer or the focus shows it.
function placeLabels(around: Neighbourhood, places: Place[], width: number, height: number): void {
  const taken: Box[] = places.map(({ x, y, radius }) => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  }));
  places.forEach((place, i) => {
    const text = shownTitle(around.nodes[i]!, LABEL_LETTERS);
    const [wide, gap] = [textWidth(text), place.radius + 4];
    const outwards = place.x < width / 2;
    const sides = [
      { x: place.x + gap, y: place.y + 4, anchor: 'start' as const, left: place.x + gap },
      { x: place.x - gap, y: place.y + 4, anchor: 'end' as const, left: place.x - gap - wide },
      { x: place.x, y: place.y + gap + 10, anchor: 'middle' as const, left: place.x - wide / 2 },
      { x: place.x, y: place.y - gap - 1, anchor: 'middle' as const, left: place.x - wide / 2 },
    ];
    if (outwards) [sides[0], sides[1]] = [sides[1]!, sides[0]!];
    for (const { x, y, anchor, left } of sides) {
      const box = { left, top: y - LABEL_SIZE, right: left + wide, bottom: y + 4 };
      const inside = box.left >= 2 && box.right <= width - 2 && box.top >= 2 && box.bottom <= height - 2;
      if (!inside || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      place.label = { x, y, anchor, text };
      return;
    }
  });
}

export function layoutMap(around: Neighbourhood, width: number, height: number): Place[] {
  const places = fit(settle(around, width, height), width, height);
  placeLabels(around, places, width, height);
  return places;
}

// The nearest node in a direction, for the arrow keys; the same one if there is none.
export function nextPlace(places: Place[], from: number, dx: number, dy: number): number {
  let [best, nearest] = [from, Infinity];
  places.forEach((place, i) => {
    const [x, y] = [place.x - places[from]!.x, place.y - places[from]!.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = along + 2 * aside;
    if (i === from || along <= 0 || aside > 2 * along || cost >= nearest) return;
    [best, nearest] = [i, cost];
  });
  return best;
}
