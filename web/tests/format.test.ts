import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatScore,
  markTyped,
  niceEnd,
  pageAddress,
  plural,
  shownName,
  shownTitle,
} from '../src/format';

describe('numbers', () => {
  it('shows scores with three digits, and small ones by their size', () => {
    expect(formatScore(0.39612)).toBe('0.396');
    expect(formatScore(1)).toBe('1.000');
    expect(formatScore(0)).toBe('0.000');
    expect(formatScore(0.00012)).toBe('0.0001');
    expect(formatScore(3.2e-9)).toBe('3e−9');
  });
  it('shows durations in their unit', () => {
    expect([313, 1830, 181_400, 2_500_000].map(formatDuration)).toEqual([
      '313 µs',
      '1.8 ms',
      '181 ms',
      '2.5 s',
    ]);
  });
  it('counts', () => {
    expect(plural(1, 'page')).toBe('1 page');
    expect(plural(4424, 'page')).toBe('4,424 pages');
    expect(plural(2, 'index', 'indexes')).toBe('2 indexes');
  });
  it('ends axes at round numbers that contain all values', () => {
    for (let value = 1e-6; value < 1; value *= 1.07) {
      const end = niceEnd([value / 2, value]);
      expect(end).toBeGreaterThanOrEqual(value * 0.999);
      expect(end).toBeLessThanOrEqual(Math.min(1, value * 2));
    }
    expect(niceEnd([0.97])).toBe(1);
    expect(niceEnd([1.2])).toBeGreaterThan(1.19); // a bound may lie above 1
    expect(niceEnd([])).toBe(1);
    expect(niceEnd([0, 0])).toBe(1);
  });
});

describe('names of strangers', () => {
  it('shows what hides', () => {
    expect(shownName('a\u202eb')).toBe('a⟨U+202E⟩b');
    expect(shownName('\u2066x\u2069\u200b\ufeff')).toBe('⟨U+2066⟩x⟨U+2069⟩⟨U+200B⟩⟨U+FEFF⟩');
    expect(shownName('a\u0007b\u{e0041}')).toBe('a⟨U+0007⟩b⟨U+E0041⟩');
    expect(shownName(' two\n\tlines ')).toBe(' two lines ');
  });
  it('leaves alone what people write', () => {
    for (const name of ['naïve', 'שלום', 'ยินดี', 'می‌خواهم', '👩‍👩‍👧', '日本語', '<b>&amp;'])
      expect(shownName(name)).toBe(name);
  });
  it('cuts what is long, between characters', () => {
    expect(shownName('x'.repeat(1000), 10)).toBe(`${'x'.repeat(10)}…`);
    expect(shownName('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(10)}…`);
    expect(shownName('x'.repeat(10), 10)).toBe('x'.repeat(10));
    const tall = shownName(`e${'\u0301'.repeat(500)}`);
    expect(tall).toBe('e\u0301\u0301\u0301');
    expect(shownName('a'.repeat(5_000_000)).length).toBe(161);
  });
  it('takes the name of a page without a title', () => {
    expect(shownTitle({ key: 'k', title: ' ' })).toBe('k');
    expect(shownTitle({ key: 'k', title: 't' })).toBe('t');
  });
  it('opens web addresses alone', () => {
    expect(pageAddress('https://example.org/a b')).toBe('https://example.org/a%20b');
    expect(pageAddress('HTTP://Example.org')).toBe('http://example.org/');
    for (const key of [
      'javascript:alert(1)',
      ' https://a.example',
      'data:text/html,x',
      'ftp://a',
      '//a',
      'a.html',
      'https://',
      'https://user:pw@bank.example/',
      'http://[',
    ]) {
      expect(pageAddress(key), key).toBeNull();
    }
  });
});

describe('what was typed', () => {
  it('is marked at the beginnings of words', () => {
    expect(markTyped('std::vector', 'vec')).toEqual(['std::', 'vec', 'tor']);
    expect(markTyped('std::vector', 'STD vec')).toEqual(['', 'std', '::', 'vec', 'tor']);
    expect(markTyped('invector', 'vec')).toEqual(['invector']);
    expect(markTyped('anything', '')).toEqual(['anything']);
    expect(markTyped('', 'a')).toEqual(['']);
  });
  it('adds up to the text again', () => {
    for (const text of ['a b a', 'HashMap', 'İstanbul', 'aaa aa a', '::']) {
      for (const typed of ['a', 'a b', 'map', 'i', 'aa']) expect(markTyped(text, typed).join('')).toBe(text);
    }
  });
});
