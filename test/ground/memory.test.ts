import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderInMemory } from '../support/run/memory.ts';

const module = new URL('../support/run/memory.ts', import.meta.url).href;
const hasMemory = process.platform === 'linux' && existsSync('/dev/shm');

/** A process that takes a folder and lives until its input ends. */
async function take() {
  const code = `import { folderInMemory } from ${JSON.stringify(module)};
    console.log(folderInMemory());
    process.stdin.resume().on('end', () => process.exit());`;
  const { TMPDIR: _ours, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [folder] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, folder, ended };
}

describe('the temporary files of a run', () => {
  beforeEach(({ skip }) => {
    skip(!hasMemory, 'only Linux has a disk in memory for programs');
  });

  it('lie in memory, and are gone when it ends', async () => {
    const { child, folder, ended } = await take();
    expect([folder, existsSync(folder)]).toEqual([expect.stringMatching(/^\/dev\/shm\//u), true]);
    child.stdin.end();
    await ended;
    expect(existsSync(folder)).toBe(false);
  });

  it('go with the next run where it was killed, and those of a run that goes on stay', async () => {
    const killed = await take();
    const other = await take();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(killed.folder)).toBe(true);
    const next = await take();
    expect([killed, other, next].map(({ folder }) => existsSync(folder))).toEqual([false, true, true]);
    for (const { child, ended } of [other, next]) {
      child.stdin.end();
      await ended;
    }
  });

  it('lie where the user says', () => {
    const { TMPDIR: before } = process.env;
    process.env['TMPDIR'] = '/tmp';
    expect(folderInMemory()).toBeNull();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
});
