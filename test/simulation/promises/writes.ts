import { BrokenPromise } from './broken.ts';
import { marksIn, type Marks, type Memory } from '../user/memory.ts';
import { madeAs } from './promises.ts';
import type { Kept, Version } from '../service/kept.ts';
import type { ModelService, OurWrite, WriteWatcher } from '../service/service.ts';

/** Whether an operation of this kind for a finding is not given up, or may have left before it was. */
export type Wanted = (kind: OurWrite['kind'], id: string) => boolean;

/**
 * The newest title of ours that arrived: its number, which version of the finding it is, and how often everything here
 * had been destroyed by then.
 */
interface LastTitle {
  readonly number: number;
  readonly version: number;
  readonly destructions: number;
}

/** Promises 1, 3, 4, 6 and 7, held against each write of ours at the moment when the service carries it out. */
export function watchWrites(
  memory: Memory,
  marks: Marks,
  service: ModelService,
  wanted: Wanted,
): WriteWatcher {
  const creations = new Map<string, number>();
  const lastTitles = new Map<string, LastTitle>();
  const generated = new Map<string, number>();
  const onGeneration = ({ id }: Kept): void => {
    const confirmed = memory.confirmed.get(id) ?? 0;
    const before = generated.get(id) ?? 0;
    generated.set(id, before + 1);
    if (before >= confirmed)
      throw new BrokenPromise(
        4,
        `${id} is charged a time more than the ${String(confirmed)} that were confirmed`,
      );
  };
  const onWrite = ({ kind, kept, before, after, touched, readAtMs }: OurWrite): void => {
    if (kind === 'create') {
      const mark = madeAs(after) ?? '';
      const count = (creations.get(mark) ?? 0) + 1;
      creations.set(mark, count);
      if (count > (memory.created.get(mark) ?? 0))
        throw new BrokenPromise(3, `creation ${mark} is at the service ${String(count)} times`);
      return;
    }
    if (!wanted(kind, kept.id))
      throw new BrokenPromise(1, `a ${kind} of ${kept.id} arrived that the person had given up`);
    if (kind === 'review') memory.reviewArrived(kept.id);
    for (const field of touched) {
      const left = new Set(kind === 'review' ? [] : marksIn(after[field]));
      for (const mark of marksIn(before[field])) {
        if (marks.isMine(mark) || left.has(mark) || memory.hasSeen(kept.id, mark)) continue;
        // Another home may have put back what had been written over: what counts is when it came the last time.
        const isThere = (version: Version | undefined): boolean =>
          marksIn(version?.record[field]).includes(mark);
        const written = kept.versions.findLast(
          (version, n) => isThere(version) && !isThere(kept.versions[n - 1]),
        );
        if ((written?.atMs ?? 0) + service.variant.readLagMs < readAtMs)
          throw new BrokenPromise(6, `${mark} in ${field} of ${kept.id} was overwritten unseen (${kind})`);
        // It was never read before it was written over: nobody even looked.
        if (readAtMs < 0)
          throw new BrokenPromise(6, `${kept.id} was written over without having been read (${kind})`);
      }
    }
    if (kind === 'update' && after['title'] !== before['title'])
      checkOrder(lastTitles, memory, marks, service.variant.readLagMs, { kept, after, readAtMs });
  };
  return { onWrite, onGeneration };
}

/** Promise 7: what we wrote into the title of one finding arrives in the order in which the person wrote it. */
function checkOrder(
  last: Map<string, LastTitle>,
  memory: Memory,
  marks: Marks,
  readLagMs: number,
  { kept, after, readAtMs }: Pick<OurWrite, 'kept' | 'after' | 'readAtMs'>,
): void {
  const mark = marksIn(after['title']).findLast((one) => marks.isMine(one)) ?? 'm0';
  const number = Number(mark.slice(1));
  const newest = last.get(kept.id);
  if (newest !== undefined && number < newest.number) {
    // Read after our newest one had arrived: another home had written over it, and the title goes along as it was read.
    const { atMs: arrivedAtMs = Number.POSITIVE_INFINITY } = kept.versions[newest.version] ?? {};
    if (arrivedAtMs <= readAtMs && kept.asOf(readAtMs)['title'] === after['title']) return;
    // Where reads lag, the title that goes along with every update may be one from before our own last write.
    const wasThere = kept.versions.some(({ record }) => record['title'] === after['title']);
    if (wasThere && readLagMs > 0 && (kept.versions.at(-1)?.atMs ?? 0) + readLagMs >= readAtMs) return;
    // The newer one was written in the answer to a conflict, while this one waited in an operation behind it.
    if (memory.isBehind(kept.id, mark, `m${String(newest.number)}`)) return;
    // The person went on while an earlier write could still land. That it did is for the program to notice, unless the
    // person gave that value up, or destroyed what the program knew of it.
    if (memory.risked.has(kept.id)) {
      const lost = `m${String(newest.number)}`;
      const counts =
        newest.destructions === memory.destructions && !memory.hasGivenUp(kept.id, 'title', lost);
      if (counts) memory.overtaken.set(kept.id, lost);
      return;
    }
    // The person said that a creation of theirs is this finding, and chose between what they had written in both.
    if (memory.named.has(kept.id) || memory.turnedBack.has(kept.id)) return;
    throw new BrokenPromise(7, `m${String(number)} arrived after m${String(newest.number)} in ${kept.id}`);
  }
  last.set(kept.id, { number, version: kept.versions.length, destructions: memory.destructions });
}
