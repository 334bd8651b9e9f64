import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../electron/cli/command/arguments.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { document, entry, run } from './support/dossier.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-usage-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a wrong command line', () => {
  test.each([
    [[], 'A command is missing.'],
    [['findngs', 'p'], 'There is no command "findngs". Did you mean "dossier findings"?'],
    [['theme'], 'There is "theme list", "theme check", "theme add", "theme show" and "theme remove".'],
    [['approve'], 'There is no command "approve".'],
    [['create', '--from', 'new.json'], 'PROJECT is missing: dossier create PROJECT --from FILE'],
    [['check', '--ignore', 'secret'], 'PROJECT is missing: dossier check [PROJECT] [options]'],
    [['retest', 'set', 'p', 'fixed', 'f'], 'ROUND is missing: dossier retest set PROJECT ROUND VERDICT'],
    [['engagement', 'lst'], '"engagement" has no "lst". Did you mean "engagement list"?'],
    [['login'], 'There is no command "login". Did you mean "dossier sign-in"?'],
    [['push'], 'Did you mean "dossier sync --push-only"?'],
    [['connect', 'http://h'], 'Give the address with --base-url http://h'],
    [['report', 'p', 'a.pdf'], 'Give the file with --out a.pdf'],
    [['create', 'p', 'new.json'], 'Give the file with --from new.json'],
    [['edit', 'f', 'severity=high'], 'Set a field with --set severity=high'],
    [['edit', 'f', '--severity', 'high'], 'Set a field with --set severity=high'],
    [['finding', 'a', 'b'], '"b" is one argument too many.'],
    [['finding', ''], 'An argument is empty.'],
    [['findings', 'p', '--limit', '-1'], '--limit takes a whole number'],
    [['findings', 'p', '--querry', 'x'], 'There is no option --querry. Did you mean --query?'],
    [['findings', 'p', '--query', '--sort'], 'The option --query needs a value'],
    [['findings', 'p', '--sort', 'title', '--sort', 'severity'], 'The option --sort is given twice.'],
    [['queue', '--force'], '"queue" has no option --force.'],
    [['queue', '--json=1'], 'The option --json takes no value.'],
    [['edit', 'f'], 'Nothing to change'],
    [['edit', 'f', '--set', 'title'], '--set takes FIELD=VALUE.'],
    [['edit', 'f', '--set', 'title=a', '--set', 'title=b'], 'The field title is set twice.'],
    [['edit', 'f', '--set-json', 'CVSS={'], 'The value of --set-json CVSS is not JSON'],
    [['discard', 'o'], '--yes'],
    [['resolve', 'o'], 'yours or theirs'],
    [['resolve', 'o', 'ours'], '"ours" is neither yours nor theirs.'],
    [['connect'], 'The address of the service is missing.'],
    [['sync', '--pull-only', '--push-only'], 'exclude each other'],
    [['report', 'p', '--out', 'x.odt'], 'The format "odt" is not known'],
    [['report', 'p', '--out', 'x'], 'has no extension'],
    [['queue', '--passphrase-fd', 'three'], '--passphrase-fd takes the number'],
    [['queue', '--passphrase-fd', '77'], 'Descriptor 77 is not open'],
    [['find\u001b[31m'], 'There is no command "find\\u{1b}[31m".'],
  ])('ends with 2 and says what is wrong: %j', async (args, message) => {
    const home = join(folder, 'home');
    const ended = await run([...args, '--home', home], { cwd: folder });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    expect(existsSync(home)).toBe(false);
  });

  test('an empty --home is refused: it never leads to another home', async () => {
    const ended = await run(['queue', '--home', ''], { cwd: folder, env: { XDG_DATA_HOME: folder } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('--home is empty');
  });

  test('is one JSON document with --json, wherever that stands', async () => {
    for (const args of [
      ['--json', 'edit'],
      ['edit', '--json'],
      ['burn', '--json'],
    ]) {
      const ended = await run(args);
      expect(document(ended)).toMatchObject({ error: { code: 'usage' } });
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 2, stderr: '' });
    }
  });
});

describe('help', () => {
  test('lists every command with its summary, and only those that work', async () => {
    const { code, stdout } = await run(['help']);
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*) {2,}(\S.*)$/gmu)];
    expect(code).toBe(0);
    expect(listed.slice(0, commands.length).map(([, ...words]) => words)).toEqual(
      commands.map(({ words, summary }) => [words.join(' '), summary]),
    );
    const runs = await Promise.all(commands.map(async ({ load }) => await load()));
    expect(runs.filter((command) => typeof command !== 'function')).toEqual([]);
  });

  test('tells how one command is used', async () => {
    const asked = await run(['help', 'sync']);
    expect(asked.stdout).toContain('Usage  dossier sync [PROJECT…]');
    expect(await run(['sync', '--help'])).toEqual(asked);
  });

  test('explains each option of a command, shows how it is typed first, and names what begins alike', async () => {
    const { stdout } = await run(['help', 'report']);
    const listed = [...stdout.matchAll(/^ {2}--([a-z-]+)(?: [A-Z]\S*)? {2,}\S/gmu)].map(([, name]) => name);
    const report = commands.find(({ words }) => words.join(' ') === 'report');
    expect(listed.toSorted()).toEqual([...(report?.options ?? [])].toSorted());
    expect(stdout.indexOf('Examples')).toBeLessThan(stdout.indexOf('Options'));
    expect(stdout).toContain('  report order ');
  });

  test('shows examples that are typed right, and needs nothing that a command does not take', () => {
    for (const { words, examples, options, required = [] } of commands) {
      expect(options).toEqual(expect.arrayContaining([...required]));
      for (const example of examples) {
        const argv = [...example.matchAll(/"([^"]*)"|[^\s"]+(?:"[^"]*")?/gu)].map(([word, quoted]) =>
          (quoted ?? word).replaceAll('"', ''),
        );
        expect(readArguments(argv, commands).command?.words, example).toEqual(words);
        for (const name of required) expect(argv, example).toContain(`--${name}`);
      }
    }
  });

  test('tells the version', async () => {
    expect((await run(['-V'])).stdout).toBe((await run(['--version'])).stdout);
    const { stdout } = await run(['--version']);
    expect(stdout).toMatch(/^dossier \d+\.\d+\.\d+\n$/);
    expect(document(await run(['--version', '--json']))).toMatchObject({ version: stdout.slice(8).trim() });
  });
});

test('output that a full disk refuses is told in words', ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has /dev/full');
  const command = '"$0" "$1" help > /dev/full';
  const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, entry], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'dossier: The output could not be written: the disk is full. Write it to another place.\n',
  ]);
});
