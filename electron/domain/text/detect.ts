export type TextFormat = 'markdown' | 'html';

const BLOCK_TAG = /<(\/?)(p|div|ul|ol|li|pre|table|h[1-6]|blockquote|dl)(?=[\s>/])[^<>]*>/gi;
const INLINE_PAIR = /<(b|i|u|em|strong|code|a|span)(?=[\s>])[^<>]*>[^<>]{0,500}<\/\1\s*>/i;
const MARKDOWN_MARK = /^(?:#{1,6} |```|~~~| {0,3}[*+-] \S|\|.*\|)/m;

/**
 * Tells whether a text came from a rich text editor (HTML) or was typed as Markdown. The interface has no
 * member for it, so the text itself is asked: HTML when a block element is opened and closed again in it, or
 * when it is broken into lines with `<br>` and otherwise formatted inline. Tags inside code spans and fences
 * do not count, and neither do tags that findings talk about (`<script>`, `<img>`): a Markdown text with a
 * payload in it must not be read as HTML.
 */
export function detectFormat(source: string): TextFormat {
  const startsWithTag = /^\s*<(?:p|div|ul|ol|pre|table|h[1-6]|blockquote|dl)[\s>]/i.test(source);
  const prose = withoutCode(source);
  if (hasClosedBlock(prose)) return startsWithTag || !MARKDOWN_MARK.test(prose) ? 'html' : 'markdown';
  if (MARKDOWN_MARK.test(source)) return 'markdown';
  const breaks = prose.match(/<br\s*\/?>/gi)?.length ?? 0;
  return breaks > 1 || (breaks === 1 && INLINE_PAIR.test(prose)) ? 'html' : 'markdown';
}

function hasClosedBlock(prose: string): boolean {
  const open = new Set<string>();
  for (const match of prose.matchAll(BLOCK_TAG)) {
    const name = (match[2] ?? '').toLowerCase();
    if (match[1] === '') open.add(name);
    else if (open.has(name)) return true;
  }
  return false;
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
