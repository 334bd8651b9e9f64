import { markdownLanguage } from '@codemirror/lang-markdown';
import { endOfLine, lastPlace, startOfLine, type Formatted, type Selected } from './change.ts';
import { asBlock } from './as-block.ts';
import type { Span } from './toggle-marks.ts';

/** What stands in a new caption until its words are written. */
const words = 'Caption';

/**
 * A caption for the block of code or the table at the cursor, its words selected; one that is there is selected. Elsewhere the
 * selected lines become a block of code with a caption.
 */
export function captioned(selected: Selected): Formatted {
  const { text } = selected;
  const fence = blockAt(selected, 'FencedCode');
  if (fence !== null) return fenceCaption(text, fence);
  const table = blockAt(selected, 'Table');
  if (table !== null) return tableCaption(text, table);
  const start = startOfLine(text, selected.from);
  const end = endOfLine(text, lastPlace(selected));
  const code = text.slice(start, end);
  const longest = Math.max(2, ...(code.match(/`+/gu) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const insert = asBlock(text, `${ticks}text caption="${words}"\n${code}\n${ticks}`, start, end);
  return replaced({ from: start, to: end }, insert, start + insert.indexOf(`="${words}"`) + 2);
}

function fenceCaption(text: string, { from }: Span): Formatted {
  const end = endOfLine(text, from);
  const info = text.slice(from, end);
  const known = /\b(?:caption|title)="([^"]*)"/u.exec(info);
  if (known !== null)
    return selectedAt(from + known.index + known[0].indexOf('"') + 1, known[1]?.length ?? 0);
  const trimmed = info.trimEnd();
  const at = from + trimmed.length;
  const insert = `${/^[`~\s]+$/u.test(trimmed) ? 'text' : ''} caption="${words}"`;
  return replaced({ from: at, to: end }, insert, at + insert.indexOf(words));
}

const captionLine = /^[ \t]*Table:[ \t]+(.*?)(?:[ \t]*\{name=[^{}\n]*\})?[ \t]*$/iu;

function tableCaption(text: string, { from, to }: Span): Formatted {
  const start = startOfLine(text, from);
  const above = text.slice(0, start).trimEnd();
  const isFar = text.slice(above.length, start).split('\n').length > 3;
  for (const end of [...(isFar ? [] : [above.length]), to]) {
    const line = startOfLine(text, end);
    const [whole, said] = captionLine.exec(text.slice(line, end)) ?? [];
    if (whole !== undefined && said !== undefined)
      return selectedAt(line + whole.indexOf(said, whole.indexOf(':') + 1), said.length);
  }
  const lead = above.length === start || text.slice(above.length, start).split('\n').length > 2 ? '' : '\n';
  const insert = `${lead}${text.slice(start, from)}Table: ${words}\n\n`;
  return replaced({ from: start, to: start }, insert, start + insert.indexOf(words));
}

function replaced({ from, to }: Span, insert: string, anchor: number): Formatted {
  return { changes: [{ from, to, insert }], anchor, head: anchor + words.length };
}

function selectedAt(anchor: number, length: number): Formatted {
  return { changes: [], anchor, head: anchor + length };
}

/** The block of a kind that holds what is selected. */
function blockAt({ text, from, to }: Selected, kind: 'FencedCode' | 'Table'): Span | null {
  let found: Span | null = null;
  markdownLanguage.parser.parse(text).iterate({
    from,
    to,
    enter: (node) => {
      if (node.name === kind && node.from <= from && to <= node.to) found = { from: node.from, to: node.to };
    },
  });
  return found;
}
