import { parentPort } from 'node:worker_threads';
import { answerLong, type LongQuestion } from '#services/reports/long-texts.ts';

/*
 * The entry of a thread that looks at long texts, one question after the other, until it is ended.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const owner = parentPort;

owner.on('message', (question: LongQuestion) => {
  owner.postMessage(answerLong(question));
});
