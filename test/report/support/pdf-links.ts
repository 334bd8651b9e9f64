import { z } from 'zod';
import type { Printed } from './pdf-tools.ts';

/** A bookmark with those below it. */
export interface Bookmark {
  readonly title: string;
  readonly kids?: readonly Bookmark[] | undefined;
}

const Bookmark: z.ZodType<Bookmark> = z.object({
  title: z.string(),
  kids: z.lazy(() => z.array(Bookmark)).optional(),
});

/** What qpdf says of a file, as far as it is looked at. */
export const Pdf = z.object({
  pages: z.array(z.object({ object: z.string() })),
  outlines: z.array(Bookmark),
  qpdf: z.tuple([z.unknown(), z.record(z.string(), z.object({ value: z.unknown() }).partial())]),
});

const Annotation = z.object({
  '/Subtype': z.literal('/Link'),
  '/A': z.union([
    z.object({ '/S': z.literal('/GoTo'), '/D': z.string() }),
    z.object({ '/S': z.literal('/URI'), '/URI': z.string() }),
  ]),
});

/** Link targets per page: names of destinations, or addresses. */
export function linksByPage(printed: Printed): Map<number, string[]> {
  const pdf = Pdf.parse(JSON.parse(printed.run('qpdf', ['--json=2', '--json-stream-data=none', 'FILE'])));
  const objects = pdf.qpdf[1];
  const valueOf = (reference: unknown): unknown =>
    typeof reference === 'string' && reference.endsWith(' R')
      ? valueOf(objects[`obj:${reference}`]?.value)
      : reference;
  return new Map(
    pdf.pages.map(({ object }, index) => {
      const page = z.object({ '/Annots': z.unknown() }).partial().parse(valueOf(object));
      const annotations = z.array(z.unknown()).catch([]).parse(valueOf(page['/Annots']));
      const targets = annotations.map((reference) => {
        const parsed = Annotation.safeParse(resolved(valueOf(reference), valueOf));
        if (!parsed.success) return '';
        const action = parsed.data['/A'];
        return ('/D' in action ? action['/D'] : action['/URI']).replace(/^u:/, '');
      });
      return [index + 1, targets];
    }),
  );
}

function resolved(value: unknown, valueOf: (reference: unknown) => unknown): unknown {
  const members = z.record(z.string(), z.unknown()).safeParse(value);
  if (!members.success) return value;
  return Object.fromEntries(Object.entries(members.data).map(([name, member]) => [name, valueOf(member)]));
}
