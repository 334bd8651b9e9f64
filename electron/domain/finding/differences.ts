import type { Json } from '#contract/json.ts';
import { diffArrays } from 'diff';
import { isList } from '../base/json.ts';
import { isChoice, valueLabel } from './labels/value-labels.ts';

/** A run of a text in comparison with another: in both, only in the older, or only in the newer. */
export interface Difference {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Bounds on work instead of time, so that the same texts always show the same difference. */
const maxEdits = 1_200;
const maxSteps = 8_000_000;
/** A changed run longer than this is shown by whole lines. */
const maxWords = 4_000;

/**
 * A value as comparable text: a text as it is, nothing as '', a list of texts line by line, anything else as its JSON.
 * A severity or a status is the word that users know it by.
 * @param member what the value is of
 */
export function comparableText(value: Json | undefined, member: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return isChoice(member) ? valueLabel(value) : value;
  if (isList(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 2);
}

/**
 * What became of a text: first by lines, and inside the lines that changed by words. Joined, `same` and `gone`
 * are the older text, `same` and `new` the newer. Texts too different to be compared come back as all gone and
 * all new. Never throws.
 */
export function differences(older: string, newer: string): readonly Difference[] {
  if (older === newer) return joined([{ kind: 'same', text: older }]);
  const lines = compare(linesOf(older), linesOf(newer));
  const shown: Difference[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [here, next] = [lines[at], lines[at + 1]];
    if (here?.kind === 'gone' && next?.kind === 'new') {
      shown.push(...byWords(here.text, next.text));
      at += 1;
    } else if (here !== undefined) shown.push(here);
  }
  return joined(shown);
}

function byWords(older: string, newer: string): readonly Difference[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)];
  const whole: readonly Difference[] = [
    { kind: 'gone', text: older },
    { kind: 'new', text: newer },
  ];
  if (before.length + after.length > maxWords) return whole;
  const words = compare(before, after);
  // Lines that share little are easier to read one below the other than word by word.
  const common = words.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return common * 4 < Math.max(older.length, newer.length) ? whole : words;
}

function compare(older: readonly string[], newer: readonly string[]): Difference[] {
  const maxEditLength = Math.min(maxEdits, Math.ceil(maxSteps / (older.length + newer.length + 1)));
  const changes = diffArrays([...older], [...newer], { maxEditLength });
  if (changes === undefined) {
    return [
      { kind: 'gone', text: older.join('') },
      { kind: 'new', text: newer.join('') },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value.join(''),
  }));
}

/** Lines with their ends, so that joined they are the text. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Words, blanks and single marks. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function joined(parts: readonly Difference[]): Difference[] {
  const all: Difference[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) all[all.length - 1] = { kind: part.kind, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}
