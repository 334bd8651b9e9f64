import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { document, run, type Ended } from './support/dossier.ts';

/* From outside: two services on this machine, each of which writes down what reaches it. */

let folder: string;
let first: Recorder;
let second: Recorder;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-token-'));
  [first, second] = [await startRecorder(), await startRecorder()];
});
afterEach(async () => {
  first.close();
  second.close();
  rmSync(folder, { recursive: true });
});

const vault = () => join(folder, 'vault');

function connect(origin: string, more: readonly string[] = [], token = 'token-of-mara'): Promise<Ended> {
  const env = { DOSSIER_HOME: vault(), DOSSIER_TOKEN: token };
  return run(['connect', '--base-url', `${origin}/api/`, ...more], { env });
}

describe('the token of the environment', () => {
  test('goes to the address of its first use alone, until the user allows another one', async () => {
    expect((await connect(first.origin)).code).toBe(0);
    expect(first.received).toContain('token-of-mara');

    const refused = await connect(second.origin, ['--json']);
    expect([refused.code, second.received]).toEqual([4, []]);
    expect(document(refused)).toMatchObject({ error: { code: 'token-origin' } });
    for (const part of [first.origin, `--token-for ${second.origin}`, 'Nothing was sent']) {
      expect(refused.stdout).toContain(part);
    }
    expect(refused.stdout + refused.stderr).not.toContain('token-of-mara');

    expect((await connect(second.origin, ['--token-for', first.origin])).code).toBe(4);
    expect(second.received).toEqual([]);

    expect((await connect(second.origin, ['--token-for', second.origin])).code).toBe(0);
    expect(second.received).toContain('token-of-mara');
    // Allowed once, both addresses are known.
    expect((await connect(second.origin)).code).toBe(0);
    expect((await connect(first.origin)).code).toBe(0);
  });

  test('is a new one after a rotation, whose first use may be at another address', async () => {
    await connect(first.origin);
    expect((await connect(second.origin, [], 'token-after-rotation')).code).toBe(0);
    expect(second.received).toContain('token-after-rotation');
    expect((await connect(first.origin, [], 'token-after-rotation')).code).toBe(4);
  });

  test('is not bound to an address that nobody answers at', async () => {
    expect((await connect('http://127.0.0.1:1')).code).toBe(5);
    expect((await connect(first.origin)).code).toBe(0);
  });

  test('goes nowhere where the record of its addresses was changed, and the record names neither', async () => {
    await connect(first.origin);
    const path = join(vault(), 'token-origins.json');
    const record = readFileSync(path, 'utf8');
    for (const text of ['token-of-mara', first.origin]) expect(record).not.toContain(text);

    writeFileSync(path, record.replace('"sealed":"', '"sealed":"AAAA'));
    const sent = first.received.length;
    const refused = await connect(first.origin);
    expect([refused.code, first.received.length]).toEqual([4, sent]);
    expect(refused.stderr).toContain('is damaged');
    expect((await connect(first.origin, ['--token-for', `${first.origin}/api/`])).code).toBe(0);
  });

  test('goes nowhere from a vault that was restored, until the user says so', async () => {
    await connect(first.origin);
    const backup = join(folder, 'vault.dossier');
    const restored = join(folder, 'restored');
    const env = { DOSSIER_HOME: vault(), DOSSIER_TOKEN: 'token-of-mara' };
    const made = await run(['home', 'backup', backup], { env });
    expect(made.stdout).toContain('Contains the token or session of one account');
    const put = await run(['home', 'restore', backup, restored]);
    expect(put.stdout).toContain('DOSSIER_TOKEN is not used from it until you allow it');
    const sent = [first.received.length, second.received.length];
    const there = { env: { ...env, DOSSIER_HOME: restored } };
    for (const args of [
      ['whoami', '--json'],
      ['connect', '--base-url', `${first.origin}/api/`, '--json'],
      ['connect', '--base-url', `${second.origin}/api/`, '--json'],
    ])
      expect(document(await run(args, there))).toMatchObject({ error: { code: 'token-origin' } });
    expect([first.received.length, second.received.length]).toEqual(sent);
    expect((await run(['whoami', '--token-for', first.origin], there)).code).toBe(0);
    expect((await run(['whoami'], there)).code).toBe(0);
    expect((await run(['connect', '--base-url', `${second.origin}/api/`], there)).code).toBe(4);
  });

  test('goes nowhere from a vault that was received with an address in it', async () => {
    await connect(first.origin, [], 'token-of-somebody');
    const received = join(folder, 'received');
    cpSync(vault(), received, { recursive: true });
    const sent = first.received.length;
    const env = { DOSSIER_HOME: received, DOSSIER_TOKEN: 'token-of-mara' };
    const refused = await run(['whoami', '--json'], { env });
    expect([refused.code, first.received.length]).toEqual([4, sent]);
    expect(refused.stdout).toContain('This vault was not made here');
    // In the vault that was made here, the first use is one.
    expect((await run(['whoami'], { env: { ...env, DOSSIER_HOME: vault() } })).code).toBe(0);
    expect((await run(['whoami', '--token-for', first.origin], { env })).code).toBe(0);
  });

  test('is sent nowhere for an option that is no address', async () => {
    const ended = await connect(first.origin, ['--token-for', 'ftp://somewhere']);
    expect([ended.code, first.received]).toEqual([2, []]);
  });
});
