import { expect, it } from 'vitest';
import { keptForGood, keptInTab } from '../src/kept';

it('keeps in memory what the browser does not keep', () => {
  for (const kept of [keptInTab, keptForGood]) {
    // here there is no browser
    expect(kept.get('a')).toBe('');
    kept.set('a', 'b');
    expect(kept.get('a')).toBe('b');
    kept.set('a', '');
    expect(kept.get('a')).toBe('');
  }
});
