import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { Submission } from '#renderer/session/submission.svelte.ts';

const refusal = new ApiError('refused', 'The name is in use.');

test('is under way until it is done, and is then free again', async () => {
  const submission = new Submission();
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = submission.run(() => promise);
  const meanwhile = submission.working;
  resolve();
  expect([meanwhile, await run, submission.working, submission.error]).toEqual([true, true, false, null]);
});

test('is sent once, however often it is asked for meanwhile', async () => {
  const submission = new Submission();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const send = (): Promise<void> => {
    sent += 1;
    return promise;
  };
  const runs = [submission.run(send), submission.run(send)];
  resolve();
  expect([await Promise.all(runs), sent]).toEqual([[true, false], 1]);
});

test('tells why it was not done, until it is sent again', async () => {
  const submission = new Submission();
  const done = await submission.run(() => Promise.reject(refusal));
  const failed = [done, submission.error, submission.working];
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = submission.run(() => promise);
  const meanwhile = submission.error;
  resolve();
  await run;
  expect([failed, meanwhile]).toEqual([[false, 'The name is in use.', false], null]);
});

test('tells nothing of its own where a failure is told elsewhere', async () => {
  const submission = new Submission();
  const told: string[] = [];
  await submission.run(
    () => Promise.reject(refusal),
    ({ code }) => told.push(code) > 0,
  );
  expect([told, submission.error]).toEqual([['refused'], null]);
});

test('can leave every failure to what tells it', async () => {
  const told: string[] = [];
  const submission = new Submission(({ message }) => told.push(message));
  await submission.run(() => Promise.reject(refusal));
  expect([told, submission.error]).toEqual([['The name is in use.'], null]);
});

test('is given up without an error', async () => {
  const submission = new Submission();
  const run = submission.run(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError('cancelled', 'Stopped.')));
      }),
  );
  submission.cancel();
  expect([await run, submission.error, submission.working]).toEqual([false, null, false]);
});
