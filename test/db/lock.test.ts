import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireHome, type HomeLock } from '#db/store/lock.ts';
import { freshFolder } from './support.ts';

const lockModule = new URL('../../db/store/lock.ts', import.meta.url).href;

function kinds(...locks: HomeLock[]): string[] {
  return locks.map(({ kind }) => kind);
}

function release(lock: HomeLock): void {
  if (lock.kind === 'acquired') lock.release();
}

/** Another process that takes the home, forgets what it got, and keeps the home all the same until it is killed. */
async function holder(home: string) {
  const program = `
    const { acquireHome } = await import(${JSON.stringify(lockModule)});
    const { kind } = acquireHome(${JSON.stringify(home)});
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
    process.stdout.write(kind);
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString('utf8') };
}

describe('the lock of a home', () => {
  it('has one holder, and the next one after its release', () => {
    const home = join(freshFolder(), 'home');
    const first = acquireHome(home);
    const second = acquireHome(home);
    expect(kinds(first, second)).toEqual(['acquired', 'held']);
    release(first);
    release(first);
    const third = acquireHome(home);
    expect(third.kind).toBe('acquired');
    release(third);
    if (process.platform !== 'win32') expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('is held against another process, and free at once when that one is killed', async () => {
    const home = join(freshFolder(), 'home');
    const { child, said } = await holder(home);
    expect(said).toBe('acquired');
    expect(acquireHome(home).kind).toBe('held');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const after = acquireHome(home);
    expect(after.kind).toBe('acquired');

    const { child: late, said: refused } = await holder(home);
    expect(refused).toBe('held');
    const lateEnded = once(late, 'exit');
    late.kill('SIGKILL');
    await lateEnded;
    release(after);
  });

  it('is taken over rubbish in its file', () => {
    const home = freshFolder();
    writeFileSync(join(home, 'lock.db'), 'rubbish '.repeat(2_000));
    const lock = acquireHome(home);
    expect(lock.kind).toBe('acquired');
    release(lock);
  });
});
