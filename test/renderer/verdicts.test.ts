import { expect, test } from 'vitest';
import type { FindingRound } from '#contract/rounds.ts';
import type { Api } from '#renderer/api/api.ts';
import { Verdicts } from '#renderer/state/verdicts.svelte.ts';

const round: FindingRound = {
  ...{ number: 1, name: 'Retest 1', begins: '', ends: '', note: '', images: 0 },
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
  const verdicts = new Verdicts(
    api,
    { id: 'f1', project: 'harbour-2026' },
    { lost: (thrown) => told.push(thrown), inVain: (words) => told.push(words) },
  );
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
