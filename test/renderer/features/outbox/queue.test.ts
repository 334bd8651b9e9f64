import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { Queue } from '#renderer/features/outbox/outbox.state.svelte.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';

withBase64();

test('more findings of an operation stay told while it changes, and are not asked for of another one', async () => {
  const asked: unknown[] = [];
  const program = new Program({
    'queue.rows': () => ({ seqs: words(3, 4), counts: { person: 0, unknown: 0, sending: 0, waiting: 2 } }),
    'queue.items': ({ seqs }) => seqs.map((seq) => ({ seq, op: `o${String(seq)}` })),
    'queue.open': (input) => {
      asked.push(input);
      return { row: { seq: Number(input.op.slice(1)) }, parts: Array(input.parts ?? 200).fill({}) };
    },
  });
  const queue = new Queue(program.api);
  queue.show(0, 10);
  await queue.again();
  await queue.more();
  await queue.again();
  queue.move(1);
  await settled();
  expect(asked).toEqual([{ op: 'o3' }, { op: 'o3', parts: 400 }, { op: 'o3', parts: 400 }, { op: 'o4' }]);
});

test('a key that was pressed on an operation is for no other one on which the cursor is by then', async () => {
  const program = new Program({
    'queue.rows': () => ({ seqs: words(3, 4), counts: { person: 0, unknown: 0, sending: 0, waiting: 2 } }),
    'queue.items': ({ seqs }) => seqs.map((seq) => ({ seq, op: `o${String(seq)}` })),
    'queue.open': (input) => ({ row: { seq: Number(input.op.slice(1)) }, parts: [] }),
  });
  const queue = new Queue(program.api);
  queue.show(0, 10);
  await queue.again();
  const answered = program.hold('queue.open');
  queue.move(1);
  const pressed = queue.current();
  queue.move(-1);
  await answered();
  const meant = await pressed;
  expect([meant, (await queue.current())?.row.seq]).toEqual([null, 3]);
});

test('a cursor that moves while another account is opened says and throws nothing', async () => {
  const program = new Program({
    'queue.rows': () => ({ seqs: words(3, 4), counts: { person: 0, unknown: 0, sending: 0, waiting: 2 } }),
    'queue.items': () => {
      throw new ApiError('other-account', 'Another account is open by now.');
    },
  });
  const queue = new Queue(program.api);
  await queue.again();
  queue.cursor = 4;
  await expect(queue.open()).resolves.toBeUndefined();
  expect([queue.failure, queue.detail]).toEqual([null, null]);
});
