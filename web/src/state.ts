// What the page shows is in its address, so that it can be shared and the back button works.

export const VIEWS = ['list', 'map', 'compare', 'tree'] as const;
export type View = (typeof VIEWS)[number];

export interface State {
  corpus: string; // empty: the first
  key: string; // empty: nothing was asked yet
  index: string; // empty: the recipe
  where: string; // a filter
  k: number;
  view: View;
  why: string; // the key of the hit that is explained
  fingerprint: number; // whose tree is shown
}

export const USUAL: Readonly<State> = {
  corpus: '',
  key: '',
  index: '',
  where: '',
  k: 10,
  view: 'list',
  why: '',
  fingerprint: 0,
};
export const MOST_HITS = 200;

function wholeNumber(text: string | null, usual: number, least: number, most: number): number {
  if (text === null || !/^\d{1,9}$/.test(text)) return usual;
  return Math.min(most, Math.max(least, Number(text)));
}

// Anybody can write an address: what makes no sense is as if it were not there.
export function parseState(search: string): State {
  const given = new URLSearchParams(search);
  const text = (name: string) => (given.get(name) ?? '').replaceAll('\0', '');
  const view = text('view') as View;
  return {
    corpus: text('corpus'),
    key: text('key'),
    index: text('index'),
    where: text('where'),
    k: wholeNumber(given.get('k'), USUAL.k, 1, MOST_HITS),
    view: VIEWS.includes(view) ? view : USUAL.view,
    why: text('why'),
    fingerprint: wholeNumber(given.get('fingerprint'), USUAL.fingerprint, 0, 1_000_000),
  };
}

// "" or "?..."; what is as usual is left out.
export function formatState(state: State): string {
  const parameters = new URLSearchParams();
  for (const name of Object.keys(USUAL) as (keyof State)[]) {
    if (state[name] !== USUAL[name]) parameters.set(name, String(state[name]));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

// Another page in the same corpus, asked in the same way.
export function about(state: State, key: string): State {
  return { ...state, key, why: '', fingerprint: 0, k: USUAL.k };
}
