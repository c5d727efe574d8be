import { describe, expect, it } from 'vitest';
import { about, formatState, MOST_HITS, parseState, USUAL, VIEWS, type State } from '../src/state';

const ODD = [
  '',
  'a',
  'std::vector',
  'a&b=c',
  'x y+z',
  '100%',
  '#?/',
  'ü€😀',
  '"<script>',
  '\u202eevil',
  'k=1\nk=2',
];

describe('the state in the address', () => {
  it('comes back from every address it makes', () => {
    for (const key of ODD) {
      for (const why of ODD) {
        for (const view of VIEWS) {
          const state: State = {
            ...USUAL,
            corpus: why,
            key,
            index: key,
            where: why,
            why,
            view,
            k: 17,
            fingerprint: 3,
          };
          expect(parseState(formatState(state))).toEqual(state);
        }
      }
    }
  });
  it('leaves out what is as usual', () => {
    expect(formatState(USUAL)).toBe('');
    expect(formatState({ ...USUAL, key: 'a b' })).toBe('?key=a+b');
  });
  it('takes no nonsense from an address', () => {
    expect(parseState('?view=none&k=0&fingerprint=-1&other=1')).toEqual({ ...USUAL, k: 1 });
    expect(parseState('?k=99999999999999999999').k).toBe(USUAL.k);
    expect(parseState('?k=5000').k).toBe(MOST_HITS);
    expect(parseState('?k=1e3').k).toBe(USUAL.k);
    expect(parseState('?key=%00a%ff').key).toBe('a\ufffd');
    expect(parseState('?key=1&key=2').key).toBe('1');
  });
  it('asks about another page in the same way', () => {
    const state: State = {
      ...USUAL,
      corpus: 'c',
      key: 'a',
      index: 'text',
      where: 'w',
      view: 'map',
      why: 'b',
      k: 50,
    };
    expect(about(state, 'z')).toEqual({
      ...USUAL,
      corpus: 'c',
      key: 'z',
      index: 'text',
      where: 'w',
      view: 'map',
    });
  });
});
