import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { httpAnswer } from './servers.ts';
import { hostileDesk, hostileService, records, type HostileDesk } from './service.ts';

interface SlowAssistant extends HostileDesk {
  /** Resolves when the next question has reached the service, with how to answer it. */
  question(): Promise<() => void>;
  /** How many questions reached the service. */
  count(): number;
}

/** A desk whose service answers questions to the assistant only when the test says so. */
async function slowAssistant(): Promise<SlowAssistant> {
  const opened = await hostileDesk(await hostileService(records(2)));
  await opened.desk.call('sync.run');
  const sockets: Socket[] = [];
  let met = Promise.withResolvers<() => void>();
  opened.service.spoil(({ path }, socket) => {
    if (!path.includes('/ai/')) return undefined;
    sockets.push(socket);
    met.resolve(() => socket.write(httpAnswer(200, '{"demonstration":"Written late."}')));
    return 'taken';
  });
  return {
    ...opened,
    async question() {
      const answer = await met.promise;
      met = Promise.withResolvers();
      return answer;
    },
    count: () => sockets.length,
  };
}

async function draftsOf({ desk }: HostileDesk): Promise<readonly string[]> {
  return (await desk.call('assistant.drafts', {})).map(({ text }) => text);
}

test('while a question waits for its answer a sync runs, and the answer is taken afterwards', async () => {
  const at = await slowAssistant();
  const { op } = await at.desk.call('assistant.ask', { finding: 'f1' });
  const confirmed = at.desk.call('assistant.confirm', { op });
  const answer = await at.question();
  await at.desk.call('finding.edit', { id: 'f1', changes: { severity: 'high' } });
  expect((await at.desk.call('sync.run')).failure).toBeNull();
  expect(at.service.records.get('f1')?.['severity']).toBe('high');
  answer();
  expect(await confirmed).toMatchObject({ kind: 'written', draft: { text: 'Written late.' } });
  expect(at.count()).toBe(1);
});

test('who stops waiting is told so at once, and a late answer is kept all the same', async () => {
  const at = await slowAssistant();
  const { op } = await at.desk.call('assistant.ask', { finding: 'f1' });
  const stop = new AbortController();
  const confirmed = at.desk.call('assistant.confirm', { op }, { signal: stop.signal });
  const answer = await at.question();
  stop.abort();
  expect(await confirmed).toMatchObject({ kind: 'asked', operation: { op, state: 'sending' } });
  await at.desk.call('sync.run');
  const kept = new Promise<void>((resolve) => {
    at.desk.subscribe(() => resolve());
  });
  answer();
  await kept;
  await expect.poll(() => draftsOf(at)).toEqual(['Written late.']);
});

test('of two identical questions from two commands one leaves', async () => {
  const at = await slowAssistant();
  const ask = async (): Promise<unknown> => {
    const { op } = await at.desk.call('assistant.ask', { finding: 'f1' });
    return at.desk.call('assistant.confirm', { op });
  };
  const first = ask();
  await expect(ask()).rejects.toThrow('asked already');
  const answer = await at.question();
  await expect(ask()).rejects.toThrow('being asked this right now');
  answer();
  expect(await first).toMatchObject({ kind: 'written' });
  expect(at.count()).toBe(1);
});
