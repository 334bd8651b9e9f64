import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DrawAnnotations, DrawResult } from '#features/evidence/annotate.ts';

/** Draws layers into an image in a thread of its own, which ends with its answer and takes its memory along. */
export const drawAnnotations: DrawAnnotations = async (order) => {
  const worker = new Worker(new URL('./draw-annotations-worker.ts', import.meta.url), { workerData: order });
  try {
    // Rejects with what the thread threw.
    const [drawn] = (await once(worker, 'message')) as [DrawResult];
    return drawn;
  } finally {
    await worker.terminate();
  }
};
