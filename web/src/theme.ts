// Light or dark: as the system says, unless the switch was used.
import { keptForGood } from './kept';

const THEME = 'akin-theme';

export type Theme = 'light' | 'dark';

const system = window.matchMedia('(prefers-color-scheme: dark)');

function chosen(): Theme | null {
  const kept = keptForGood.get(THEME);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

export function currentTheme(): Theme {
  return chosen() ?? (system.matches ? 'dark' : 'light');
}

function apply(): void {
  document.documentElement.dataset.theme = currentTheme();
}

export function followTheme(): void {
  apply();
  system.addEventListener('change', apply);
}

// Back to what the system says as soon as that is the same.
export function switchTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  keptForGood.set(THEME, (next === 'dark') === system.matches ? '' : next);
  apply();
  return next;
}
