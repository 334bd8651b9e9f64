import { parentPort, workerData } from 'node:worker_threads';
import type { Others } from '#domain/preflight/index.ts';
import { answerLong, type LongQuestion } from '#features/reports/long-texts.ts';

/*
 * The entry of a thread that looks at long texts, one question after the other, until it is ended.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const owner = parentPort;
const others = workerData as Others;

owner.on('message', (question: LongQuestion) => {
  owner.postMessage(answerLong(question, others));
});

// The caller waits for an answer: it is told by the end of this thread.
owner.on('messageerror', (error: Error) => {
  throw error;
});
