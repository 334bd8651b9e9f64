import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyLog } from '#db/store/log-frames.ts';
import { freshFolder } from './support.ts';

const salts = Buffer.from('saltsalt');
const pageSize = 4;

/** A page in a log; `commits`: it ends a transaction. */
function frame(page: number, text: string, { commits = false, salt = salts } = {}): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32BE(page, 0);
  head.writeUInt32BE(commits ? 9 : 0, 4);
  salt.copy(head, 8);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** What a store of three pages holds after the log was written into it. */
function applied(...log: Buffer[]): string {
  const folder = freshFolder();
  const [path, store] = [join(folder, 'store.db-wal'), join(folder, 'store.db')];
  const header = Buffer.alloc(32);
  salts.copy(header, 16);
  writeFileSync(store, 'aaaabbbbcccc');
  writeFileSync(path, Buffer.concat([header, ...log]));
  applyLog(path, store, pageSize);
  return readFileSync(store, 'utf8');
}

it('the pages of whole transactions are written into a store, the last of each page', () => {
  const log = [
    frame(2, 'BBB1', { commits: true }),
    frame(1, 'AAA2'),
    frame(2, 'BBB2'),
    frame(2, 'BBB3', { commits: true }),
  ];
  expect([applied(), applied(...log.slice(0, 1)), applied(...log)]).toEqual([
    'aaaabbbbcccc',
    'aaaaBBB1cccc',
    'AAA2BBB3cccc',
  ]);
});

it('pages of a transaction that was not ended are not written, nor is half a page', () => {
  const whole = frame(3, 'CCC1', { commits: true });
  expect([
    applied(whole, frame(1, 'AAA1')),
    applied(whole, frame(1, 'AAA1', { commits: true }).subarray(0, -1)),
    applied(frame(1, 'AAA1'), frame(3, 'CCC1', { commits: true })),
  ]).toEqual(['aaaabbbbCCC1', 'aaaabbbbCCC1', 'AAA1bbbbCCC1']);
});

it('what an earlier run of the log left behind is not written', () => {
  const old = frame(1, 'OLD1', { commits: true, salt: Buffer.from('earlier!') });
  expect(applied(frame(2, 'BBB1', { commits: true }), old, frame(3, 'CCC1', { commits: true }))).toBe(
    'aaaaBBB1cccc',
  );
});

it('a store without a log, or with one that has no header, stays as it is', () => {
  const folder = freshFolder();
  const [path, store] = [join(folder, 'store.db-wal'), join(folder, 'store.db')];
  writeFileSync(store, 'aaaa');
  applyLog(path, store, pageSize);
  writeFileSync(path, Buffer.alloc(31));
  applyLog(path, store, pageSize);
  expect(readFileSync(store, 'utf8')).toBe('aaaa');
});
