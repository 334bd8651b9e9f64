import { expect, test, vi } from 'vitest';
import type { FindingRound } from '#contract/deliverable/rounds.ts';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { retryMs } from '#renderer/session/unsaved/autosave.ts';
import { Verdicts } from '#renderer/features/retest/verdicts.state.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { Program, settled } from '../../support/program.ts';

const round: FindingRound = {
  ...{ number: 1, name: 'Retest 1', begins: '', ends: '', note: '', images: 0, refused: null, offered: null },
  given: { verdict: 'fixed', text: '', who: '', at: '2026-11-02', setAt: '2026-11-02T09:00:00.000Z' },
};

test('words whose verdict is taken away elsewhere are handed back to the person, once', async () => {
  let rounds: readonly FindingRound[] = [round];
  const asked: string[] = [];
  const api = {
    call: (name: string) => {
      asked.push(name);
      return Promise.resolve(rounds);
    },
  } as unknown as Api;
  const told: unknown[] = [];
  const verdicts = new Verdicts(api, { id: 'f1', project: 'harbour-2026' }, (words) => told.push(words));
  await verdicts.refresh();
  verdicts.type(1, { text: 'The token ends now.', who: 'Mara' });
  rounds = [{ ...round, given: null }];
  await verdicts.refresh();
  await verdicts.refresh();
  verdicts.close();
  expect([told, verdicts.isTyped(1), asked]).toEqual([
    ['The token ends now.\nMara'],
    false,
    ['finding.verdicts', 'finding.verdicts', 'finding.verdicts'],
  ]);
});

test('words that could not be saved when the finding was left are saved later, unless their verdict was taken away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const left = async (meanwhile: readonly FindingRound[]): Promise<readonly unknown[]> => {
      let [rounds, locked]: [readonly FindingRound[], boolean] = [[round], false];
      const answer = <T>(value: T): T => {
        if (locked) throw new ApiError('locked', 'The vault is locked.');
        return value;
      };
      const set: unknown[] = [];
      const { api } = new Program({
        'finding.verdicts': () => answer(rounds),
        'verdict.set': ({ text }) => {
          set.push(answer(text));
          return { setting: 1 };
        },
      });
      const told: string[] = [];
      const verdicts = new Verdicts(api, { id: 'f1', project: 'harbour-2026' }, (words) => told.push(words));
      await verdicts.refresh();
      verdicts.type(1, { text: 'The token ends now.' });
      locked = true;
      verdicts.close();
      await settled();
      const kept = sessionOf(api).isUnsaved;
      [rounds, locked] = [meanwhile, false];
      vi.advanceTimersByTime(retryMs);
      await settled();
      return [kept, sessionOf(api).isUnsaved, set, told];
    };
    expect([await left([round]), await left([{ ...round, given: null }])]).toEqual([
      [true, false, ['The token ends now.'], []],
      [true, false, [], ['The token ends now.']],
    ]);
  } finally {
    vi.useRealTimers();
  }
});
