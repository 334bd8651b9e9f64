import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onDouble } from './support/desk.ts';

/* `npm run check:desktop` if Electron cannot be had: on the stand-in for it, through the real `npm start`. */

const script = join(import.meta.dirname, '..', '..', 'electron', 'build', 'check-desktop.js');
const check = (...words: string[]) =>
  spawnSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    timeout: 400_000,
    // Nothing is fetched by a test.
    env: { ...process.env, CI: 'true' },
  });

describe.runIf(onDouble)('npm run check:desktop without Electron', () => {
  it('works the window on the stand-in, and says that this says nothing of Electron', () => {
    const { status, stdout, stderr } = check();
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(
      /^Desktop check passed on the stand-in for Electron, which says nothing of Electron/m,
    );
    expect(stdout.match(/^ {2}ok /gm)).toHaveLength(9);
  }, 420_000);

  it('fails where it is to be Electron itself', () => {
    const { status, stderr } = check('--real');
    expect([status, stderr]).toEqual([1, expect.stringContaining('Electron itself cannot be checked here')]);
  });
});
