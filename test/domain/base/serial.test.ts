import { expect, it } from 'vitest';
import { createSerial } from '#domain/base/serial.ts';

it('a serial runs one piece of work after another, also after one that failed', async () => {
  const { inTurn, settled } = createSerial();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = inTurn(async () => {
    await first.promise;
    order.push('first');
    throw new Error('The first one failed.');
  });
  const second = inTurn(async () => order.push('second'));
  expect(order).toEqual([]);
  first.resolve();
  await expect(failing).rejects.toThrow('The first one failed.');
  expect(await second).toBe(2);
  await settled();
  expect(order).toEqual(['first', 'second']);
});

it('a serial counts as settled only once the work begun before has ended', async () => {
  const { inTurn, settled } = createSerial();
  const work = Promise.withResolvers<void>();
  const order: string[] = [];
  void inTurn(async () => {
    await work.promise;
    order.push('work');
  });
  const all = settled().then(() => order.push('settled'));
  work.resolve();
  await all;
  expect(order).toEqual(['work', 'settled']);
});
