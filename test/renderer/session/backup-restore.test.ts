import { expect, test } from 'vitest';
import type { OpenedBackup } from '#contract/window/shell.ts';
import { ApiError, type Api, type CallOptions } from '#renderer/api/api.ts';
import { BackupRestore } from '#renderer/session/backup-restore.svelte.ts';
import { asAnswered } from '../support/program.ts';

const offered = asAnswered<OpenedBackup>({ kind: 'offered', bytes: 100 });
const restored = asAnswered<OpenedBackup>({ kind: 'restored' });

/** A program whose restoration ends when a test says so. */
function restoring(opened = offered) {
  const calls: string[] = [];
  const under = Promise.withResolvers<OpenedBackup>();
  let options: CallOptions = {};
  const call = (name: string, _input: unknown, given: CallOptions = {}): Promise<unknown> => {
    calls.push(name);
    if (name === 'shell.restoreBackup') {
      options = given;
      given.signal?.addEventListener('abort', () => under.reject(new ApiError('cancelled', 'Given up.')));
      return under.promise;
    }
    return Promise.resolve(name === 'shell.dismissBackup' ? { kind: 'none' } : opened);
  };
  const restore = new BackupRestore(asAnswered<Api>({ call }));
  const tell = (kind: string, done: number): void => {
    options.onProgress?.(asAnswered({ kind, done, total: 100 }));
  };
  return { calls, restore, tell, under };
}

test('a backup is restored once at a time, with its progress, and the answer takes its place', async () => {
  const { calls, restore, tell, under } = restoring();
  await restore.look();
  const started = restore.start();
  await restore.start();
  const seen = [restore.progress];
  tell('restore', 40);
  seen.push(restore.progress);
  tell('sync', 90);
  seen.push(restore.progress);
  under.resolve(restored);
  await started;
  tell('restore', 100);
  expect(seen).toMatchObject([{ done: 0, total: 100 }, { done: 40 }, { done: 40 }]);
  expect([restore.opened, restore.progress, restore.failure]).toEqual([restored, null, null]);
  expect(calls.filter((name) => name === 'shell.restoreBackup')).toHaveLength(1);
});

test('nothing is restored while none is offered', async () => {
  const { calls, restore } = restoring(restored);
  await restore.start();
  await restore.look();
  await restore.start();
  expect([calls, restore.progress]).toEqual([['shell.openedBackup'], null]);
});

test('leaving gives up what is under way and says nothing of it, or else leaves the backup alone', async () => {
  const { calls, restore } = restoring();
  await restore.look();
  const started = restore.start();
  await restore.leave();
  await started;
  expect([restore.opened, restore.progress, restore.failure]).toEqual([offered, null, null]);
  await restore.leave();
  expect([calls.at(-1), restore.opened]).toEqual(['shell.dismissBackup', { kind: 'none' }]);
});

test('why it failed is told until something is tried again, and the backup stays offered', async () => {
  const { restore, under } = restoring();
  await restore.look();
  under.reject(new ApiError('disk-full', 'The disk is full.'));
  await restore.start();
  const failed = [restore.failure, restore.progress, restore.opened];
  await restore.chooseFolder();
  expect([failed, restore.failure]).toEqual([['The disk is full.', null, offered], null]);
});

test('the restored vault is opened without another answer', async () => {
  const { calls, restore } = restoring(restored);
  await restore.look();
  await restore.open();
  expect([calls.at(-1), restore.opened, restore.failure]).toEqual(['shell.openRestored', restored, null]);
});
