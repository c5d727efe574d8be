import { describe, expect, it } from 'vitest';
import type { Attribute } from '../src/types';
import { addCondition, conditionOn, correctWhere } from '../src/where';

const attribute = (name: string, kind: Attribute['kind'] = 'text'): Attribute => ({
  name,
  kind,
  vertices: 1,
});

describe('conditions from menus', () => {
  it('quote what needs quotes', () => {
    expect(conditionOn(attribute('type'), 'book')).toBe('type=book');
    expect(conditionOn(attribute('year', 'number'), '2000', '>=')).toBe('year>=2000');
    expect(conditionOn(attribute('Year of birth'), "it's (a) <b>")).toBe("'Year of birth'='it''s (a) <b>'");
    expect(conditionOn(attribute('and'), 'Or')).toBe("'and'='Or'");
    expect(conditionOn(attribute('größe'), 'ж')).toBe('größe=ж');
    expect(conditionOn(attribute('n', 'number'), '-1.5e-3', '<=')).toBe('n<=-1.5e-3');
  });
  it('are corrected where a message says so', () => {
    const message = (name: string, at: number) =>
      `no attribute '${name}' at character ${at}; there are key, title`;
    expect(correctWhere('a=1 and famly=x', message('famly', 9), 'family')).toBe('a=1 and family=x');
    expect(correctWhere("größe=1 or 'famly x'=y", message('famly x', 12), 'family y')).toBe(
      "größe=1 or 'family y'=y",
    );
    expect(correctWhere('a=1', message('famly', 1), 'family')).toBeNull();
    expect(correctWhere('a=1', 'anything else', 'family')).toBeNull();
  });
  it('hold besides what was there', () => {
    expect(addCondition('  ', 'a=1')).toBe('a=1');
    expect(addCondition('a=1', 'b=2')).toBe('a=1 and b=2');
    expect(addCondition('a=1 or b=2', 'c=3')).toBe('(a=1 or b=2) and c=3');
    expect(addCondition('(a=1 or b=2) and c=3', 'd=4')).toBe('(a=1 or b=2) and c=3 and d=4');
    expect(addCondition("title='this or that'", 'a=1')).toBe("title='this or that' and a=1");
    expect(addCondition('order=or1', 'a=1')).toBe('order=or1 and a=1');
  });
});
