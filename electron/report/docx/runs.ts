import { rightToLeftLanguage, isJapanese } from '../fonts/language.ts';
import { leftToRightIn } from '../fonts/left-to-right.ts';
import { hasRightToLeft } from '../fonts/printable.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import { rightToLeftTag } from './language.ts';

/** How letters look beside the style of their paragraph. */
export interface RunLook {
  /** A style of characters. */
  readonly style?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** `1B2430`. */
  readonly color?: string;
  readonly fill?: string;
  readonly raise?: 'superscript' | 'subscript';
  /** Points, if they are not those of the paragraph. */
  readonly size?: number;
  /** It is code: it runs from the left, and its spelling is not checked. */
  readonly code?: boolean;
}

/** Text as runs of one look each; line ends and tabs are those of Word. */
export function runs(text: string, look: RunLook = {}): Markup {
  if (text === '') return markup([]);
  if (!hasRightToLeft(text) || look.code === true) return run(text, look, null);
  return markup(stretches(text).map(({ text: part, fromRight }) => run(part, look, fromRight ? text : null)));
}

interface Stretch {
  readonly text: string;
  readonly fromRight: boolean;
}

const rightToLeftLetter = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]';
/** From a letter that runs from the right to the last one before letters of another script, with the signs between them. */
const fromRightStretch = new RegExp(
  `${rightToLeftLetter}(?:[^A-Za-z0-9\\u00c0-\\u058f\\u2e80-\\uffdc]*${rightToLeftLetter})*`,
  'gu',
);

/** A text parted where its direction changes; paths and commands in it run from the left. */
function stretches(text: string): Stretch[] {
  const left = leftToRightIn(text);
  const parts: Stretch[] = [];
  let done = 0;
  const add = (to: number, fromRight: boolean): void => {
    if (to > done) parts.push({ text: text.slice(done, to), fromRight });
    done = Math.max(done, to);
  };
  for (const { 0: found, index } of text.matchAll(fromRightStretch)) {
    const inside = left.find(({ from, to }) => from > index && to < index + found.length);
    add(index, false);
    if (inside !== undefined) {
      add(inside.from, true);
      add(inside.to, false);
    }
    add(index + found.length, true);
  }
  add(text.length, false);
  return parts;
}

/** @param fromRight the text in which it stands, if it runs from the right */
function run(text: string, look: RunLook, fromRight: string | null): Markup {
  const properties = [...lookProperties(look), ...languageProperties(text, look, fromRight)];
  return tag('w:r', {}, [
    ...(properties.length === 0 ? [] : [tag('w:rPr', {}, properties)]),
    ...(/[\n\r\t\ufffe\uffff]/u.test(text) ? brokenText(text) : [plainText(text)]),
  ]);
}

function plainText(text: string): Markup {
  return tag('w:t', { 'xml:space': 'preserve' }, { text });
}

/** Text with line ends and tabs, or with signs that XML does not have. */
function brokenText(text: string): Markup[] {
  return text
    .replace(/[\ufffe\uffff]/gu, '\ufffd')
    .split(/(\r\n|[\n\r\t])/u)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\t' ? voidTag('w:tab') : /^[\r\n]/u.test(part) ? voidTag('w:br') : plainText(part),
    );
}

/** In the order that the schema asks for; the language follows. */
function lookProperties({ style, bold, italic, strike, code, color, size, underline, fill, raise }: RunLook) {
  const on = (wanted: boolean | undefined, ...names: string[]): Markup[] =>
    wanted === true ? names.map((name) => voidTag(name)) : [];
  const half = size === undefined ? undefined : Math.round(size * 2);
  return [
    ...(style === undefined ? [] : [voidTag('w:rStyle', { 'w:val': style })]),
    ...on(bold, 'w:b', 'w:bCs'),
    ...on(italic, 'w:i', 'w:iCs'),
    ...on(strike, 'w:strike'),
    ...on(code, 'w:noProof'),
    ...(color === undefined ? [] : [voidTag('w:color', { 'w:val': color })]),
    ...(half === undefined ? [] : ['w:sz', 'w:szCs'].map((name) => voidTag(name, { 'w:val': half }))),
    ...(underline === true ? [voidTag('w:u', { 'w:val': 'single' })] : []),
    ...(fill === undefined
      ? []
      : [voidTag('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': fill })]),
    ...(raise === undefined ? [] : [voidTag('w:vertAlign', { 'w:val': raise })]),
  ];
}

function languageProperties(text: string, { code }: RunLook, fromRight: string | null): Markup[] {
  if (fromRight !== null) {
    const [word = ''] = /\p{L}+/u.exec(text) ?? [];
    const language = rightToLeftTag(rightToLeftLanguage(fromRight, word));
    return [voidTag('w:rtl'), voidTag('w:lang', { 'w:bidi': language })];
  }
  if (code === true) return [];
  if (isJapanese(text)) return [voidTag('w:lang', { 'w:eastAsia': 'ja-JP' })];
  if (/\p{sc=Han}/u.test(text)) return [voidTag('w:lang', { 'w:eastAsia': 'zh-CN' })];
  return /\p{sc=Hangul}/u.test(text) ? [voidTag('w:lang', { 'w:eastAsia': 'ko-KR' })] : [];
}

/** A colour of a theme as Word writes it. */
export function wordColor(color: string): string {
  return color.replace('#', '').toUpperCase();
}
