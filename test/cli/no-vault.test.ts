import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitsOf } from '../../electron/cli/command/usage.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { document, runLoaded } from './support/dossier.ts';

let folder: string;
let home: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-no-vault-'));
  home = join(folder, 'mistyped');
  writeFileSync(join(folder, 'one.json'), JSON.stringify({ title: 'One', asset: ['a.test'] }));
  writeFileSync(join(folder, 'theme.json'), JSON.stringify({ name: 'one' }));
  writeFileSync(join(folder, 'acme.dotx'), 'no template');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words that a command needs so that it reaches the vault. */
const words: Readonly<Record<string, readonly string[]>> = {
  'network proxy': ['none', '--base-url', 'http://127.0.0.1:9'],
  'network authorities': ['none', '--base-url', 'http://127.0.0.1:9'],
  'network client-certificate': ['none', '--base-url', 'http://127.0.0.1:9'],
  network: ['--base-url', 'http://127.0.0.1:9'],
  'home passphrase remove': ['--yes'],
  'engagement set': ['x', '--set', 'title=T'],
  'engagement destroy': ['x', '--yes'],
  edit: ['x', '--set', 'title=Two'],
  create: ['x', '--from', 'one.json'],
  import: ['x', 'scan.xml', '--yes'],
  delete: ['x', '--yes'],
  'set-status': ['open', 'x'],
  'bulk-delete': ['x', '--yes'],
  'bulk-review': ['accept', 'x'],
  review: ['x', 'accept'],
  mark: ['ready', 'x'],
  'ready keep': ['x', 'title'],
  'ready restore': ['x', 'title'],
  'comment add': ['x', '--text', 'T'],
  'comment delete': ['x', '--yes'],
  resolve: ['x', 'mine'],
  discard: ['x', '--yes'],
  'mfa reset': ['--yes'],
  'mfa disable': ['--yes'],
  'assistant demonstration': ['x', '--yes'],
  'assistant merge': ['x', 'y', '--yes'],
  'assistant confirm': ['x', '--yes'],
  'assistant edit': ['x', '--text', 'T'],
  'retest show': ['x', '1'],
  'retest change': ['x', '1', '--name', 'N'],
  'retest set': ['x', '1', 'fixed', 'y'],
  'retest clear': ['x', '1', 'y'],
  'retest remove': ['x', '1', '--yes'],
  'report renumber': ['x', '--yes'],
  report: ['x', '--out', 'report.pdf'],
  'theme check': ['theme.json'],
  'theme add': ['theme.json'],
  'template check': ['acme.dotx'],
  'template add': ['acme.dotx'],
  'edition compare': ['x', '1', '2'],
};
/** They read a file, or ask for what a terminal alone has, before they reach the vault. */
const before: ReadonlySet<string> = new Set([
  'theme check',
  'theme add',
  'template check',
  'template add',
  'home recovery-code',
  'token replace',
  'mfa verify',
  'password change',
  'help',
  'completion',
]);

const others = commands.filter(({ makesVault }) => makesVault !== true).map((one) => one.words.join(' '));

test('only commands that begin a vault make one', () => {
  const makers = commands.filter(({ makesVault }) => makesVault === true).map((one) => one.words.join(' '));
  expect(makers).toEqual([
    'connect',
    'home restore',
    'sign-in',
    'password request',
    'password confirm',
    'register',
    'demo',
    'serve',
  ]);
});

test.each(others)('"%s" makes no vault where none is, and names the path', async (name) => {
  const command = commands.find((one) => one.words.join(' ') === name);
  const min = command === undefined ? 0 : limitsOf(command).min;
  const more = words[name] ?? Array.from({ length: min }, () => 'x');
  const ended = await runLoaded([...name.split(' '), ...more, '--json', '--home', home], { cwd: folder });
  expect(existsSync(home)).toBe(false);
  if (before.has(name)) return;
  expect([ended.code, document(ended)]).toMatchObject([
    1,
    {
      error: {
        code: 'not-found',
        message: expect.stringContaining(`There is no vault in ${home}.`) as string,
      },
    },
  ]);
});

test.each(['queue', 'connect --base-url http://127.0.0.1:9', 'serve'])(
  'a folder with other files becomes no vault: %s',
  async (line) => {
    const foreign = join(folder, 'documents');
    mkdirSync(foreign, { recursive: true });
    writeFileSync(join(foreign, 'letter.txt'), 'Dear …');
    const ended = await runLoaded([...line.split(' '), '--json', '--home', foreign], { cwd: folder });
    expect([ended.code, readdirSync(foreign)]).toEqual([1, ['letter.txt']]);
    expect(ended.stdout).toContain(`There is no vault in ${foreign}`);
  },
);

test('a command that begins a vault says so, also in an empty folder and one with files of the system', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, '.DS_Store'), '');
  const ended = await runLoaded(['connect', '--base-url', 'http://127.0.0.1:9', '--json', '--home', empty], {
    cwd: folder,
  });
  expect(ended.stderr).toContain(`Made a new vault in ${empty}.`);
  expect(existsSync(join(empty, 'key.json'))).toBe(true);
});

test('a passphrase that is too short leaves no folder behind', async () => {
  const none = join(folder, 'too-short');
  const ended = await runLoaded(['connect', '--base-url', 'http://127.0.0.1:9', '--home', none], {
    cwd: folder,
    env: { DOSSIER_PASSPHRASE: 'short' },
  });
  expect([ended.code, ended.stderr, existsSync(none)]).toEqual([
    1,
    'dossier: A passphrase needs at least 8 characters. Choose a longer one.\n',
    false,
  ]);
});

test('a demo is made in a folder that is there, as a report is', async () => {
  const ended = await runLoaded(['demo', '--out', join('none', 'demo')], { cwd: folder });
  expect([ended.code, existsSync(join(folder, 'none'))]).toEqual([1, false]);
  expect(ended.stderr).toContain('does not exist. Make it first, or name another one.');
});

test('no vault is made inside another one', async () => {
  const inside = join(folder, 'empty', 'stores', 'mistyped');
  const ended = await runLoaded(['connect', '--base-url', 'http://127.0.0.1:9', '--json', '--home', inside], {
    cwd: folder,
  });
  expect([ended.code, existsSync(inside)]).toEqual([1, false]);
  expect(ended.stdout).toContain('lies in a vault');
});
