import type { Json } from '#contract/json.ts';
import { isExact } from '../json.ts';
import { fold } from './fold.ts';

/*
 * Texts are split into words here and not by the tokenizer of the full text, so that the index, a finding that
 * is not indexed yet and a phrase with punctuation in it are all decided by the same rule. A word is a run of
 * letters and digits. Any other visible character (punctuation, and each character of scripts that do not part
 * words by blanks) is a word by itself, written as a private-use mark and its number: the tokenizer leaves that
 * whole, and "cross-site" is told from "cross site".
 */

const mark = '\ue000';

/** Stands between two texts of a finding, so that no phrase reaches across. No query makes this word. */
const boundary = '\ue001';

const wordLetters = 'a-z0-9\\u00df-\\u00f6\\u00f8-\\u024f\\u03ac-\\u03ce\\u0430-\\u045f';
const eachWord = new RegExp(`[${wordLetters}]+|[^\\s\\p{Cc}]`, 'gu');
const oneLetter = new RegExp(`^[${wordLetters}]$`, 'u');
/** The same for texts that are ASCII alone, which most are: without Unicode tables it takes half the time. */
const eachAsciiWord = /[a-z0-9]+|[!-~]/g;
const invisible = /\p{Cf}/gu;
const beyondAscii = /[^\x00-\x7f]/;
const accents = /(?<=[a-z])[\u0300-\u036f]+/gu;

const marked = new Map<string, string>();

function markOf(character: string): string {
  const known = marked.get(character);
  if (known !== undefined) return known;
  const word = mark + (character.codePointAt(0) ?? 0).toString(36);
  if (character.length === 1) marked.set(character, word);
  return word;
}

/** Latin letters lose their accents: "resume" finds "résumé", as the tokenizer of the design would have it. */
function plain(text: string): string {
  const folded = fold(text);
  if (!beyondAscii.test(folded)) return folded;
  return folded.normalize('NFD').replace(accents, '').normalize('NFC').replace(invisible, '');
}

/** A match is a run of letters or one other character: only a single character can be either. */
function wordOf(found: string): string {
  const single = found.length === 1 || found.codePointAt(0) !== found.charCodeAt(0);
  return !single || oneLetter.test(found) ? found : markOf(found);
}

/** The words of a text in their order. */
export function wordsOf(text: string): string[] {
  const found = plain(text);
  return (found.match(beyondAscii.test(found) ? eachWord : eachAsciiWord) ?? []).map(wordOf);
}

/** Whether a word may be the start of a longer one. Marks are whole: none begins another. */
export function canBegin(word: string): boolean {
  return !word.startsWith(mark);
}

function gather(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'number') texts.push(String(value));
  else if (typeof value !== 'object' || value === null) return;
  else if (isExact(value)) texts.push(value.rawJSON);
  else for (const entry of Object.values<Json>(value)) gather(entry, texts);
}

/** Every text and number in a record, members that the interface does not name included. */
function textsOf(record: Json): string[] {
  const texts: string[] = [];
  gather(record, texts);
  return texts;
}

/** What the full text holds of a record: its words, parted by single blanks. */
export function searchableWords(record: Json): string {
  return textsOf(record)
    .map((text) => wordsOf(text).join(' '))
    .join(` ${boundary} `);
}

/** Words to look for: next to each other and in this order; the last one may be the start of a longer word. */
export interface TextTest {
  readonly words: readonly string[];
  readonly prefix: boolean;
}

/** Whether a record, given as its `searchableWords`, has the words. */
export function hasWords(searchable: string, test: TextTest): boolean {
  const end = test.prefix ? '' : ' ';
  return ` ${searchable} `.includes(` ${test.words.join(' ')}${end}`);
}

/** The same question as an FTS5 expression. Words hold no quotes, so nothing needs to be escaped. */
export function matchExpression(test: TextTest): string {
  return `"${test.words.join(' ')}"${test.prefix ? '*' : ''}`;
}

/** `a` is 0, `0` comes behind `z`; -1 for any other character. */
function initialAt(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 48 + 26 : -1;
}

/** The letters that the words of a finding begin with, given as its `searchableWords`: a bit for each, `a` the lowest. */
export function initialsOf(searchable: string): number {
  // Two halves of 18: the operators on bits know 32.
  let low = 0;
  let high = 0;
  for (let blank = -1; ;) {
    const initial = initialAt(searchable.charCodeAt(blank + 1));
    if (initial >= 18) high |= 1 << (initial - 18);
    else if (initial >= 0) low |= 1 << initial;
    blank = searchable.indexOf(' ', blank + 1);
    if (blank === -1) return high * 2 ** 18 + low;
  }
}

/** The letter that a test asks the words to begin with, as `initialsOf` has it; null where it asks for more than that. */
export function initialAsked({ words, prefix }: TextTest): number | null {
  const [word = '', ...more] = words;
  const initial = prefix && more.length === 0 && word.length === 1 ? initialAt(word.charCodeAt(0)) : -1;
  return initial === -1 ? null : 2 ** initial;
}
