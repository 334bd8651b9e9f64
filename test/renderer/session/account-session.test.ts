import { expect, test } from 'vitest';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { KnownAccounts } from '#renderer/session/account/known-accounts.svelte.ts';
import { AccountOverview } from '#renderer/session/account/account.svelte.ts';
import { asAnswered } from '../support/program.ts';
import { sessionOf, sessionPart } from '#renderer/session/account/account-session.ts';

/** An object that a page asks with; what it answers is given. */
function asker(answer: (name: string) => unknown = () => null): Api {
  return {
    call: async (name) => asAnswered(answer(name)),
    subscribe: () => () => undefined,
  };
}

test('the parts of a session are made once for each account, and say what is unsaved', () => {
  const drafts = sessionPart({
    make: () => ({ text: '' }),
    isUnsaved: ({ text }) => text !== '',
    keepOf: (part, projects) => {
      const had = part.text !== '' && !projects.has('p1');
      if (had) part.text = '';
      return had;
    },
  });
  const others = sessionPart({ make: () => ({ count: 0 }) });
  const [mara, jon] = [asker(), asker()];
  expect(drafts(mara)).toBe(drafts(mara));
  expect(drafts(mara)).not.toBe(drafts(jon));
  expect(others(mara)).not.toBe(drafts(mara));
  expect(sessionOf(mara).isUnsaved).toBe(false);
  drafts(mara).text = 'typed';
  expect([sessionOf(mara).isUnsaved, sessionOf(jon).isUnsaved]).toEqual([true, false]);
  expect([sessionOf(mara).keepOf(new Set(['p1'])), drafts(mara).text]).toEqual([false, 'typed']);
  expect([sessionOf(mara).keepOf(new Set()), drafts(mara).text]).toEqual([true, '']);
});

test('every part lets go of a destroyed engagement, also behind one that had something', () => {
  const asked: string[] = [];
  for (const name of ['first', 'second'])
    sessionPart({
      make: () => name,
      keepOf: (part) => {
        asked.push(part);
        return part === 'first';
      },
    });
  expect(sessionOf(asker()).keepOf(new Set())).toBe(true);
  expect(asked).toEqual(['first', 'second']);
});

test('the accounts of a vault are offered but for the present one, and none without an answer', async () => {
  const known = new KnownAccounts();
  const accounts = [
    { account: 'a', current: true },
    { account: 'b', current: false },
  ];
  await known.load(asker((name) => (name === 'account.list' ? accounts : null)));
  expect([known.all, known.others]).toEqual([accounts, [accounts[1]]]);
  await known.load(
    asker(() => {
      throw new ApiError('internal', 'The store broke.');
    }),
  );
  expect([known.all, known.others]).toEqual([[], []]);
});

test('what is known of the user is the newest answer, and stays beside the reason why a later one failed', async () => {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const overview = new AccountOverview(
    asker(() => {
      const answer = Promise.withResolvers<unknown>();
      answers.push(answer);
      return answer.promise;
    }),
  );
  const standing = { pauses: [{ of: 'findings', until: '2026-03-10T12:00:00Z' }] };
  expect(overview.pausedUntil('findings')).toBeNull();
  const [early, late] = [overview.load(), overview.load()];
  answers[1]?.resolve(standing);
  await late;
  answers[0]?.reject(new ApiError('internal', 'Too late.'));
  await early;
  expect([overview.standing, overview.failure]).toEqual([standing, null]);
  expect([overview.pausedUntil('findings'), overview.pausedUntil('ai')]).toEqual([
    Date.parse('2026-03-10T12:00:00Z'),
    null,
  ]);
  const failing = overview.load();
  answers[2]?.reject(new ApiError('internal', 'The store broke.'));
  await failing;
  expect([overview.standing, overview.failure]).toEqual([standing, 'The store broke.']);
  const again = overview.load();
  answers[3]?.resolve(standing);
  await again;
  expect(overview.failure).toBeNull();
});
