import type { Json } from '#contract/json.ts';
import { isExact } from '../../base/json.ts';
import { fold } from './fold.ts';

/*
 * Texts are split into words here and not by the tokenizer of the full text. So one rule holds for the index,
 * for findings that are not indexed yet, and for phrases with punctuation. A word is a run of letters and
 * digits. Any other visible character is a word by itself: punctuation, and each character of a script
 * without blanks between words. It is written as a private-use mark and its number, which the tokenizer
 * leaves whole. So "cross-site" differs from "cross site".
 */

const mark = '\ue000';

/** Stands between two texts of a finding, so that no phrase reaches across. No query makes this word. */
const boundary = '\ue001';

const wordLetters = 'a-z0-9\\u00df-\\u00f6\\u00f8-\\u024f\\u03ac-\\u03ce\\u0430-\\u045f';
const eachWord = new RegExp(`[${wordLetters}]+|[^\\s\\p{Cc}]`, 'gu');
const oneLetter = new RegExp(`^[${wordLetters}]$`, 'u');
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

/** What the characters of ASCII are: letters and digits 1, other visible ones 2, blanks and controls 0. */
const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (/[a-z0-9]/.test(String.fromCharCode(code))) return 1;
  return code > 0x20 && code < 0x7f ? 2 : 0;
});

/** Of each character of ASCII the mark that stands for it. */
const asciiMarks = Array.from(asciiKinds, (_, code) => markOf(String.fromCharCode(code)));

/** `joinedWords` of a text of ASCII, which most are: by a regular expression it takes two and a half times as long. */
function joinedAscii(text: string): string {
  let words = '';
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = asciiKinds[code];
    if (kind === 1) {
      if (start === -1) start = at;
      continue;
    }
    if (start !== -1) words += ` ${text.slice(start, at)}`;
    start = -1;
    if (kind === 2) words += ` ${asciiMarks[code] ?? ''}`;
  }
  if (start !== -1) words += ` ${text.slice(start)}`;
  return words.slice(1);
}

/** The words of a text in their order, parted by single blanks. */
function joinedWords(text: string): string {
  const found = plain(text);
  if (!beyondAscii.test(found)) return joinedAscii(found);
  return (found.match(eachWord) ?? []).map(wordOf).join(' ');
}

/** The words of a text in their order. */
export function wordsOf(text: string): string[] {
  const joined = joinedWords(text);
  return joined === '' ? [] : joined.split(' ');
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
  return textsOf(record).map(joinedWords).join(` ${boundary} `);
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

/** The longest starts of words that are known by themselves; longer ones begin few enough words. */
const longestStart = 2;

/**
 * The one and two letters that the words of a finding begin with, given as its `searchableWords`: each once, parted by
 * blanks.
 */
export function startsOf(searchable: string): string {
  const starts = new Set<string>();
  /** The two letters as one number: a text for each of some hundred words would take three times as long. */
  const met = new Set<number>();
  for (let at = 0; at < searchable.length;) {
    const pair = searchable.charCodeAt(at) * 0x10000 + (searchable.charCodeAt(at + 1) || 0);
    const blank = searchable.indexOf(' ', at);
    const end = blank === -1 ? searchable.length : blank;
    if (!met.has(pair)) {
      met.add(pair);
      const word = searchable.slice(at, Math.min(end, at + longestStart));
      if (canBegin(word)) starts.add(word.slice(0, 1)).add(word);
    }
    at = end + 1;
  }
  return [...starts].join(' ');
}

/** The start that a test asks of words, if it asks nothing else and `startsOf` knows it; else null. */
export function startAsked({ words, prefix }: TextTest): string | null {
  const [word = '', ...more] = words;
  const isStart = prefix && more.length === 0 && word.length <= longestStart;
  return isStart && word !== '' && canBegin(word) ? word : null;
}
