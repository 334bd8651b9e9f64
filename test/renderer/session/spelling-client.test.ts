import { expect, test } from 'vitest';
import { SpellingClient } from '#renderer/session/spelling/spelling-client.ts';

const question = { kind: 'check', languages: ['en-US'], words: ['wrods'] } as const;

/** As much of a worker as its client uses. */
class SilentWorker extends EventTarget {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly heard: { readonly id: number }[] = [];

  postMessage(message: { readonly id: number }): void {
    this.heard.push(message);
  }
}

function client(start: () => SilentWorker): SpellingClient {
  return new SpellingClient(start as unknown as () => Worker);
}

test('each answer goes to its question, whichever comes first', async () => {
  const worker = new SilentWorker();
  const asking = client(() => worker);
  const [first, second] = [asking.ask(question), asking.ask(question)];
  const [one, other] = worker.heard.map(({ id }) => id);
  worker.onmessage?.({ data: { id: other, words: ['second'] } });
  worker.onmessage?.({ data: { id: one, words: ['first'] } });
  expect([await first, await second, asking.isBroken]).toEqual([['first'], ['second'], false]);
});

test('a worker that fails leaves no question waiting, and says that nothing is judged', async () => {
  const worker = new SilentWorker();
  const asking = client(() => worker);
  const before = asking.ask(question);
  worker.onerror?.();
  expect([await before, await asking.ask(question), asking.isBroken, worker.heard.length]).toEqual([
    ...[[], [], true, 1],
  ]);
});

test('a page that can start no worker says that nothing is judged', async () => {
  const asking = client(() => {
    throw new TypeError('refused by the policy of the page');
  });
  expect([await asking.ask(question), asking.isBroken]).toEqual([[], true]);
});
