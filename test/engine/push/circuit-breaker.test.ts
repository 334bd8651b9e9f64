import { describe, expect, it } from 'vitest';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { CircuitBreaker } from '#engine/push/circuit-breaker.ts';

const failure = { kind: 'timeout' } as RemoteFailure;

describe('after a write of unknown outcome', () => {
  it('writes stop until a read has worked', async () => {
    const breaker = new CircuitBreaker();
    const before = [breaker.isShut(), await breaker.pass()];
    const { promise, resolve } = Promise.withResolvers<RemoteFailure | null>();
    const looking = breaker.until(() => promise);
    const passing = breaker.pass();
    const meanwhile = breaker.isShut();
    resolve(null);
    expect([before, meanwhile, await passing, await looking, breaker.isShut()]).toEqual([
      [false, null],
      true,
      null,
      null,
      false,
    ]);
  });

  it('writes stay stopped if no read works, and what waits for it is told why', async () => {
    const breaker = new CircuitBreaker();
    const looking = breaker.until(async () => failure);
    const passing = breaker.pass();
    expect([await looking, await passing, breaker.isShut(), await breaker.pass()]).toEqual([
      failure,
      failure,
      true,
      failure,
    ]);
  });

  it('writes stay stopped until the last of several looks has worked', async () => {
    const breaker = new CircuitBreaker();
    const [one, other] = [0, 1].map(() => Promise.withResolvers<RemoteFailure | null>());
    const looks = [one, other].map((look) => breaker.until(() => look?.promise ?? Promise.resolve(null)));
    one?.resolve(null);
    await looks[0];
    const first = breaker.isShut();
    other?.resolve(null);
    await looks[1];
    expect([first, breaker.isShut(), breaker.generation]).toEqual([true, false, 2]);
  });

  it('nobody waits for ever if the look itself breaks off', async () => {
    const breaker = new CircuitBreaker();
    const looking = breaker.until(() => Promise.reject(new Error('disk full')));
    const passing = breaker.pass();
    await expect(looking).rejects.toThrow('disk full');
    expect([await passing, breaker.isShut()]).toEqual([{ kind: 'cancelled' }, true]);
  });
});
