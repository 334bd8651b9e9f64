import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createVault,
  repairVault,
  openVault,
  protectVault,
  renewRecovery,
  slotsOf,
  storeKey,
} from '#db/store/vault.ts';
import { looksLikeRecoveryCode } from '#db/store/recovery-code.ts';
import { hasModes, noModes } from '../support/system/modes.ts';
import { codeOf, freshFolder } from './support.ts';

const passphrase = 'correct horse battery';
const random = (count: number) => new Uint8Array(randomBytes(count));

function newHome(): string {
  return join(freshFolder(), 'home');
}

function readMain(home: string): string {
  return readFileSync(join(home, 'key.json'), 'utf8');
}

function damage(home: string, copy: string, change: (text: string) => string): string {
  const path = join(home, copy);
  const changed = change(readFileSync(path, 'utf8'));
  writeFileSync(path, changed);
  return changed;
}

const flipLetter = (text: string) =>
  text.replace(/sealed\\":\\"(.)/, (_, c: string) => `sealed\\":\\"${c === 'A' ? 'B' : 'A'}`);

describe('a home without a passphrase', () => {
  it('opens with the bare key that it was made with, and with any passphrase given', () => {
    const home = newHome();
    const { dataKey, recoveryCode } = createVault(home, { random });
    expect(recoveryCode).toBeNull();
    const open = { kind: 'open', dataKey, slot: 'bare', copy: 'key.json' };
    expect(openVault(home)).toEqual(open);
    expect(openVault(home, { passphrase: 'whatever else' })).toEqual(open);
  });
});

describe('a home with a passphrase', () => {
  const home = newHome();
  const { dataKey, recoveryCode } = createVault(home, { passphrase, random });

  it('opens with it, however the keyboard composes its letters', () => {
    expect(openVault(home, { passphrase })).toEqual({
      kind: 'open',
      dataKey,
      slot: 'passphrase',
      copy: 'key.json',
    });
    const accented = newHome();
    createVault(accented, { passphrase: 'caf\u00e9 au lait', random });
    expect(openVault(accented, { passphrase: 'cafe\u0301 au lait' }).kind).toBe('open');
  });

  it('holds neither key nor passphrase nor recovery code in clear', () => {
    const text = readMain(home);
    expect(text).not.toContain(Buffer.from(dataKey).toString('base64'));
    expect(text).not.toContain(Buffer.from(dataKey).toString('hex'));
    expect(text).not.toContain(passphrase);
    expect(text).not.toContain(recoveryCode);
  });

  it('is locked without one, and says wrong to another', () => {
    expect(openVault(home)).toEqual({ kind: 'locked' });
    expect(openVault(home, { passphrase: `${passphrase}!` })).toEqual({ kind: 'wrong-passphrase' });
  });

  it('opens with the recovery code as a person types it', () => {
    expect(recoveryCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
    const typed = (recoveryCode ?? '')
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(openVault(home, { recoveryCode: typed })).toEqual({
      kind: 'open',
      dataKey,
      slot: 'recovery',
      copy: 'key.json',
    });
  });

  it('tells a slip in the recovery code from the code of another home', () => {
    const code = recoveryCode ?? '';
    const slip = (code.startsWith('7') ? '8' : '7') + code.slice(1);
    expect(openVault(home, { recoveryCode: slip })).toEqual({
      kind: 'wrong-recovery-code',
      reason: 'mistyped',
    });
    expect(openVault(home, { recoveryCode: 'short' })).toEqual({
      kind: 'wrong-recovery-code',
      reason: 'mistyped',
    });
    const other = createVault(newHome(), { passphrase, random }).recoveryCode ?? '';
    expect(openVault(home, { recoveryCode: other })).toEqual({
      kind: 'wrong-recovery-code',
      reason: 'other',
    });
  });

  it('tells a code, also with a slip, from a passphrase by how it is written', () => {
    const code = recoveryCode ?? '';
    const texts = [code, ` ${code.toLowerCase()}\n`, `U${code.slice(1)}`];
    expect(texts.map(looksLikeRecoveryCode)).toEqual([true, true, true]);
    const words = 'four-word-pass-word-with-more-than-four';
    expect([passphrase, words, code.slice(5)].map(looksLikeRecoveryCode)).toEqual([false, false, false]);
  });

  it('gives every store file a key of its own, always the same', () => {
    expect(storeKey(dataKey, 'a')).toEqual(storeKey(dataKey, 'a'));
    expect(storeKey(dataKey, 'a')).toHaveLength(32);
    expect(storeKey(dataKey, 'a')).not.toEqual(storeKey(dataKey, 'b'));
    expect(storeKey(dataKey, 'a')).not.toEqual(dataKey);
  });
});

describe('a new key file', () => {
  it('is refused for a passphrase under 8 characters, counted as a person counts', () => {
    const home = newHome();
    for (const short of ['', 'seven77', '🙂🙂🙂🙂🙂🙂🙂']) {
      expect(codeOf(() => createVault(home, { passphrase: short, random }))).toBe('invalid');
    }
    expect(openVault(home)).toEqual({ kind: 'absent' });
  });

  it('is never made over another one, whole, damaged or only a copy', () => {
    const home = newHome();
    createVault(home, { random });
    damage(home, 'key.json', () => 'rubbish');
    expect(codeOf(() => createVault(home, { random }))).toBe('wrong-state');
    expect(readMain(home)).toBe('rubbish');
    rmSync(join(home, 'key.json'));
    expect(codeOf(() => createVault(home, { random }))).toBe('wrong-state');
  });

  it('lies in a folder for its user alone', ({ skip }) => {
    skip(!hasModes, noModes);
    const home = newHome();
    createVault(home, { random });
    const modes = ['.', 'key.json', 'key.backup.json'].map((name) => statSync(join(home, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    expect(readdirSync(home).sort()).toEqual(['key.backup.json', 'key.json']);
  });

  it('closes an empty folder to others, and leaves a shared one as it is', ({ skip }) => {
    skip(!hasModes, noModes);
    const empty = newHome();
    const shared = newHome();
    for (const home of [empty, shared]) {
      mkdirSync(home);
      chmodSync(home, 0o755);
    }
    writeFileSync(join(shared, 'notes.txt'), 'mine');
    for (const home of [empty, shared]) createVault(home, { random });
    expect([empty, shared].map((home) => statSync(home).mode & 0o777)).toEqual([0o700, 0o755]);
  });
});

describe('a change of the protection', () => {
  /** What opens the home now, by name. */
  function opening(home: string, credentials: Record<string, Parameters<typeof openVault>[1]>): string[] {
    return Object.entries(credentials)
      .filter(([, credential]) => openVault(home, credential).kind === 'open')
      .map(([name]) => name);
  }

  it('gives a bare home a passphrase and a recovery code, and takes them away again; the data key stays', () => {
    const home = newHome();
    const { dataKey } = createVault(home, { random });
    const set = protectVault(home, {}, { passphrase, random });
    const code = set.kind === 'changed' ? (set.recoveryCode ?? '') : '';
    const ways = { nothing: {}, passphrase: { passphrase }, code: { recoveryCode: code } };
    expect(opening(home, ways)).toEqual(['passphrase', 'code']);
    expect(openVault(home, { passphrase })).toMatchObject({ dataKey, slot: 'passphrase' });
    expect(protectVault(home, { passphrase }, { random })).toEqual({ kind: 'changed', recoveryCode: null });
    expect(openVault(home)).toEqual({ kind: 'open', dataKey, slot: 'bare', copy: 'key.json' });
  });

  it('lets neither the old passphrase nor the old recovery code in, in either copy', () => {
    const home = newHome();
    const old = createVault(home, { passphrase, random }).recoveryCode ?? '';
    const next = 'another passphrase';
    expect(protectVault(home, { recoveryCode: old }, { passphrase: next, random }).kind).toBe('changed');
    const ways = { old: { passphrase }, code: { recoveryCode: old }, next: { passphrase: next } };
    expect(opening(home, ways)).toEqual(['next']);
    rmSync(join(home, 'key.json'));
    expect(opening(home, ways)).toEqual(['next']);
  });

  it('changes nothing for a wrong passphrase or with a short one', () => {
    const home = newHome();
    createVault(home, { passphrase, random });
    const before = readMain(home);
    expect(protectVault(home, { passphrase: 'not the passphrase' }, { random })).toEqual({
      kind: 'wrong-passphrase',
    });
    expect(protectVault(home, {}, { random })).toEqual({ kind: 'locked' });
    expect(codeOf(() => protectVault(home, { passphrase }, { passphrase: '1234567', random }))).toBe(
      'invalid',
    );
    expect(readMain(home)).toBe(before);
  });

  it('that was cut short between the two copies is finished by the next opening', () => {
    const home = newHome();
    const { dataKey } = createVault(home, { random });
    const bare = readFileSync(join(home, 'key.backup.json'), 'utf8');
    protectVault(home, {}, { passphrase, random });
    writeFileSync(join(home, 'key.backup.json'), bare);
    expect(repairVault(home, dataKey)).toEqual({ setAside: [] });
    expect(readFileSync(join(home, 'key.backup.json'), 'utf8')).toBe(readMain(home));
  });
});

describe('a new recovery code', () => {
  it('opens in place of the old one, in both copies; the passphrase stays', () => {
    const home = newHome();
    const { dataKey, recoveryCode } = createVault(home, { passphrase, random });
    const renewed = renewRecovery(home, passphrase, random);
    if (renewed.kind !== 'changed') throw new Error(renewed.kind);
    for (const copy of ['key.json', 'key.backup.json']) {
      expect(openVault(home, { recoveryCode: renewed.recoveryCode })).toMatchObject({
        kind: 'open',
        dataKey,
      });
      expect(openVault(home, { passphrase })).toMatchObject({ kind: 'open', dataKey, copy });
      expect(openVault(home, { recoveryCode: recoveryCode ?? '' })).toEqual({
        kind: 'wrong-recovery-code',
        reason: 'other',
      });
      if (copy === 'key.json') rmSync(join(home, copy));
    }
  });

  it('is refused to a wrong passphrase, and to a home without one', () => {
    const home = newHome();
    createVault(home, { passphrase, random });
    const text = readMain(home);
    expect(renewRecovery(home, 'not the passphrase', random)).toEqual({ kind: 'wrong-passphrase' });
    expect(readMain(home)).toBe(text);
    const bare = newHome();
    createVault(bare, { random });
    expect(renewRecovery(bare, passphrase, random)).toMatchObject({ kind: 'open', slot: 'bare' });
    expect(renewRecovery(newHome(), passphrase, random)).toEqual({ kind: 'absent' });
  });
});

it('what opens a home is told without opening it, from the copy that can be read', () => {
  const home = newHome();
  expect(slotsOf(home)).toEqual([]);
  createVault(home, { passphrase, random });
  expect(slotsOf(home)).toEqual(['passphrase', 'recovery']);
  damage(home, 'key.json', () => '');
  expect(slotsOf(home)).toEqual(['passphrase', 'recovery']);
  const bare = newHome();
  createVault(bare, { random });
  expect(slotsOf(bare)).toEqual(['bare']);
});

describe('a damaged key file', () => {
  it.each([
    ['cut', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['binary', () => '\u0000\u0001\ufffd'],
    ['one letter of a slot changed', flipLetter],
    ['another JSON document', () => '[]'],
  ])('(%s) is told from a wrong passphrase', (_, change) => {
    const home = newHome();
    createVault(home, { passphrase, random });
    for (const copy of ['key.json', 'key.backup.json']) damage(home, copy, change);
    expect(openVault(home, { passphrase }).kind).toBe('damaged');
    expect(openVault(home, { passphrase: 'not the passphrase' }).kind).toBe('damaged');
  });

  it('is told with what is wrong with each of its copies', () => {
    const home = newHome();
    createVault(home, { random });
    damage(home, 'key.json', () => '');
    damage(home, 'key.backup.json', (text) => text.replace('"version": 1', '"version": "one"'));
    const opened = openVault(home);
    const message = opened.kind === 'damaged' ? opened.message : opened.kind;
    expect(message).toMatch(/^The key file cannot be used \(key\.json: .+; key\.backup\.json: .+\)\.$/u);
  });

  it('is passed over for its copy, set aside and written again', () => {
    const home = newHome();
    const { dataKey } = createVault(home, { passphrase, random });
    const good = readMain(home);
    const broken = damage(home, 'key.json', flipLetter);
    expect(broken).not.toBe(good);

    expect(openVault(home, { passphrase })).toEqual({
      kind: 'open',
      dataKey,
      slot: 'passphrase',
      copy: 'key.backup.json',
    });
    expect(readMain(home)).toBe(broken);
    expect(openVault(home, { passphrase: 'not the passphrase' })).toEqual({ kind: 'wrong-passphrase' });

    expect(repairVault(home, dataKey)).toEqual({ setAside: ['key.damaged-1.json'] });
    expect(readMain(home)).toBe(good);
    expect(readFileSync(join(home, 'key.damaged-1.json'), 'utf8')).toBe(broken);
    expect(repairVault(home, dataKey)).toEqual({ setAside: [] });
  });

  it('gets its copy again where that one is missing', () => {
    const home = newHome();
    const { dataKey } = createVault(home, { random });
    rmSync(join(home, 'key.backup.json'));
    expect(repairVault(home, dataKey)).toEqual({ setAside: [] });
    expect(readFileSync(join(home, 'key.backup.json'), 'utf8')).toBe(readMain(home));
  });

  it('with slots from elsewhere under a mended checksum does not open the store with a foreign key', () => {
    const home = newHome();
    const { dataKey } = createVault(home, { random });
    const other = newHome();
    createVault(other, { passphrase, random });
    damage(home, 'key.json', (text) => {
      const envelope: unknown = JSON.parse(text);
      const foreign: unknown = JSON.parse(readMain(other));
      if (!isEnvelope(envelope) || !isEnvelope(foreign)) throw new Error('no envelope');
      const checksum = createHash('sha256').update(`${envelope.mac}\n${foreign.body}`).digest('hex');
      return JSON.stringify({ ...envelope, body: foreign.body, checksum });
    });
    expect(openVault(home, { passphrase })).toEqual({
      kind: 'open',
      dataKey,
      slot: 'bare',
      copy: 'key.backup.json',
    });
    expect(repairVault(home, dataKey).setAside).toEqual(['key.damaged-1.json']);
  });

  it('of a newer program is left alone', () => {
    const home = newHome();
    createVault(home, { random });
    damage(home, 'key.json', (text) => text.replace('"version": 1', '"version": 2'));
    expect(openVault(home)).toEqual({ kind: 'newer' });
  });
});

function isEnvelope(value: unknown): value is { body: string; mac: string } {
  return typeof value === 'object' && value !== null && 'body' in value && 'mac' in value;
}
