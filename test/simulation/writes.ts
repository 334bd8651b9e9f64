import { BrokenPromise } from './broken.ts';
import { marksIn, type Memory } from './memory.ts';
import { madeAs } from './promises.ts';
import type { ModelService, OurWrite } from './service.ts';

/** Promises 3, 4, 6 and 7, held against each write of ours at the moment when the service carries it out. */
export function watchWrites(memory: Memory, service: ModelService): void {
  const creations = new Map<string, number>();
  const lastTitles = new Map<string, number>();
  service.onGeneration = ({ id, generations }) => {
    const confirmed = memory.confirmed.get(id) ?? 0;
    if (generations >= confirmed)
      throw new BrokenPromise(
        4,
        `${id} is charged a time more than the ${String(confirmed)} that were confirmed`,
      );
  };
  service.onOurWrite = ({ kind, kept, before, after, touched, readAtMs }) => {
    if (kind === 'create') {
      const mark = madeAs(after) ?? '';
      const count = (creations.get(mark) ?? 0) + 1;
      creations.set(mark, count);
      if (count > (memory.created.get(mark) ?? 0))
        throw new BrokenPromise(3, `creation ${mark} is at the service ${String(count)} times`);
      return;
    }
    if (kind === 'review') memory.reviewArrived(kept.id);
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
    if (kind === 'update' && after['title'] !== before['title'])
      checkOrder(lastTitles, memory, service.variant.readLagMs, { kept, after, readAtMs });
  };
}

/** Promise 7: what we wrote into the title of one finding arrives in the order in which the person wrote it. */
function checkOrder(
  last: Map<string, number>,
  memory: Memory,
  readLagMs: number,
  { kept, after, readAtMs }: Pick<OurWrite, 'kept' | 'after' | 'readAtMs'>,
): void {
  const mark = marksIn(after['title']).findLast((one) => one.startsWith('m')) ?? 'm0';
  const number = Number(mark.slice(1));
  if (number < (last.get(kept.id) ?? 0)) {
    // Where reads lag, the title that goes along with every update may be one from before our own last write.
    const wasThere = kept.versions.some(({ record }) => record['title'] === after['title']);
    if (wasThere && readLagMs > 0 && (kept.versions.at(-1)?.atMs ?? 0) + readLagMs >= readAtMs) return;
    // The person went on while an earlier write could still land. That it did is for the program to notice.
    if (memory.risked.has(kept.id)) {
      memory.overtaken.set(kept.id, `m${String(last.get(kept.id))}`);
      return;
    }
    // The person said that a creation of theirs is this finding, and chose between what they had written in both.
    if (memory.named.has(kept.id) || memory.turnedBack.has(kept.id)) return;
    throw new BrokenPromise(
      7,
      `m${String(number)} arrived after m${String(last.get(kept.id))} in ${kept.id}`,
    );
  }
  last.set(kept.id, number);
}
