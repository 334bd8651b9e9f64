import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onDouble } from './support/desk.ts';

/* `npm run check:desktop` if Electron cannot be had: on the stand-in for it, through the real `npm start`. */

const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'electron', 'build', 'check-desktop.js');
const reportFile = join(root, 'dist', 'check-desktop.json');
interface Report {
  readonly steps: readonly { readonly note?: string }[];
}
const check = (...words: string[]) =>
  spawnSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    timeout: 400_000,
    // Nothing is fetched by a test.
    env: { ...process.env, CI: 'true' },
  });

describe.runIf(onDouble)('npm run check:desktop without Electron', () => {
  it('works the window on the stand-in, and says that this says nothing of Electron', ({ skip }) => {
    skip(process.platform === 'win32', 'the stand-in is a script of Unix, which Windows does not start');
    const { status, stdout, stderr } = check();
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(
      /^Desktop check passed on the stand-in for Electron, which says nothing of Electron/m,
    );
    expect(stdout.match(/^ {2}ok /gm)).toHaveLength(11);
    const { steps, ...report } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
    expect(report).toEqual({
      on: 'stand-in',
      verdict: 'passed',
      platform: `${process.platform}-${process.arch}`,
      versions: { electron: null, chrome: null, node: expect.any(String) },
    });
    // Names of steps and a number of pages: no word of a finding, and none that was typed.
    expect(steps.flatMap(({ note }) => note ?? [])).toEqual([expect.stringMatching(/^\d+ pages$/)]);
  }, 420_000);

  it('fails where it is to be Electron itself', () => {
    const { status, stderr } = check('--real');
    expect([status, stderr]).toEqual([1, expect.stringContaining('Electron itself cannot be checked here')]);
  });
});
