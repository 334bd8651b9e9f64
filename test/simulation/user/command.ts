import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { itemsOf, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { parsePatch } from '#engine/record/conflict-codec.ts';
import type { Memory } from './memory.ts';

/**
 * Runs one command. `acknowledged` is for what was said to be done, `unsure` for a kill in the middle of it,
 * after which either may be; a refusal changes nothing.
 */
export function attempt(
  words: string,
  command: () => unknown,
  acknowledged: () => void = () => undefined,
  unsure: () => void = () => undefined,
): string {
  try {
    command();
  } catch (error) {
    if (error instanceof DossierError && error.code !== 'internal') return `${words}: refused, ${error.code}`;
    unsure();
    throw error;
  }
  acknowledged();
  return words;
}

/** What is remembered once these operations are dropped; prepared before, because a kill ends all reading. */
export function dropping(memory: Memory, ctx: ServiceContext, items: readonly OpenItem[]): () => void {
  const named = items.map((item) => ({ item, names: namesOf(ctx, item.finding) }));
  return () => {
    for (const { item, names } of named) {
      memory.dropped.add(item.op);
      if (item.state === 'unknown') {
        memory.droppedUnknown.add(item.op);
        for (const name of names) memory.risked.add(name);
      }
      memory.gaveUpValues(names, parsePatch(item.patchJson));
    }
  };
}

/** What of an operation is neither done nor discarded. */
export function openItems(ctx: ServiceContext, seq: number): OpenItem[] {
  return itemsOf(ctx.db, seq).flatMap((row) => {
    const item = readItem(ctx.db, row.seq, row.finding);
    return item === null || item.state === 'done' || item.state === 'discarded' ? [] : [item];
  });
}

/** Every name that the finding has now; both kinds stay valid for ever. */
export function namesOf(ctx: ServiceContext, finding: FindingRow): string[] {
  return namesIn(ctx.db, finding);
}

/** The same of a store that nobody works with. */
export function namesIn(db: ReadableDb, finding: FindingRow): string[] {
  const { localId, serviceId } = readIdentity(db, finding);
  return [localId, serviceId].filter((name) => name !== null);
}

/** The name under which a person finds it in the lists. */
export function nameOf(ctx: ServiceContext, finding: FindingRow): string {
  return shownId(readIdentity(ctx.db, finding));
}
