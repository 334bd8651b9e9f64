import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readLockTime, writeLockTime } from '#db/store/lock-time.ts';
import { readSealed, writeSealed } from '#db/store/sealed-file.ts';
import { freshFolder } from './support.ts';

const schema = z.strictObject({ name: z.string() });

function change(path: string, how: (text: string) => string): void {
  writeFileSync(path, how(readFileSync(path, 'utf8')));
}

test('a sealed file is read by its key alone, and holds nothing in clear', () => {
  const path = join(freshFolder(), 'sealed.json');
  const key = randomBytes(32);
  expect(readSealed({ path, key, schema })).toEqual({ kind: 'absent' });
  writeSealed({ path, key, schema }, { name: 'Acme' });
  expect(readSealed({ path, key, schema })).toEqual({ kind: 'read', value: { name: 'Acme' } });
  expect(readSealed({ path, key: randomBytes(32), schema })).toEqual({ kind: 'damaged' });
  expect(readSealed({ path, key, schema: z.strictObject({ age: z.int() }) })).toEqual({ kind: 'damaged' });
  expect(readFileSync(path, 'utf8')).not.toContain('Acme');
});

test('a sealed file that was changed anywhere is damaged', () => {
  const path = join(freshFolder(), 'sealed.json');
  const key = randomBytes(32);
  const write = (): void => writeSealed({ path, key, schema }, { name: 'Acme' });
  for (const member of ['nonce', 'sealed']) {
    write();
    change(path, (text) =>
      text.replace(new RegExp(`("${member}":")(.)`, 'u'), (_, before: string, letter: string) =>
        before.concat(letter === 'A' ? 'B' : 'A'),
      ),
    );
    expect([member, readSealed({ path, key, schema })]).toEqual([member, { kind: 'damaged' }]);
  }
  for (const how of [() => '', (text: string) => text.slice(0, -10), () => '{}']) {
    write();
    change(path, how);
    expect(readSealed({ path, key, schema })).toEqual({ kind: 'damaged' });
  }
});

test('the time of the lock is kept, and counts as none once it was changed by another program', () => {
  const home = freshFolder();
  const dataKey = randomBytes(32);
  expect(readLockTime(home, dataKey)).toBeNull();
  writeLockTime(home, dataKey, 15);
  expect(readLockTime(home, dataKey)).toBe(15);
  expect(readLockTime(home, randomBytes(32))).toBeNull();
  change(join(home, 'lock-time.json'), (text) => text.replace('"minutes":15', '"minutes":600'));
  expect(readLockTime(home, dataKey)).toBeNull();
  change(join(home, 'lock-time.json'), () => 'no JSON');
  expect(readLockTime(home, dataKey)).toBeNull();
});
