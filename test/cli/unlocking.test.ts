import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { othersMay } from '../support/system/modes.ts';
import { document, run } from './support/dossier.ts';
import type { Ended, RunOptions } from './support/dossier.ts';

const passphrase = 'correct horse battery';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-unlocking-'));
  home = join(folder, 'home');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Makes the home: a command that connects, and has no token to do it with. */
function make(options: RunOptions & { readonly args?: readonly string[] } = {}): Promise<Ended> {
  const command = ['connect', '--base-url', 'http://127.0.0.1:9'];
  return run([...command, '--json', '--home', home, ...(options.args ?? [])], options);
}

/** Any command that opens the home will do: a new home has no connection, which is told after it was unlocked. */
function queue(options: RunOptions & { readonly args?: readonly string[] } = {}): Promise<Ended> {
  return run(['queue', '--json', '--home', home, ...(options.args ?? [])], options);
}

function codeOf(ended: Ended): unknown {
  const answer = document(ended) as { error?: { code?: string } };
  return answer.error?.code;
}

describe('a new home', () => {
  test('without a passphrase gets a bare key file, and a line says so', async () => {
    const first = await make();
    expect(codeOf(first)).toBe('credentials');
    expect(first.stderr.trimEnd().split('\n')).toEqual([
      `Made a new vault in ${home}.`,
      expect.stringContaining('bare key file'),
    ]);
    expect([othersMay(home), othersMay(join(home, 'key.json'))]).toEqual([0, 0]);
    expect((await queue()).stderr).toBe('');
  });

  test('with a passphrase opens by it alone', async () => {
    expect(codeOf(await make({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('credentials');
    expect(codeOf(await queue())).toBe('locked');
    const wrong = await queue({ env: { DOSSIER_PASSPHRASE: 'battery horse correct' } });
    expect({ code: wrong.code, told: codeOf(wrong) }).toEqual({ code: 1, told: 'wrong-passphrase' });
    expect(wrong.stdout).not.toContain('battery');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('not-connected');
  });

  test('tells a wrong recovery code as one, also with a slip in it', async () => {
    await make({ env: { DOSSIER_PASSPHRASE: passphrase } });
    const wrong = await queue({ env: { DOSSIER_PASSPHRASE: '7k2m-9qrt-4bxw-h3nz-8pdv-6jcy-5sfg-2a1e' } });
    expect(codeOf(wrong)).toBe('wrong-passphrase');
    expect(wrong.stdout).toContain('The recovery code is wrong. Nothing was changed; try again.');
  });

  test('takes its passphrase from a descriptor', async () => {
    const args = ['--passphrase-fd', '3'];
    expect(codeOf(await make({ args, descriptor3: `${passphrase}\n` }))).toBe('credentials');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('not-connected');
    expect(codeOf(await queue({ args, descriptor3: 'another passphrase\n' }))).toBe('wrong-passphrase');
    expect(codeOf(await queue({ args, descriptor3: '' }))).toBe('usage');
  });

  test.each([
    ['a line ending', 'LF', '\n'],
    ['a line ending of Windows', 'CRLF', '\r\n'],
    ['a blank', 'blank', ' '],
  ])('with a passphrase that has %s behind it opens with and without (%s)', async (_what, _name, end) => {
    expect(codeOf(await make({ env: { DOSSIER_PASSPHRASE: `${passphrase}${end}` } }))).toBe('credentials');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('not-connected');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: `${passphrase}${end}` } }))).toBe('not-connected');
    const args = ['--passphrase-fd', '3'];
    expect(codeOf(await queue({ args, descriptor3: `\ufeff${passphrase}\n` }))).toBe('not-connected');
  });

  test('takes a passphrase of UTF-16, and refuses one that is no text before a key is made', async () => {
    const args = ['--passphrase-fd', '3'];
    for (const bytes of [Buffer.from('gr\u00fcne batterie', 'latin1'), Buffer.from(passphrase, 'utf16le')]) {
      const refused = await make({ args, descriptor3: bytes });
      expect(codeOf(refused)).toBe('invalid');
      expect(refused.stdout).toContain('bytes that are no text');
    }
    expect(existsSync(join(home, 'key.json'))).toBe(false);
    const wide = Buffer.from(`\ufeff${passphrase}\r\n`, 'utf16le');
    expect(codeOf(await make({ args, descriptor3: wide }))).toBe('credentials');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('not-connected');
  });

  test.each([
    ['made-from-latin-1.json', Buffer.from('gr\u00fcne batterie\n', 'latin1')],
    ['made-from-utf-16.json', Buffer.from('\ufeffgreen battery\r\n', 'utf16le')],
  ])('that an earlier version made from such a file opens by it: %s', async (key, bytes) => {
    mkdirSync(home, { mode: 0o700 });
    copyFileSync(join(import.meta.dirname, 'support/keys', key), join(home, 'key.json'));
    const args = ['--passphrase-fd', '3'];
    expect(codeOf(await queue({ args, descriptor3: bytes }))).toBe('not-connected');
    expect(codeOf(await queue({ args, descriptor3: `${passphrase}\n` }))).toBe('wrong-passphrase');
  });

  test('refuses a passphrase of blanks alone', async () => {
    expect(codeOf(await make({ env: { DOSSIER_PASSPHRASE: ' '.repeat(12) } }))).toBe('invalid');
  });

  test('refuses a passphrase under 8 characters and makes no key', async () => {
    const ended = await make({ env: { DOSSIER_PASSPHRASE: 'short' } });
    expect({ code: ended.code, told: codeOf(ended) }).toEqual({ code: 1, told: 'invalid' });
    expect(existsSync(join(home, 'key.json'))).toBe(false);
  });

  test('never shows its recovery code where only a log would see it', async () => {
    const ended = await make({ env: { DOSSIER_PASSPHRASE: passphrase } });
    expect(ended.stderr).toBe(`Made a new vault in ${home}.\n`);
  });
});

describe('the passphrase of a vault', () => {
  const bytes = (text: string): string => `${text}\n`;
  const next = 'another horse battery';

  function passphraseCommand(
    word: string,
    { current, given }: { readonly current?: string; readonly given?: string },
  ): Promise<Ended> {
    const fd = given === undefined ? [] : ['--new-passphrase-fd', '3'];
    return run(['home', 'passphrase', word, ...fd, '--json', '--home', home], {
      env: current === undefined ? {} : { DOSSIER_PASSPHRASE: current },
      ...(given === undefined ? {} : { descriptor3: bytes(given) }),
    });
  }

  test('is set, changed and removed by a script, and what opened it before does not any more', async () => {
    await make();
    const set = await passphraseCommand('set', { given: passphrase });
    expect(document(set)).toEqual({ protected: true, recoveryCodeShown: false });
    expect(set.stderr).toContain('dossier home recovery-code');
    expect([codeOf(await queue()), codeOf(await passphraseCommand('set', {}))]).toEqual([
      'locked',
      'wrong-state',
    ]);
    const wrong = await passphraseCommand('change', { current: next, given: next });
    const short = await passphraseCommand('change', { current: passphrase, given: 'short' });
    expect([codeOf(wrong), codeOf(short)]).toEqual(['wrong-passphrase', 'invalid']);
    expect((await passphraseCommand('change', { current: `${passphrase} `, given: next })).code).toBe(0);
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: passphrase } }))).toBe('wrong-passphrase');
    expect(codeOf(await queue({ env: { DOSSIER_PASSPHRASE: next } }))).toBe('not-connected');
    expect((await passphraseCommand('remove', { current: next })).code).toBe(2);
    const removed = await run(['home', 'passphrase', 'remove', '--yes', '--json', '--home', home], {
      env: { DOSSIER_PASSPHRASE: next },
    });
    expect(document(removed)).toEqual({ protected: false, recoveryCodeShown: false });
    expect(codeOf(await queue())).toBe('not-connected');
  });
});

describe('a home', () => {
  test('with a bare key says that a passphrase protects nothing', async () => {
    await make();
    const ended = await queue({ env: { DOSSIER_PASSPHRASE: passphrase } });
    expect(codeOf(ended)).toBe('not-connected');
    expect(ended.stderr).toContain('protects nothing');
  });

  test('whose name is a file is told, and the file stays', async () => {
    const connect = ['connect', '--base-url', 'http://127.0.0.1:9'];
    const ended = await run([...connect, '--json', '--home', process.execPath]);
    expect({ code: ended.code, told: codeOf(ended) }).toEqual({ code: 1, told: 'file' });
  });

  test('on a file system that takes no folders is told', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux has /proc');
    const connect = ['connect', '--base-url', 'http://127.0.0.1:9'];
    const ended = await run([...connect, '--json', '--home', '/proc/dossier/vault']);
    expect({ code: ended.code, told: codeOf(ended) }).toEqual({ code: 1, told: 'file' });
  });

  test('has its place from DOSSIER_HOME where none is named', async () => {
    await run(['connect', '--base-url', 'http://127.0.0.1:9'], { env: { DOSSIER_HOME: home } });
    expect(readdirSync(home)).toContain('key.json');
  });
});
