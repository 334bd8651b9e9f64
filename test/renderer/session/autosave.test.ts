import { expect, test, vi } from 'vitest';
import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import type { FindingView } from '#contract/window/window.ts';
import {
  ApiError,
  SilentError,
  type Api,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';
import { findingSaves, type FindingSaves } from '#renderer/features/findings/editor/finding-saves.ts';
import { openFinding } from '#renderer/features/findings/editor/open-finding.state.svelte.ts';
import { restMs, retryMs } from '#renderer/session/unsaved/autosave.svelte.ts';
import { record, viewOf } from '../support/open-state.ts';

/** By a name that is not known yet the compiler cannot follow what is answered. */
function asAnswered<T>(value: unknown): T {
  return value as T;
}

/** The program as far as one open finding sees it. Answers can be held back, so that a test chooses their order. */
class Program {
  record = { ...record };
  readonly edits: unknown[] = [];
  readonly asked: string[] = [];
  failure: ApiError | null = null;
  /** Edits are taken, and their answers lost. */
  mute = false;
  unreadable: ApiError | null = null;
  /** As the store: what was written elsewhere is not written over before it was seen. */
  refusesUnseen = false;
  #held: (() => void)[] | null = null;

  readonly api: Pick<Api, 'call'> = {
    call: async <N extends PageProcedure>(name: N, input: PageInput<N>): Promise<PageAnswer<N>> => {
      this.asked.push(name);
      const answer = this.#answer(name, input);
      await new Promise<void>((go) => {
        if (this.#held === null) go();
        else this.#held.push(go);
      });
      if (answer instanceof ApiError) throw answer;
      return asAnswered(answer);
    },
  };

  hold(): void {
    this.#held = [];
  }

  /** Lets the answers held back go: in the order of the calls, or the other way round. */
  async release(order: 'oldest first' | 'newest first' = 'oldest first'): Promise<void> {
    const held = order === 'oldest first' ? (this.#held ?? []) : (this.#held ?? []).reverse();
    this.#held = null;
    for (const go of held) go();
    await settled();
  }

  #answer(name: PageProcedure, input: unknown): unknown {
    if (name === 'connection.profile') return defaultProfile;
    if (name === 'finding.open') return this.unreadable ?? viewOf({ ...this.record });
    if (this.failure !== null) return this.failure;
    if (name === 'finding.undo') {
      this.record = { ...record };
      return viewOf({ ...this.record }) satisfies FindingView;
    }
    const { changes, seen } = input as PageInput<'finding.edit'>;
    const isUnseen = Object.entries(changes).some(
      ([field, mine]) =>
        ![mine, seen?.[field]].includes(Object.entries(this.record).find(([name]) => name === field)?.[1]),
    );
    if (this.refusesUnseen && isUnseen) return new ApiError('outdated', 'f1: title: Changed elsewhere.');
    this.edits.push({ changes, seen });
    Object.assign(this.record, changes);
    return this.mute ? new SilentError('The program does not answer.') : {};
  }
}

/** Promises that are ready have run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

class HandTime {
  now = 1_000;
  #timers: { at: number; run: () => void }[] = [];

  nowMs(): number {
    return this.now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const ripe = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { run } of ripe) run();
    await settled();
  }
}

async function openSaver(profile: ServiceProfile | null = null) {
  const program = new Program();
  const time = new HandTime();
  const unread: unknown[] = [];
  const saver = findingSaves({ api: program.api, profile }, 'f1', {
    clock: time,
    unread: (thrown) => unread.push(thrown),
  });
  await saver.open();
  const shown = () => saver.shown('title') ?? null;
  return { program, time, saver, unread, shown };
}

test('a finding is read by one question where the window knows the service, also if it is asked for twice', async () => {
  const known = await openSaver(defaultProfile);
  await Promise.all([known.saver.open(), known.saver.open()]);
  const unknown = await openSaver(null);
  expect([known.program.asked, unknown.program.asked]).toEqual([
    ['finding.open', 'finding.open'],
    ['finding.open', 'connection.profile'],
  ]);
});

test('keys that follow each other are one save, 400 ms behind the last, and it says when', async () => {
  const { program, time, saver } = await openSaver();
  saver.type('title', 'M');
  await time.pass(restMs - 1);
  saver.type('title', 'Mi');
  await time.pass(restMs - 1);
  const early = program.edits.length;
  await time.pass(1);
  expect([early, program.edits, saver.savedAtMs]).toEqual([
    0,
    [{ changes: { title: 'Mi' }, seen: { title: 'Session outlives logout' } }],
    time.now,
  ]);
});

test('leaving the field saves at once', async () => {
  const { program, saver } = await openSaver();
  saver.type('title', 'Mine');
  expect([await saver.saveNow(), program.edits.length]).toEqual([true, 1]);
});

test('what was typed while the first save was on its way goes in a second, before all is called saved', async () => {
  const { program, saver } = await openSaver();
  saver.type('title', 'Mine');
  program.hold();
  const done = saver.saveNow();
  await settled();
  saver.type('title', 'Mine too');
  await program.release();
  expect([await done, program.edits]).toEqual([
    true,
    [
      { changes: { title: 'Mine' }, seen: { title: 'Session outlives logout' } },
      { changes: { title: 'Mine too' }, seen: { title: 'Mine' } },
    ],
  ]);
});

test('what was typed while the first save was on its way is saved also where its time ran out before that arrived', async () => {
  const { program, time, saver } = await openSaver();
  program.hold();
  saver.type('title', 'Mine');
  await time.pass(restMs);
  saver.type('title', 'Mine too');
  await time.pass(restMs);
  await program.release();
  expect([program.record['title'], saver.unsaved.length]).toEqual(['Mine too', 0]);
});

test('who goes on typing when a save arrives has no other one before they rest', async () => {
  const { program, time, saver } = await openSaver();
  program.hold();
  saver.type('title', 'Mine');
  await time.pass(restMs);
  saver.type('title', 'Mine t');
  await program.release();
  const early = program.edits.length;
  await time.pass(restMs);
  expect([early, program.edits.length, program.record['title']]).toEqual([1, 2, 'Mine t']);
});

const orders = ['oldest first', 'newest first'] as const;
test.each(orders)(
  'a reading that was asked for before a save never brings the older value back: %s',
  async (order) => {
    const { program, saver, shown } = await openSaver();
    program.hold();
    const read = saver.refresh();
    await settled();
    saver.type('title', 'Mine');
    const done = saver.saveNow();
    await settled();
    const seen: unknown[] = [];
    const released = program.release(order);
    for (let turn = 0; turn < 100; turn += 1) {
      seen.push(shown());
      await Promise.resolve();
    }
    await released;
    await Promise.all([read, done]);
    expect([...new Set(seen), saver.view?.effective['title']]).toEqual(['Mine', 'Mine']);
  },
);

test('a sync under the open editor fills other fields and leaves what is being typed', async () => {
  const { program, saver, shown } = await openSaver();
  saver.type('title', 'Mine');
  Object.assign(program.record, { title: 'Theirs', severity: 'critical' });
  await saver.refresh();
  const severity = saver.shown('severity');
  expect([shown(), severity]).toEqual(['Mine', 'critical']);
});

test('a full store keeps the draft, says so, and takes it as soon as it can', async () => {
  const { program, time, saver, shown } = await openSaver();
  program.failure = new ApiError('disk-full', 'f1: title: The disk is full.');
  saver.type('title', 'Mine');
  await time.pass(restMs);
  const told = saver.draft('title')?.trouble?.message;
  program.failure = null;
  await time.pass(retryMs);
  expect([told, shown(), program.record['title'], saver.unsaved]).toEqual([
    'The disk is full.',
    'Mine',
    'Mine',
    [],
  ]);
});

const times = ['while it is on its way', 'when it has failed'] as const;
test.each(times)('words whose save had no answer can be deleted again: %s', async (when) => {
  const { program, time, saver, shown } = await openSaver();
  const deleted = () => {
    saver.type('title', 'Session outlives logout');
  };
  program.mute = true;
  program.hold();
  saver.type('title', 'Session outlives logout of Ms Berger');
  await time.pass(restMs);
  if (when === 'while it is on its way') deleted();
  await program.release();
  if (when === 'when it has failed') deleted();
  const told = saver.savedAtMs;
  program.mute = false;
  await time.pass(retryMs);
  await saver.refresh();
  expect([told, program.edits.at(-1), program.record['title'], shown(), saver.unsaved.length]).toEqual([
    null,
    {
      changes: { title: 'Session outlives logout' },
      seen: { title: 'Session outlives logout of Ms Berger' },
    },
    'Session outlives logout',
    'Session outlives logout',
    0,
  ]);
});

test('words whose save had no answer are called saved once they are read in the store', async () => {
  const { program, time, saver } = await openSaver();
  program.mute = true;
  saver.type('title', 'Mine');
  await time.pass(restMs);
  const before = [saver.savedAtMs, saver.unsaved];
  await time.pass(retryMs);
  expect([before, saver.savedAtMs, saver.unsaved, program.edits.length]).toEqual([
    [null, ['title']],
    time.now,
    [],
    1,
  ]);
});

test('what may be in the store waits for as long as the store cannot be read, and says why', async () => {
  const { program, time, saver } = await openSaver();
  program.mute = true;
  saver.type('title', 'Mine');
  await time.pass(restMs);
  saver.type('title', 'Mine too');
  program.unreadable = new ApiError('locked', 'f1: It is locked.');
  const saved = await saver.saveNow();
  const told = saver.draft('title')?.trouble?.message;
  program.unreadable = null;
  program.mute = false;
  await time.pass(retryMs);
  expect([saved, told, program.edits.at(-1), program.edits.length]).toEqual([
    false,
    'It is locked.',
    { changes: { title: 'Mine too' }, seen: { title: 'Mine' } },
    2,
  ]);
});

test('a value that breaks a rule does not keep back another field, and closing says that it is not saved', async () => {
  const { program, saver } = await openSaver();
  saver.type('asset', []);
  saver.type('severity', 'low');
  expect([await saver.saveNow(), program.edits]).toEqual([
    false,
    [{ changes: { severity: 'low' }, seen: { severity: 'medium' } }],
  ]);
});

/** The finding as its editor has it. */
async function openEditor() {
  const program = new Program();
  const api = { ...program.api, subscribe: () => () => undefined };
  const open = openFinding({ api, profile: defaultProfile, revision: 1 }, 'f1');
  await open.show();
  return { program, open };
}

test('an undo is a write too: it says when', async () => {
  vi.useFakeTimers();
  try {
    const { open } = await openEditor();
    open.type('title', 'Mine');
    await open.saveNow();
    const savedAtMs = open.savedAtMs ?? 0;
    vi.setSystemTime(savedAtMs + 60_000);
    await open.step('finding.undo');
    expect(open.savedAtMs).toBe(savedAtMs + 60_000);
  } finally {
    vi.useRealTimers();
  }
});

test('undo saves what is typed first, and is not done over something that cannot be saved', async () => {
  vi.useFakeTimers();
  try {
    const { program, open } = await openEditor();
    open.type('title', 'Mine');
    const done = await open.step('finding.undo');
    const after = open.valueOf('title');
    open.type('title', '');
    const again = await open.step('finding.undo');
    expect([done, program.edits.length, after, again, open.valueOf('title')]).toEqual([
      true,
      1,
      'Session outlives logout',
      false,
      '',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  {
    choice: 'keeps theirs',
    answer: (saver: FindingSaves) => saver.drop('title'),
    stays: 'Of the other window',
    saved: 0,
  },
  {
    choice: 'keeps their own',
    answer: (saver: FindingSaves) => saver.keepMine('title'),
    stays: 'Mine, typed on',
    saved: 1,
  },
])(
  'a value that another window wrote is never written over before the user $choice, however long they type on',
  async ({ answer, stays, saved }) => {
    const { program, time, saver, shown } = await openSaver();
    program.refusesUnseen = true;
    saver.type('title', 'Mine');
    // It is here before this window has heard of it.
    program.record['title'] = 'Of the other window';
    await time.pass(restMs);
    const told = saver.draft('title');
    saver.type('title', 'Mine, typed on');
    for (let round = 0; round < 5; round += 1) await time.pass(retryMs);
    const left = await saver.saveNow();
    expect([told?.elsewhere, shown(), left, program.record['title'], program.edits]).toEqual([
      { value: 'Of the other window' },
      'Mine, typed on',
      false,
      'Of the other window',
      [],
    ]);
    answer(saver);
    await settled();
    await time.pass(restMs);
    expect([shown(), program.record['title'], program.edits.length, await saver.saveNow()]).toEqual([
      stays,
      stays,
      saved,
      true,
    ]);
  },
);

test('a field that waits for an answer is saved once the other value was undone', async () => {
  const { program, time, saver } = await openSaver();
  program.refusesUnseen = true;
  const before = program.record['title'];
  saver.type('title', 'Mine');
  program.record['title'] = 'Of the other window';
  await time.pass(restMs);
  program.record['title'] = before ?? null;
  await saver.refresh();
  await time.pass(restMs);
  expect([program.record['title'], saver.unsaved.length]).toEqual(['Mine', 0]);
});

test('a change that is told while a reading is under way is read, also if that reading fails', async () => {
  const { program, saver, shown } = await openSaver();
  program.hold();
  program.unreadable = new ApiError('busy', 'The vault is busy.');
  const first = saver.refresh();
  await settled();
  program.unreadable = null;
  program.record['title'] = 'Of the other window';
  const second = saver.refresh();
  await program.release();
  await Promise.all([first, second]);
  expect([shown(), saver.failure]).toEqual(['Of the other window', null]);
});
