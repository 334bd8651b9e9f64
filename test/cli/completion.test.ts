import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManualFiles } from '../../electron/cli/manual/manual-files.ts';
import { run } from './support/dossier.ts';

/* The scripts of "dossier completion", in the shells themselves. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-completion-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What is typed, and what is offered for its last word. */
const offers: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
  [['engag'], ['engagement']],
  [['engagement', 'l'], ['list']],
  [['home', 'pass'], ['passphrase']],
  [['home', 'passphrase', 'r'], ['remove']],
  [['report', 'acme', '--group-'], ['--group-requests']],
  [['report', 'settings', 'acme', '--rese'], ['--reset']],
  [['report', 'acme', '--list-findings', 'h'], ['high']],
  [['queue', '--js'], ['--json']],
  [['queue', '--out'], []],
];

/** What asks a shell, with its script loaded, for the last of the words; each offered word is a line. */
const askers = {
  bash: (script: string, typed: readonly string[]) =>
    `source ${script}; COMP_WORDS=(dossier ${typed.join(' ')}); COMP_CWORD=${String(typed.length)}; _dossier; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // _describe gets all words and chooses by what is typed: here it prints those that begin so.
  zsh: (script: string, typed: readonly string[]) =>
    `compdef() { :; }; _files() { :; }; _describe() { local one; for one in "\${(@P)2}"; do [[ "\${one%%:*}" == "$words[CURRENT]"* ]] && print -r -- "\${one%%:*}"; done; }; source ${script}; words=(dossier ${typed.join(' ')}); CURRENT=${String(typed.length + 1)}; _dossier`,
  fish: (script: string, typed: readonly string[]) =>
    `source ${script}; complete -C 'dossier ${typed.join(' ')}'`,
};

for (const [shell, ask] of Object.entries(askers))
  test(`${shell} completes commands, options and values`, async ({ skip }) => {
    skip(spawnSync(shell, ['-c', ':']).status !== 0, `not on this machine: ${shell}`);
    const { code, stdout } = await run(['completion', shell], { cwd: folder });
    expect(code).toBe(0);
    const script = join(folder, `dossier.${shell}`);
    writeFileSync(script, stdout);
    for (const [typed, offered] of offers) {
      const answer = spawnSync(shell, ['-c', ask(script, typed)], { encoding: 'utf8', cwd: folder });
      const words = answer.stdout.split('\n').flatMap((line) => line.split('\t').slice(0, 1).filter(Boolean));
      expect([typed, words, answer.stderr]).toEqual([typed, [...offered], '']);
    }
  });

test('zsh completes at the first call if the script is installed in its path of functions', ({ skip }) => {
  skip(spawnSync('zsh', ['-c', ':']).status !== 0, 'not on this machine: zsh');
  const installed = join(folder, 'functions');
  writeManualFiles(installed, '1.2.3');
  const asked = askers
    .zsh('/dev/null', ['engag'])
    .replace('; words=', `; fpath=(${installed}); autoload -Uz _dossier; words=`);
  const answer = spawnSync('zsh', ['-f', '-c', asked], { encoding: 'utf8', cwd: folder });
  expect([answer.stdout, answer.stderr]).toEqual(['engagement\n', '']);
});

test('a script is printed without a vault, and an unknown shell is refused', async () => {
  const before = readdirSync(folder).length;
  const home = join(folder, 'none');
  const powershell = await run(['completion', 'powershell', '--home', home], { cwd: folder });
  expect(powershell.stdout).toContain('Register-ArgumentCompleter -Native -CommandName dossier');
  const refused = await run(['completion', 'csh', '--home', home], { cwd: folder });
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    2,
    'dossier: "csh" is none of bash, zsh, fish, powershell.',
  ]);
  expect(readdirSync(folder).length).toBe(before);
});
