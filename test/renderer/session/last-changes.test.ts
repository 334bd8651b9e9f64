import { expect, test } from 'vitest';
import { LastChanges } from '#renderer/session/last-changes.ts';

function noting() {
  const changes = new LastChanges();
  const undone: string[] = [];
  const note = (key: string, project = 'P'): void => {
    changes.note({
      key,
      project,
      undo: () => {
        undone.push(key);
        return Promise.resolve(key);
      },
    });
  };
  return { changes, undone, note };
}

test('the last change of the engagement is undone first, and each once', async () => {
  const { changes, note } = noting();
  note('a');
  note('b');
  note('c', 'Q');
  const said = [await changes.undoLast('P'), await changes.undoLast('P'), await changes.undoLast('P')];
  expect(said).toEqual([{ kind: 'undone', says: 'b' }, { kind: 'undone', says: 'a' }, { kind: 'none' }]);
});

test('what was undone elsewhere is not undone again, and what was changed again is the last', async () => {
  const { changes, undone, note } = noting();
  note('a');
  note('b');
  note('c');
  note('a');
  changes.forget('c');
  await changes.undoLast('P');
  await changes.undoLast('P');
  expect([undone, changes.lastOf('a'), changes.lastOf('c')]).toEqual([['a', 'b'], null, null]);
});

test('a key held down undoes one change at a time, and one that fails is not tried again', async () => {
  const { changes, note, undone } = noting();
  note('a');
  const pending = Promise.withResolvers<string>();
  changes.note({ key: 'b', project: 'P', undo: () => pending.promise });
  const first = changes.undoLast('P');
  const second = await changes.undoLast('P');
  pending.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await changes.undoLast('P');
  expect([second, undone]).toEqual([{ kind: 'busy' }, ['a']]);
});
