import { expect, onTestFinished, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { openAccounts } from '#app/accounts/accounts.ts';
import { readCurrentStore } from '#app/maintenance/current-store.ts';
import { systemIds } from '#app/platform/system.ts';
import { handClock, temporaryFolder } from '../../support/desk.ts';

test('who is told of a change after another account was opened finds that account, from a thread of its own too', () => {
  const home = temporaryFolder();
  const found: (string | null)[] = [];
  const accounts = openAccounts({
    home,
    dataKey: new Uint8Array(32).fill(7),
    clock: handClock(),
    ids: systemIds,
    random: () => 0.5,
    tell: () => undefined,
    createTransport: () => expect.fail('nothing is sent'),
    // As the thread that only reads finds it, which knows of what is kept in files alone.
    committed: () => found.push(readCurrentStore(home, () => undefined)),
  });
  onTestFinished(() => {
    accounts.close();
  });
  const open = (userId: string): string => {
    const caller = { userId, user: { id: userId }, organization: {} };
    const proof = { kind: 'token', token: `token of ${userId}` } as const;
    const context = { token: null, signal: new AbortController().signal, progress: () => undefined };
    const profile = { given: null, initial: defaultProfile };
    accounts.adopt('https://one.example.test', profile, caller, proof, context);
    return accounts.current().store.id;
  };
  for (const userId of ['mara', 'theo', 'mara']) {
    const opened = open(userId);
    expect(found.at(-1)).toBe(opened);
  }
});
