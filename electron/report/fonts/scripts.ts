import type { FaceName } from './faces.ts';

/** First and last character of each block, and the face that draws it. */
const blocks: readonly (readonly [number, number, FaceName])[] = [
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
  [0x1cd0, 0x1cff, 'devanagari'],
  [0xa8e0, 0xa8ff, 'devanagari'],
];

/** The face of a script that has to be shaped; undefined for characters of other scripts. */
export function scriptFace(codePoint: number): FaceName | undefined {
  if (codePoint < 0x900 || codePoint > 0xa8ff) return undefined;
  return blocks.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

/** Whether a character joins the ones beside it, or keeps them from joining. */
export function isJoiner(codePoint: number): boolean {
  return codePoint === 0x200c || codePoint === 0x200d;
}

const part = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;
/** Flags, keycaps, and pictures with their colour of skin, their flag's region and what they are joined with. */
const sequence = new RegExp(
  String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|${part}[\u{E0020}-\u{E007F}]*(?:\u200D${part})*`,
  'uy',
);

/** The signs at this place that are one picture; empty if there is none, or a single sign. */
export function emojiSequence(text: string, at: number): string {
  sequence.lastIndex = at;
  const found = sequence.exec(text)?.[0] ?? '';
  return found.length > String.fromCodePoint(found.codePointAt(0) ?? 0).length ? found : '';
}

const MAY_BEGIN_SEQUENCE = /[\uFE0F\u20E3\u200D\p{RI}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]/u;

/** Whether looking for sequences in a text is worth it. */
export function mayHoldSequence(text: string): boolean {
  return MAY_BEGIN_SEQUENCE.test(text);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one letter each: never torn apart at the end of a line. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
