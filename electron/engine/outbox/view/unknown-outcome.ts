import type { ReadableDb } from '#db/schema/types.ts';
import { readHistory } from '#db/tables/findings/history.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import type { Said } from '#contract/procedures/findings/queue.ts';
import { textOf } from '#domain/finding/record.ts';
import { parseObject } from '../../record/merge-base.ts';

/** What was seen when the outcome of an operation became unknown; later it is told together with what to do. */
export function unknownReason(
  db: ReadableDb,
  { finding, op }: Pick<OpenItem, 'finding' | 'op'>,
): Said | null {
  const entry = readHistory(db, finding).findLast((one) => one.op === op && one.what === 'unknown');
  const message = textOf(parseObject(entry?.detailJson ?? '{}'), 'message');
  return message === '' ? null : { status: null, message };
}
