import { z } from 'zod';

/* What a vault has to tell a person until they have acknowledged it: a repair that may have lost work, a copied vault. */
export const noticeInputs = {
  'notice.list': z.strictObject({}),
  /** The same, told to a person now: what asks for no acknowledgement is told once. */
  'notice.tell': z.strictObject({}),
  /** Without `ids`, all of them. */
  'notice.acknowledge': z.strictObject({ ids: z.array(z.string().min(1).max(100)).min(1).optional() }),
};

/** Something that happened to a vault and is told until somebody has acknowledged it. */
export interface VaultNotice {
  readonly id: string;
  readonly kind: 'rescue' | 'copied';
  /** When it happened (ISO 8601). */
  readonly at: string;
  /** What happened and what to do, a sentence each; without values of any row. */
  readonly sentences: readonly string[];
}

/** A notice as it is told: `isNew` for the first one who is told. */
export interface ToldNotice extends VaultNotice {
  readonly isNew: boolean;
  /** Whether it is told until a person acknowledges it. */
  readonly stays: boolean;
}

/** What the procedures answer. */
export interface NoticeAnswers {
  'notice.list': readonly VaultNotice[];
  'notice.tell': readonly ToldNotice[];
  'notice.acknowledge': { readonly acknowledged: readonly string[] };
}
