import { z } from 'zod';
import { procedure } from '../../procedure.ts';

/* Ids at the terminal: their beginnings are typed and shown, as far as they are unique. */

/** What has an id that a user types. */
export const idKinds = ['finding', 'change', 'comment'] as const;
export type IdKind = (typeof idKinds)[number];

const texts = z.array(z.string().max(1_000)).max(1_000_000);

export const idProcedures = {
  /** The ids that each text stands for, a few at most: a whole id for itself, an unknown one for none. */
  'id.complete': procedure<readonly (readonly string[])[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ kind: z.enum(idKinds), typed: texts }),
  }),
  /** The shortest beginning of each id that stands for it alone. */
  'id.shorten': procedure<readonly string[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ kind: z.enum(idKinds), ids: texts }),
  }),
};
