import { z } from 'zod';
import type { ToldNotice, VaultNotice } from '../../notice.ts';
import { procedure } from '../../procedure.ts';

export const noticeProcedures = {
  'notice.list': procedure<readonly VaultNotice[]>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** The same, told to a person now: what asks for no acknowledgement is told once. */
  'notice.tell': procedure<readonly ToldNotice[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Without `ids`, all of them. */
  'notice.acknowledge': procedure<{ readonly acknowledged: readonly string[] }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ ids: z.array(z.string().min(1).max(100)).min(1).optional() }),
  }),
};
