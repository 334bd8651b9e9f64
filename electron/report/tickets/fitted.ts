import { visibleText } from '#domain/text/index.ts';
import type { TicketPart } from './ticket.ts';

/** How a tracker takes texts. Each part is written without line ends around it. */
export interface Dialect {
  readonly write: (part: TicketPart) => string;
  /** How long a written text is for the tracker. */
  readonly lengthOf: (written: string) => number;
}

/** Between two parts: a blank line. */
const gap = '\n\n';

/**
 * The text of a ticket that is at most `limit` long. What is too long ends with `note`, and is cut between its parts
 * or in a block of code.
 */
export function fittedText(
  parts: readonly TicketPart[],
  { write, lengthOf }: Dialect,
  limit: number,
  note: string,
): { readonly text: string; readonly cut: boolean } {
  const written = parts.map((part) => ({ part, text: write(part) })).filter(({ text }) => text !== '');
  const whole = written.map(({ text }) => text).join(gap);
  if (lengthOf(whole) <= limit) return { text: whole, cut: false };
  const end = write(paragraphOf(note));
  const kept: typeof written = [];
  let room = limit - lengthOf(end);
  for (const { part, text } of written) {
    const length = lengthOf(text) + gap.length;
    if (length > room) {
      const code = codeOf(part);
      const begun = code === null ? null : longestBeginning(code, (piece) => fits(piece, room));
      if (begun !== null) kept.push({ part, text: write({ kind: 'code', text: begun }) });
      break;
    }
    kept.push({ part, text });
    room -= length;
  }
  while (kept.at(-1)?.part.kind === 'heading') kept.pop();
  return { text: [...kept.map(({ text }) => text), end].join(gap), cut: true };

  function fits(piece: string, left: number): boolean {
    return lengthOf(write({ kind: 'code', text: piece })) + gap.length <= left;
  }
}

function paragraphOf(value: string): TicketPart {
  const properties = {};
  const children = [{ type: 'text', value } as const];
  return {
    kind: 'rich',
    root: { type: 'root', children: [{ type: 'element', tagName: 'p', properties, children }] },
  };
}

/** The text of a part that is a block of code and nothing else; null for any other. */
function codeOf(part: TicketPart): string | null {
  if (part.kind !== 'rich') return part.kind === 'code' ? part.text : null;
  const [only, ...others] = part.root.children;
  return only?.type === 'element' && only.tagName === 'pre' && others.length === 0
    ? visibleText(part.root)
    : null;
}

/** The longest beginning of a text that fits, in whole characters; null if it would be none. */
function longestBeginning(text: string, fits: (beginning: string) => boolean): string | null {
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(text.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  const beginning = text.slice(0, least).replace(/[\ud800-\udbff]$/u, '');
  return beginning.trim() === '' ? null : beginning;
}
