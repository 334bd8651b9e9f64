import { z } from 'zod';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import type { Mark } from '#report/pdf/display-list.ts';

/** What a page shows of its layout, counted from 1. */
export interface PageShape {
  readonly page: number;
  /** How much of the room between the margins is used, from 0 to 1. */
  readonly used: number;
  /** The text of its last line, if that line is a heading. */
  readonly strandedHeading: string | null;
  /** Signs of verdicts and of line breaks that stand beside no line. */
  readonly lonelySigns: number;
  /** Lines of code or of a request. */
  readonly codeLines: number;
  /** Its first line and where that begins, in points from the upper edge; null if there is none. */
  readonly begins: { readonly text: string; readonly y: number } | null;
}

/** Body text is smaller than the smallest heading; the contents' words lead somewhere. */
const HEADING_SIZE = 10.4;
const [TOP, BOTTOM] = [74, 64];

/** Lays a report out and tells how its pages are filled, without drawing them. */
export async function pageShapes(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  setter = new PageSetter(installedFonts),
): Promise<PageShape[]> {
  const made = document(snapshot, options);
  const set = await setAll(setter, made, new Map(), () => undefined);
  const room = set.ctx.page.height - TOP - BOTTOM;
  return set.pages.map((sheets, at) => {
    const marks = sheets.flat();
    const last = Math.max(TOP, ...marks.map(bottomOf));
    return {
      page: at + 1,
      used: (last - TOP) / room,
      strandedHeading: headingAtEnd(marks),
      lonelySigns: lonelySigns(marks),
      codeLines: marks.filter((mark) => mark.kind === 'line' && mark.runs[0]?.face === 'mono').length,
      begins: beginning(marks),
    };
  });
}

function bottomOf(mark: Mark): number {
  return mark.kind === 'line' && mark.runs.some(({ text }) => text.trim() !== '') ? mark.y + mark.height : 0;
}

function beginning(marks: readonly Mark[]): PageShape['begins'] {
  const [first] = marks
    .flatMap((mark) => (mark.kind === 'line' && bottomOf(mark) > 0 ? [mark] : []))
    .sort((one, other) => one.y - other.y);
  return first === undefined ? null : { text: first.runs.map(({ text }) => text).join(''), y: first.y };
}

function lonelySigns(marks: readonly Mark[]): number {
  const lines = marks.flatMap((mark) => (mark.kind === 'line' && bottomOf(mark) > 0 ? [mark] : []));
  return marks.filter((mark) => {
    const sign = mark.kind === 'shape' ? Sign.safeParse(mark.shape) : null;
    if (sign?.success !== true) return false;
    const y = sign.data.type === 'ellipse' ? sign.data.y : (sign.data.points[0]?.y ?? 0);
    return !lines.some((line) => y >= line.y && y <= line.y + line.height);
  }).length;
}

const Sign = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ellipse'), y: z.number() }),
  z.object({ type: z.literal('polyline'), points: z.array(z.object({ y: z.number() })) }),
]);

function headingAtEnd(marks: readonly Mark[]): string | null {
  const lines = marks.flatMap((mark) => (mark.kind === 'line' && bottomOf(mark) > 0 ? [mark] : []));
  const lowest = lines.reduce<(typeof lines)[number] | null>(
    (low, line) => (low === null || line.y > low.y ? line : low),
    null,
  );
  const heading =
    lowest?.runs.every(
      ({ face, size, target }) => face === 'sans-bold' && size > HEADING_SIZE && target === undefined,
    ) === true;
  return heading ? (lowest?.runs.map(({ text }) => text).join('') ?? '') : null;
}
