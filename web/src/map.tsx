// The neighbourhood of a page, drawn. The table says the same; this shows which of the hits belong together.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { post } from './api';
import { FailureBox } from './failure';
import { formatScore, shownTitle } from './format';
import { gather, layoutMap, nextPlace, type Neighbourhood, type Place } from './map_layout';
import { usePage } from './page';
import { about } from './state';
import type { Batch, Related } from './types';
import { useAnswer } from './use_answer';

const HITS = 20;
const FURTHER = 8; // hits of each hit, without a closer look: they are drawn, not told
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

function Label({ place: { label } }: { place: Place }) {
  return (
    label && (
      <text class="label" x={label.x} y={label.y} text-anchor={label.anchor}>
        {label.text}
      </text>
    )
  );
}

// The whole name of the node that is pointed at, over all others, within the drawing.
function Pointed({ place, text, width }: { place: Place; text: string; width: number }) {
  const half = Math.min(width / 2, text.length * 3.6 + 6);
  const x = Math.min(width - half, Math.max(half, place.x));
  const y = place.y > 40 ? place.y - place.radius - 8 : place.y + place.radius + 18;
  return (
    <text class="label pointed" x={x} y={y} text-anchor="middle">
      {text}
    </text>
  );
}

function Drawing({ around, width }: { around: Neighbourhood; width: number }) {
  const { state, go } = usePage();
  const height = Math.round(Math.min(600, Math.max(420, width * 0.6)));
  const places = useMemo(() => layoutMap(around, width, height), [around, width, height]);
  const [current, setCurrent] = useState(0); // the one stop for the Tab key
  const [pointed, setPointed] = useState<number | null>(null);
  const nodes = useRef<(SVGGElement | null)[]>([]);
  useEffect(() => setCurrent(0), [around]);
  const near = useMemo(() => {
    const near = around.nodes.map((_, i) => new Set([i]));
    around.links.forEach(({ a, b }) => {
      near[a]!.add(b);
      near[b]!.add(a);
    });
    return near;
  }, [around]);
  const most = Math.max(...around.links.map((link) => link.score), 1e-9);
  const open = (i: number) => {
    const node = around.nodes[i]!;
    if (node.ring !== 0) go({ ...state, why: state.why === node.key ? '' : node.key });
  };
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      event.stopPropagation();
      const next = nextPlace(places, i, ...arrow);
      setCurrent(next);
      nodes.current[next]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(i);
    } else if (event.key === 'r') {
      go(about(state, around.nodes[i]!.key));
    }
  };
  const dim = (i: number) => pointed !== null && !near[pointed]!.has(i);
  // Those on top come last. The order stays: what moves loses the focus.
  const order = around.nodes.map((_, i) => i).reverse();
  return (
    <svg
      class="map"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Map of what is related. Arrow keys move, Enter explains."
    >
      <g class="edges" aria-hidden="true">
        {around.links.map(({ a, b, score }) => (
          <line
            x1={places[a]!.x}
            y1={places[a]!.y}
            x2={places[b]!.x}
            y2={places[b]!.y}
            class={pointed === null ? '' : pointed === a || pointed === b ? 'near' : 'far'}
            stroke-width={0.6 + 3.4 * (score / most)}
          />
        ))}
      </g>
      {order.map((i) => {
        const [node, place] = [around.nodes[i]!, places[i]!];
        const name = shownTitle(node, 40);
        const chosen = node.ring !== 0 && state.why === node.key;
        return (
          <g
            key={node.key}
            ref={(element) => {
              nodes.current[i] = element;
            }}
            role="button"
            class={`node ring${node.ring}${dim(i) ? ' far' : ''}${chosen ? ' chosen' : ''}`}
            tabIndex={i === current ? 0 : -1}
            data-key={node.key}
            aria-label={
              node.ring === 0
                ? `${name}, which was asked`
                : `Why ${name}? Score ${formatScore(node.score)}${node.ring === 2 ? ' to one of the hits' : ''}`
            }
            onClick={() => open(i)}
            onDblClick={() => go(about(state, node.key))}
            onKeyDown={(event) => onKeyDown(event, i)}
            onFocus={() => {
              setCurrent(i);
              setPointed(i);
            }}
            onBlur={() => setPointed(null)}
            onMouseEnter={() => setPointed(i)}
            onMouseLeave={() => setPointed(null)}
          >
            <circle class="reach" cx={place.x} cy={place.y} r={Math.max(14, place.radius)} />
            <circle class="dot" cx={place.x} cy={place.y} r={place.radius} />
            {pointed !== i && <Label place={place} />}
          </g>
        );
      })}
      <g aria-hidden="true">
        {pointed !== null && (
          <Pointed place={places[pointed]!} text={shownTitle(around.nodes[pointed]!, 60)} width={width} />
        )}
      </g>
    </svg>
  );
}

export function MapView({ related }: { related: Related }) {
  const { state, corpus } = usePage();
  const { element, width } = useWidth();
  const hits = related.hits.slice(0, HITS);
  const keys = hits.map((hit) => hit.key);
  const answer = useAnswer(
    keys.length === 0
      ? null
      : (signal) =>
          post<Batch>(
            '/v1/related',
            {
              corpus: corpus?.name,
              keys,
              k: FURTHER,
              refine: 0,
              ...(state.index === '' ? {} : { index: state.index }),
              ...(state.where === '' ? {} : { where: state.where }),
            },
            signal,
          ),
    [corpus?.name, corpus?.generation, keys.join('\n'), state.index, state.where],
  );
  const around = useMemo(
    () =>
      answer.value &&
      gather(
        related,
        hits,
        answer.value.answers.map((one) => one.hits),
      ),
    [answer.value, related],
  );
  return (
    <section class="map-view" aria-label="Map">
      <div ref={element} class="canvas">
        {answer.error && <FailureBox error={answer.error} retrying={answer.loading} retry={answer.retry} />}
        {!around && !answer.error && <p class="loading">Drawing …</p>}
        {around && width > 0 && <Drawing around={around} width={width} />}
      </div>
      <p class="caption">
        <span class="swatch ring0" /> what you asked about, <span class="swatch ring1" /> its nearest,{' '}
        <span class="swatch ring2" /> and the nearest of those. The thicker a line, the higher the score.
        Choose one to see why; double-click to go there.
      </p>
    </section>
  );
}
