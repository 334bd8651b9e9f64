import type { Json } from '#contract/json.ts';
import { BrokenPromise } from './broken.ts';
import type { Kept } from './kept.ts';
import { marksIn, type Memory } from './memory.ts';
import { madeAs } from './promises.ts';
import type { ModelService } from './service.ts';

/** Promises 3, 4, 6 and 7, held against each write of ours at the moment when the service carries it out. */
export function watchWrites(memory: Memory, service: ModelService): void {
  const creations = new Map<string, number>();
  const lastTitles = new Map<string, number>();
  service.onOurWrite = ({ kind, kept, before, after, touched, readAtMs }) => {
    if (kind === 'create') {
      const mark = madeAs(after) ?? '';
      const count = (creations.get(mark) ?? 0) + 1;
      creations.set(mark, count);
      if (count > (memory.created.get(mark) ?? 0))
        throw new BrokenPromise(3, `creation ${mark} is at the service ${String(count)} times`);
      return;
    }
    for (const field of touched) {
      const left = new Set(kind === 'review' ? [] : marksIn(after[field]));
      for (const mark of marksIn(before[field])) {
        if (!mark.startsWith('o') || left.has(mark) || memory.hasSeen(kept.id, mark)) continue;
        const written = kept.versions.find((version) => marksIn(version.record[field]).includes(mark));
        if ((written?.atMs ?? 0) + service.variant.readLagMs < readAtMs)
          throw new BrokenPromise(6, `${mark} in ${field} of ${kept.id} was overwritten unseen (${kind})`);
        // It was never read before it was written over: nobody even looked.
        if (readAtMs < 0)
          throw new BrokenPromise(6, `${kept.id} was written over without having been read (${kind})`);
      }
    }
    if (kind === 'update') checkOrder(lastTitles, kept, before['title'], after['title']);
  };
}

/** Promise 7: what we wrote into the title of one finding arrives in the order in which the person wrote it. */
function checkOrder(
  last: Map<string, number>,
  kept: Kept,
  before: Json | undefined,
  after: Json | undefined,
): void {
  if (after === before) return;
  const mark = marksIn(after).findLast((one) => one.startsWith('m'));
  const number = Number(mark?.slice(1) ?? 0);
  if (number < (last.get(kept.id) ?? 0))
    throw new BrokenPromise(
      7,
      `m${String(number)} arrived after m${String(last.get(kept.id))} in ${kept.id}`,
    );
  last.set(kept.id, number);
}
