import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { restMs, retryMs } from '#renderer/session/unsaved/autosave.svelte.ts';
import { openVerdicts } from '#renderer/features/retest/verdicts.state.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { Program, settled } from '../../support/program.ts';

const round: FindingRound = {
  number: 1,
  name: 'Retest 1',
  begins: '',
  ends: '',
  note: '',
  images: 0,
  refused: null,
  offered: null,
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
  const verdicts = openVerdicts(api, { id: 'f1', project: 'harbour-2026' }, (words) => told.push(words));
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
      const verdicts = openVerdicts(api, { id: 'f1', project: 'harbour-2026' }, (words) => told.push(words));
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

/** A finding that is "Still open", before a store that answers with what it has; `locked` refuses every call. */
async function atOpen() {
  const store = { given: { ...round.given, verdict: 'open' } as FindingRound['given'], locked: false };
  const past: FindingRound['given'][] = [];
  const change = (given: FindingRound['given']) => {
    past.push(store.given);
    store.given = given;
    return { setting: past.length };
  };
  const unlocked = <T>(work: () => T): T => {
    if (store.locked) throw new ApiError('locked', 'The vault is locked.');
    return work();
  };
  const program = new Program({
    'finding.verdicts': () => unlocked(() => [{ ...round, given: store.given }]),
    'verdict.set': ({ verdict, text, seen }) =>
      unlocked(() => {
        const there = store.given?.text ?? '';
        if (text !== undefined && text !== there && seen?.text?.includes(there) === false) {
          throw new ApiError('outdated', 'Other words were written meanwhile.');
        }
        const before = store.given ?? { text: '', who: '', at: '2026-11-02', setAt: '' };
        return change({ ...before, verdict, ...(text === undefined ? {} : { text }) });
      }),
    'verdict.clear': () => unlocked(() => change(null)),
    'verdict.undo': () =>
      unlocked(() => {
        store.given = past.pop() ?? null;
        return {};
      }),
  });
  const told: string[] = [];
  const of = { id: 'f1', project: 'harbour-2026' };
  const verdicts = openVerdicts(program.api, of, (words) => told.push(words));
  await verdicts.refresh();
  /** The user types, and rests for as long as it takes until that is saved. */
  const type = async (text: string, ms = restMs) => {
    verdicts.type(1, { text });
    vi.advanceTimersByTime(ms);
    await settled();
  };
  const kept = (): readonly [Verdict, string] | null =>
    store.given === null ? null : [store.given.verdict, store.given.text];
  return { store, program, verdicts, told, type, kept };
}

describe('words that are typed while something else is on its way', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(['verdict.set', 'finding.verdicts'] as const)(
    'go with the new verdict, whose %s is not answered yet',
    async (name) => {
      const { program, verdicts, type, kept } = await atOpen();
      const release = program.hold(name);
      const given = verdicts.give(1, 'fixed');
      await settled();
      await type('The token ends now.');
      await release();
      await given;
      await settled();
      expect([kept(), verdicts.isTyped(1)]).toEqual([['fixed', 'The token ends now.'], false]);
    },
  );

  test.each(['verdict.clear', 'finding.verdicts'] as const)(
    'set no verdict again that is being cleared, whose %s is not answered yet, and are handed back',
    async (name) => {
      const { program, verdicts, told, type, kept } = await atOpen();
      const release = program.hold(name);
      const cleared = verdicts.clear(1);
      await settled();
      await type('The token ends now.');
      await release();
      await cleared;
      await settled();
      expect([kept(), told]).toEqual([null, ['The token ends now.']]);
    },
  );

  test('go with the verdict that an undo brought back, also if it could not be read at once', async () => {
    const { store, program, verdicts, type, kept } = await atOpen();
    await verdicts.give(1, 'fixed');
    const release = program.hold('verdict.undo');
    const undone = verdicts.undo();
    await settled();
    store.locked = true;
    await release();
    await undone;
    await type('The token stays valid.');
    store.locked = false;
    vi.advanceTimersByTime(retryMs);
    await settled();
    expect([kept(), verdicts.failure]).toEqual([['open', 'The token stays valid.'], null]);
  });

  test('are saved when the finding is left meanwhile', async () => {
    const { program, verdicts, type, kept } = await atOpen();
    const release = program.hold('verdict.set');
    const given = verdicts.give(1, 'fixed');
    await settled();
    await type('The token ends now.', 0);
    verdicts.close();
    await release();
    await given;
    await settled();
    expect(kept()).toEqual(['fixed', 'The token ends now.']);
  });

  test('are saved, and a verdict is set, behind one that could not be', async () => {
    const { store, verdicts, type, kept } = await atOpen();
    store.locked = true;
    await expect(verdicts.give(1, 'fixed')).rejects.toThrow('locked');
    store.locked = false;
    await type('The token stays valid.');
    const words = kept();
    await verdicts.give(1, 'partly');
    expect([words, kept()]).toEqual([
      ['open', 'The token stays valid.'],
      ['partly', 'The token stays valid.'],
    ]);
  });
});

describe('words that another window wrote meanwhile', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    { choice: 'takes those', choose: 'takeTheirs', kept: 'Of another window' },
    { choice: 'keeps their own', choose: 'keepMine', kept: 'Mine, typed on' },
  ] as const)('are not written over until the user $choice', async ({ choose, kept: after }) => {
    const { store, verdicts, type, kept } = await atOpen();
    await type('Mine', 0);
    store.given = store.given === null ? null : { ...store.given, text: 'Of another window' };
    await type('Mine, typed on');
    vi.advanceTimersByTime(retryMs);
    await settled();
    const [shown] = verdicts.rounds ?? [];
    if (shown === undefined) throw new Error('no round');
    expect([kept(), verdicts.elsewhereOf(shown), verdicts.wordsOf(shown).text]).toEqual([
      ['open', 'Of another window'],
      { text: 'Of another window' },
      'Mine, typed on',
    ]);
    verdicts[choose](shown);
    await settled();
    expect([kept(), verdicts.isTyped(1)]).toEqual([['open', after], false]);
  });
});
