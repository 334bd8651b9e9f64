import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { optionTable } from '../../electron/cli/command/command.ts';
import { environmentVariables, exitCodes } from '../../electron/cli/command/surroundings.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { manPage, roffText } from '../../electron/cli/manual/man-page.ts';

/* The manual page of the terminal, and how the tools that show such pages read it. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-man-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const page = manPage(commands, '1.2.3');
const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).error === undefined;

/** What roff itself prints of a page, as wide as no line needs; with its warnings. */
function shown(roff: string): { readonly text: string; readonly warnings: string } {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-P-cbou', '-rLL=2000n', '-ww'], {
    input: roff,
    encoding: 'utf8',
  });
  return { text: stdout, warnings: stderr };
}

test('the page names every command with its options, every variable and every exit code', () => {
  for (const { words, options, examples } of commands) {
    const at = page.indexOf(`.SS "${roffText(words.join(' '))}"\n`);
    expect([words, at > 0]).toEqual([words, true]);
    const section = page.slice(at, page.indexOf('\n.S', at));
    for (const option of options) expect(section).toContain(roffText(`--${option}`));
    for (const example of examples) expect(section).toContain(roffText(`dossier ${example}`));
  }
  const named = new Set(Object.keys(optionTable).filter((name) => page.includes(roffText(`--${name}`))));
  expect(Object.keys(optionTable).filter((name) => !named.has(name))).toEqual([]);
  const behind = page.slice(page.indexOf('.SH ENVIRONMENT'));
  for (const { name } of environmentVariables) expect(behind).toContain(name);
  for (const { meaning } of exitCodes) expect(behind).toContain(meaning);
});

test('groff shows the page without a warning, and texts as they were given', ({ skip }) => {
  skip(!isThere('groff'), 'not on this machine: groff');
  const { text, warnings } = shown(page);
  expect(warnings).toBe('');
  expect(text).toContain('dossier connect --base-url https://api.example.test');
  for (const heading of ['NAME', 'SYNOPSIS', 'COMMANDS', 'ENVIRONMENT', 'EXIT STATUS', 'FILES'])
    expect(text.split('\n')).toContain(heading);
  const traps = [
    '.SH is no heading',
    "'tis a quote, `code`, ^ and ~",
    String.raw`C:\new\table \fBnot bold\fR`,
    '--set-json FIELD=JSON… "x"',
  ];
  const roff = ['.TH T 1', '.SH NAME', ...traps.flatMap((line) => ['.PP', roffText(line)]), ''].join('\n');
  const lines = shown(roff)
    .text.split('\n')
    .map((line) => line.trim());
  expect(lines.filter((line) => traps.includes(line))).toEqual(traps);
});

test('man finds its name and shows it', ({ skip }) => {
  skip(!isThere('man'), 'not on this machine: man');
  const path = join(folder, 'dossier.1');
  writeFileSync(path, page);
  const { stdout, stderr, status } = spawnSync('man', ['-l', path], {
    encoding: 'utf8',
    env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
  });
  expect([status, stderr]).toEqual([0, '']);
  const text = stdout.replaceAll(/.\u0008|\u001B\[[\d;]*m/gu, '');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('edited offline and sent exactly once');
  // An example is one line, however long: it can be copied.
  const lines = text.split('\n').filter((line) => !line.startsWith('       dossier '));
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
});

test('mandoc has nothing to say about it', ({ skip }) => {
  skip(!isThere('mandoc'), 'not on this machine: mandoc');
  const linted = spawnSync('mandoc', ['-Tlint', '-Wwarning'], { input: page, encoding: 'utf8' });
  // The page has no date on purpose: the same sources give the same bytes.
  expect(linted.stdout.split('\n').filter((line) => line !== '' && !line.includes('date'))).toEqual([]);
});
