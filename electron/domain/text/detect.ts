export type TextFormat = 'markdown' | 'html';

const BLOCK_TAG = /<(\/?)(p|div|ul|ol|li|pre|table|h[1-6]|blockquote|dl)(?=[\s>/])[^<>]*>/gi;
const INLINE_PAIR = /<(b|i|u|em|strong|code|a|span)(?=[\s>])[^<>]*>[^<>]{0,500}<\/\1\s*>/i;
/** Bold words, a link, a blank line between words: an editor of HTML writes none of them outside its blocks. */
const MARKDOWN_INLINE = /\*\*[^\s*][^*\n]*\*\*|\]\(https?:|\S[ \t]*(?:\r?\n[ \t]*){2,}\S/;
/** A tag between back-ticks is spoken of. */
const CODE_WITH_TAG = /(?<!`)`[^`\n]{0,500}<\/?[a-z][^`\n]{0,500}`(?!`)/i;
const MARKDOWN_MARK = /^(?:#{1,6} |```|~~~| {0,3}[*+-] \S|\|.*\|)/m;

/**
 * Tells whether a text came from a rich text editor (HTML) or was typed as Markdown. The interface has no member for
 * it, so the text decides. HTML has a block element that is opened and closed, or lines broken with `<br>` and other
 * inline formatting. Tags in code spans and fences do not count, nor tags that findings talk about (`<script>`,
 * `<img>`, a block inside a sentence). A Markdown text with a payload must not be read as HTML.
 */
export function detectFormat(source: string): TextFormat {
  const startsWithTag = /^\s*<(?:p|div|ul|ol|pre|table|h[1-6]|blockquote|dl)[\s>]/i.test(source);
  if (!startsWithTag && CODE_WITH_TAG.test(source)) return 'markdown';
  const prose = withoutCode(source);
  const outside = outsideBlocks(prose);
  if (outside.closed) {
    if (startsWithTag) return MARKDOWN_INLINE.test(outside.texts.join('<>')) ? 'markdown' : 'html';
    return MARKDOWN_MARK.test(prose) || isProse(outside.texts) ? 'markdown' : 'html';
  }
  if (MARKDOWN_MARK.test(source)) return 'markdown';
  const breaks = prose.match(/<br\s*\/?>/gi)?.length ?? 0;
  if (breaks > 0 && INLINE_PAIR.test(prose)) return 'html';
  return breaks > 1 && !MARKDOWN_INLINE.test(prose) ? 'html' : 'markdown';
}

interface Outside {
  /** A block was opened and closed again. */
  readonly closed: boolean;
  /** What stands before, between and behind blocks. */
  readonly texts: readonly string[];
}

function outsideBlocks(prose: string): Outside {
  const open: string[] = [];
  const texts: string[] = [];
  let closed = false;
  let at = 0;
  for (const match of prose.matchAll(BLOCK_TAG)) {
    const name = (match[2] ?? '').toLowerCase();
    if (open.length === 0) texts.push(prose.slice(at, match.index));
    if (match[1] === '') open.push(name);
    else if (open.includes(name)) {
      closed = true;
      open.length = open.lastIndexOf(name);
    }
    at = match.index + match[0].length;
  }
  if (open.length === 0) texts.push(prose.slice(at));
  return { closed, texts };
}

/** Whether blocks stand in Markdown, or in the middle of its sentences. */
function isProse(texts: readonly string[]): boolean {
  if (MARKDOWN_INLINE.test(texts.join('<>'))) return true;
  return texts.some((text, at) => {
    const next = texts[at + 1];
    return next !== undefined && /[\p{L}\p{N},] $/u.test(text) && /^(?: \p{Ll}|[,.;)])/u.test(next);
  });
}

function withoutCode(source: string): string {
  if (!source.includes('`') && !source.includes('~~~')) return source;
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of source.split('\n')) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else kept.push(line.replace(/(`+)[^`]*\1/g, ' '));
  }
  return kept.join('\n');
}
