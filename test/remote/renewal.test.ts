import { expect, test } from 'vitest';
import { createRenewal, type Renewal, type SessionTurn } from '#remote/auth/renewal.ts';

interface Cookies {
  access: string;
  refresh: string;
}

function session(cookies: Cookies) {
  return createRenewal({
    header: () => `${cookies.access};${cookies.refresh}`,
    isDue: () => cookies.access === '' && cookies.refresh !== '',
  });
}

async function enter(renewal: Renewal): Promise<SessionTurn> {
  const turn = await renewal.enter(undefined);
  if (turn === null) throw new Error('nothing gave it up');
  return turn;
}

test('a request waits while another renews the session, and goes out with what that brought', async () => {
  const cookies: Cookies = { access: '', refresh: 'r1' };
  const renewal = session(cookies);
  const first = await enter(renewal);
  let entered = false;
  const second = enter(renewal).then(() => {
    entered = true;
    return cookies.access;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(false);
  await first.leave(false, () => Object.assign(cookies, { access: 'a2', refresh: 'r2' }));
  expect(await second).toBe('a2');
});

test('a refusal waits for the answer that renews, and its own cookies are dropped', async () => {
  const cookies: Cookies = { access: 'a1', refresh: 'r1' };
  const renewal = session(cookies);
  const [winner, loser] = [await enter(renewal), await enter(renewal)];
  const overtaken = loser.leave(true, () => Object.assign(cookies, { access: '', refresh: '' }));
  await winner.leave(false, () => Object.assign(cookies, { access: 'a2', refresh: 'r2' }));
  expect([await overtaken, cookies]).toEqual([true, { access: 'a2', refresh: 'r2' }]);
});

test('a refusal that nothing overtook ends the session as the service says', async () => {
  const cookies: Cookies = { access: 'a1', refresh: 'r1' };
  const renewal = session(cookies);
  const turns = [await enter(renewal), await enter(renewal)];
  const clear = (): void => void Object.assign(cookies, { access: '', refresh: '' });
  const left = turns.map((turn) => turn.leave(true, clear));
  expect([await Promise.all(left), cookies]).toEqual([[false, false], { access: '', refresh: '' }]);
});

test('a request that is given up while another renews does not go out', async () => {
  const renewal = session({ access: '', refresh: 'r1' });
  await renewal.enter(undefined);
  const given = new AbortController();
  const second = renewal.enter(given.signal);
  given.abort();
  expect(await second).toBe(null);
});
