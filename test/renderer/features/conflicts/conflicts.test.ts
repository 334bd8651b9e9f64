import { expect, test } from 'vitest';
import type { ConflictPart } from '#contract/procedures/findings/conflict.ts';
import { ApiError } from '#renderer/api/api.ts';
import { Conflicts } from '#renderer/features/conflicts/conflicts.state.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { Program } from '../../support/program.ts';

const description: ConflictPart = { field: 'description', base: 'One.', mine: 'Mine.', theirs: 'Theirs.' };
const answers = { mine: true, theirs: true, own: true };
const listed = {
  cause: 'one',
  answers,
  reason: 'fields' as const,
  fields: ['description' as const],
  values: [],
};

/** 80 conflicts of one cause; the last one is open, and something was written there by hand. */
async function writing(onSettle: (asked: number) => void) {
  let left = Array.from({ length: 80 }, (_one, at) => ({
    op: `o${String(at)}`,
    id: `f${String(at)}`,
    title: `Title ${String(at)}`,
    fingerprint: '',
  }));
  let asked = 0;
  const program = new Program({
    'conflict.list': () => [{ ...listed, findings: left }],
    'conflict.open': (named) => ({ ...named, fingerprint: '', cause: 'one', answers, fields: [description] }),
    'conflict.settled': () => null,
    'conflict.settle': ({ items }) => {
      asked += 1;
      onSettle(asked);
      left = left.filter(({ op }) => items.every((item) => item.op !== op));
      return { done: items.map(({ op, id }) => ({ op, id })), kept: [] };
    },
    'conflict.undo': ({ items }) => ({ done: items, kept: [] }),
  });
  const unused: string[] = [];
  const conflicts = new Conflicts(program.api, (title, text) => unused.push(`${title}: ${text}`));
  await conflicts.freshen();
  await conflicts.show({ op: 'o79', id: 'f79' });
  conflicts.change('description', (answer) =>
    answer.kind === 'text' ? { ...answer, written: 'By hand.' } : answer,
  );
  const [cause] = conflicts.causes ?? [];
  if (cause === undefined) throw new Error('nothing is listed');
  const stop = new AbortController();
  /** What one answer for all came to, what the page shows then, and how many can be undone. */
  const outcome = async () => {
    const { done, failure } = await conflicts.settleAll(cause, 'mine', stop.signal);
    const { last, view } = conflicts;
    const back = await conflicts.undo();
    return [done.length, failure, last?.says, view?.id, conflicts.answers[0], back?.done.length];
  };
  return { stop, outcome, unused };
}

const stillWritten = expect.objectContaining({ written: 'By hand.' });

test('one answer for all that is stopped tells what it resolved until then, undoes that, and loses no written word', async () => {
  const { stop, outcome } = await writing((asked) => {
    if (asked === 2) stop.abort();
  });
  expect(await outcome()).toEqual([50, null, 'Resolved: 50 of 80 conflicts', 'f79', stillWritten, 50]);
});

test('one answer for all that fails in the middle tells so, and all the same what it resolved until then', async () => {
  const full = new ApiError('disk-full', 'The disk is full.');
  const { outcome } = await writing((asked) => {
    if (asked === 3) throw full;
  });
  expect(await outcome()).toEqual([50, full, 'Resolved: 50 of 80 conflicts', 'f79', stillWritten, 50]);
});

test('what is written by hand for one of those that get one answer is told, with its words', async () => {
  const { outcome, unused } = await writing(() => undefined);
  expect([(await outcome())[0], unused]).toEqual([80, ['Title 79: By hand.']]);
});

test('an entry that is typed and not added yet counts as written, and is there again behind a lock', async () => {
  const tags: ConflictPart = { field: 'tags', base: ['a'], mine: ['b'], theirs: ['c'] };
  const entry = { op: 'o0', id: 'f0', fingerprint: '' };
  const { api } = new Program({
    'conflict.list': () => [{ ...listed, findings: [entry] }],
    'conflict.open': () => ({ ...entry, cause: 'one', answers, fields: [tags] }),
    'conflict.settled': () => null,
  });
  const open = async (): Promise<Conflicts> => {
    const conflicts = new Conflicts(api, () => undefined);
    await conflicts.freshen();
    await conflicts.begin();
    return conflicts;
  };
  const before = await open();
  const untouched = sessionOf(api).isUnsaved;
  before.change('tags', (answer) => (answer.kind === 'set' ? { ...answer, adding: 'half ty' } : answer));
  const shown = sessionOf(api).isUnsaved;
  before.leave();
  const locked = sessionOf(api).isUnsaved;
  const after = await open();
  expect([untouched, shown, locked, after.answers]).toEqual([
    false,
    true,
    true,
    [expect.objectContaining({ adding: 'half ty' })],
  ]);
});

test('another conflict is not opened while one is being resolved, whose answer would be taken for it', async () => {
  let isOutdated = false;
  const left = ['o1', 'o2', 'o3'].map((op) => ({ op, id: op, title: op, fingerprint: '' }));
  const program = new Program({
    'conflict.list': () => [{ ...listed, findings: left }],
    'conflict.open': (named) => ({ ...named, fingerprint: '', cause: 'one', answers, fields: [description] }),
    'conflict.settled': () => null,
    'queue.resolve': () => {
      if (isOutdated) throw new ApiError('outdated', 'It is another one.');
      return {};
    },
  });
  const conflicts = new Conflicts(program.api, () => undefined);
  const shown: unknown[] = [];
  for (isOutdated of [false, true]) {
    await conflicts.freshen();
    await conflicts.show({ op: 'o1', id: 'o1' });
    conflicts.chooseAll('mine');
    const answered = program.hold('queue.resolve');
    const settling = conflicts.settle();
    await conflicts.show({ op: 'o3', id: 'o3' });
    shown.push(conflicts.view?.op);
    await answered();
    await settling;
    shown.push(conflicts.view?.op);
  }
  expect(shown).toEqual(['o1', 'o2', 'o1', 'o1']);
});

test('the open conflict that is asked for once more stays at the question that was at hand', async () => {
  const remediation: ConflictPart = { ...description, field: 'remediation' };
  const entry = { op: 'o0', id: 'f0', title: 'Title', fingerprint: '' };
  let meanwhile = (): void => undefined;
  const program = new Program({
    'conflict.list': () => [{ ...listed, findings: [entry] }],
    'conflict.open': () => {
      meanwhile();
      return { ...entry, cause: 'one', answers, fields: [description, remediation] };
    },
    'conflict.settled': () => null,
  });
  const conflicts = new Conflicts(program.api, () => undefined);
  await conflicts.freshen();
  await conflicts.show(entry);
  conflicts.choose('mine');
  const before = conflicts.at?.field;
  meanwhile = () => conflicts.choose('theirs');
  await conflicts.show(entry);
  expect([before, conflicts.at?.field, conflicts.open]).toEqual(['remediation', 'remediation', []]);
});
