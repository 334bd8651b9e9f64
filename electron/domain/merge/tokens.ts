/*
 * How a long text is cut for merging. Cutting never changes a character: joined again, the tokens are the source.
 */

const BLOCK =
  'address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|h[1-6]|head|header|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|' +
  'section|summary|table|tbody|td|tfoot|th|thead|tr|ul';

/** A block's opening tag (its name is looked at alone), its closing tag, or a break. No alternative backtracks far. */
const BOUNDARY = new RegExp(
  `<(?=(?:${BLOCK})[\\s/>])|</(?:${BLOCK})\\s*>|<(?:br|hr)(?=[\\s/>])[^<>]*>`,
  'gi',
);

const BLANKS = /\s*/y;

/** How tokens are made into the source again. */
export interface Tokens {
  readonly tokens: readonly string[];
  readonly joint: string;
}

/** The lines of a text, without their ends: a missing final newline is a missing last (empty) line. */
export function linesOf(text: string): Tokens {
  return { tokens: text.split('\n'), joint: '\n' };
}

/**
 * The blocks of an HTML text: cut before each opening tag of a block, behind each closing one and behind
 * breaks, with the blanks that follow. Tags stay where they are; nothing is parsed or put right, for a text is
 * never sent back re-serialised.
 *
 * Between two blocks stands an empty token, like the blank line between paragraphs of Markdown. Without it, edits of
 * neighbouring paragraphs would touch and conflict.
 */
export function blocksOf(html: string): Tokens {
  const tokens: string[] = [];
  let from = 0;
  const cut = (at: number): void => {
    if (at <= from) return;
    if (tokens.length > 0) tokens.push('');
    tokens.push(html.slice(from, at));
    from = at;
  };
  for (const match of html.matchAll(BOUNDARY)) {
    cut(match[0] === '<' ? match.index : behindBlanks(html, match.index + match[0].length));
  }
  cut(html.length);
  return { tokens, joint: '' };
}

/** A sentence's end: marks, what closes behind them, and the blanks that follow. A run of marks is tried once. */
const SENTENCE_END = /(?<![.!?:;…。！？])[.!?:;…。！？]+["'”’»)\]]*\s+/g;
/** The tag that opens a block at the start of a token, and the one that closes it at the end. */
const OPENING = new RegExp(`^\\s*<(?:${BLOCK})(?=[\\s/>])[^<>]*>\\s*`, 'i');
const CLOSING = new RegExp(`(?:</(?:${BLOCK})\\s*>|<(?:br|hr)(?=[\\s/>])[^<>]*>)\\s*$`, 'i');

/**
 * The sentences of one block or of some lines, the tags around a block apart, so that a person can choose between
 * sentences without losing a tag. Joined with nothing between them, they are the source.
 */
export function sentencesOf(block: string): readonly string[] {
  const opening = OPENING.exec(block)?.[0] ?? '';
  const inner = block.slice(opening.length);
  const closing = CLOSING.exec(inner)?.[0] ?? '';
  const prose = inner.slice(0, inner.length - closing.length);
  const sentences: string[] = [];
  let from = 0;
  for (const match of prose.matchAll(SENTENCE_END)) {
    sentences.push(prose.slice(from, match.index + match[0].length));
    from = match.index + match[0].length;
  }
  return [opening, ...sentences, prose.slice(from), closing].filter((part) => part !== '');
}

function behindBlanks(html: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(html);
  return Math.max(at, BLANKS.lastIndex);
}
