// Filters, as far as menus write them. What a filter may say is told in docs/filters.md.
import type { Attribute } from './types';

const PLAIN = /^[\p{L}\p{N}_./:+-]+$/u;
const KEYWORD = /^(and|or|not)$/i;

function word(text: string): string {
  if (PLAIN.test(text) && !KEYWORD.test(text)) return text;
  return `'${text.replaceAll("'", "''")}'`;
}

export function conditionOn(attribute: Attribute, value: string, sign = '='): string {
  return `${word(attribute.name)}${sign}${word(value)}`;
}

// Whether an "or" stands outside of parentheses and quotes.
function hasOpenOr(where: string): boolean {
  let depth = 0;
  for (const [token] of where.matchAll(/'[^']*'|"[^"]*"|[()]|[^\s'"()=!<>^]+/g)) {
    if (token === '(') ++depth;
    else if (token === ')') --depth;
    else if (depth === 0 && token.toLowerCase() === 'or') return true;
  }
  return false;
}

// Both must hold.
export function addCondition(where: string, condition: string): string {
  const before = where.trim();
  if (before === '') return condition;
  return `${hasOpenOr(before) ? `(${before})` : before} and ${condition}`;
}

// With another word instead of the one that a message says is wrong: "no attribute 'famly' at character 1; ...".
export function correctWhere(where: string, message: string, suggestion: string): string | null {
  const [, wrong, character] = /'(.*?)' at character (\d+)/.exec(message) ?? [];
  if (wrong === undefined) return null;
  const letters = [...where];
  const [at, length] = [Number(character) - 1, [...wrong].length];
  const quote = ["'", '"'].includes(letters[at] ?? '') ? 1 : 0;
  if (letters.slice(at + quote, at + quote + length).join('') !== wrong) return null;
  return [...letters.slice(0, at), word(suggestion), ...letters.slice(at + length + 2 * quote)].join('');
}
