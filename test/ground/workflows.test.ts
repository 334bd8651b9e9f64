import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* The workflows run elsewhere: here every command of the project that they call is looked for. */

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Of npm itself. */
const ofNpm = new Set(['ci', 'sbom', 'test', 'start']);

/** What a workflow calls and is not there, one sentence each. */
function missingIn(text: string): string[] {
  const problems: string[] = [];
  for (const [, command = '', script] of text.matchAll(/\bnpm ([a-z]+)(?: ([a-z:]+))?/g)) {
    const name = command === 'run' ? (script ?? '') : command;
    if (command !== 'run' && !ofNpm.has(command)) problems.push(`npm has no ${command}`);
    if ((command === 'run' || command === 'test') && !(name in manifest.scripts))
      problems.push(`no script ${name}`);
  }
  for (const [, name = ''] of text.matchAll(/\bnpx (?:--no-install )?([a-z-]+)/g)) {
    if (!existsSync(join(root, 'node_modules', '.bin', name))) problems.push(`no command ${name}`);
  }
  for (const [path] of text.matchAll(/\b(?:test|electron)\/[\w./-]+\.(?:ts|js)\b/g)) {
    if (!existsSync(join(root, path))) problems.push(`no file ${path}`);
  }
  return problems;
}

describe.each(files)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  it('calls what is there', () => {
    expect(missingIn(text)).toEqual([]);
  });

  it('lets npx fetch nothing', () => {
    expect(text).not.toMatch(/\bnpx (?!--no-install)/);
  });

  it('bounds the time of every job', () => {
    const jobs = text.match(/^ {4}runs-on:/gm)?.length ?? 0;
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)?.length).toBe(jobs);
  });
});

it('what is not there is found', () => {
  expect(
    missingIn('run: npm run no:such && npm fetch && npx --no-install nosuch test/no/such.test.ts && npm ci'),
  ).toEqual(['no script no:such', 'npm has no fetch', 'no command nosuch', 'no file test/no/such.test.ts']);
});
