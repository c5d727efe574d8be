// What all parts of the page share: what it shows, and how to go elsewhere.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Corpus } from './types';
import { formatState, type State } from './state';

export interface Page {
  state: State;
  corpus: Corpus | null; // the one that is asked
  go: (next: State, replace?: boolean) => void;
  refresh: () => void; // the corpora have changed on the server
  say: (text: string) => void; // to those who listen instead of looking
}

export const PageContext = createContext<Page>(null!);

export function usePage(): Page {
  return useContext(PageContext);
}

export function addressOf(state: State): string {
  return formatState(state) || '/';
}

// For links: a plain click goes there without loading the page anew; others are the browser's.
export function followWith(go: Page['go'], next: State) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(next);
  };
}

// Closing what explains a hit brings the focus back to the hit, in the table or the map.
export function closeWhy({ state, go }: Pick<Page, 'state' | 'go'>): void {
  go({ ...state, why: '' });
  requestAnimationFrame(() => {
    const hit = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(state.why)}"]`);
    (hit?.querySelector<HTMLElement>('.hit-title') ?? hit)?.focus();
  });
}
