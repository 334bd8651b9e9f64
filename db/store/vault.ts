import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import {
  bareSlot,
  derive,
  keychainSlot,
  openBareSlot,
  openKeychainSlot,
  openPassphraseSlot,
  openRecoverySlot,
  passphraseSlot,
  readEnvelope,
  recoverySlot,
  writeEnvelope,
} from './envelope.ts';
import type { Envelope, RandomBytes, KeySlot } from './envelope.ts';
import { withStoreErrors } from './errors.ts';
import { prepareHome, renameDurably, writeDurably } from './files.ts';
import { makeRecoveryCode, readRecoveryCode } from './recovery-code.ts';

export type { RandomBytes } from './envelope.ts';

/** The key file of a home, and its second copy: without either of them nobody reads the store again. */
const copies = ['key.json', 'key.backup.json'] as const;
type Copy = (typeof copies)[number];

/** What a person brings to open the home; nothing, if it has a bare key. */
export type Credential =
  | {
      readonly passphrase?: string | undefined;
      readonly recoveryCode?: undefined;
      readonly keychainKey?: undefined;
    }
  | { readonly recoveryCode: string; readonly passphrase?: undefined; readonly keychainKey?: undefined }
  /** 32 bytes that the keychain of this computer kept. One that opens nothing reads as `locked`: a person is asked. */
  | { readonly keychainKey: Uint8Array; readonly passphrase?: undefined; readonly recoveryCode?: undefined };

/** The data key of a home, or why there is none. */
export type VaultReading =
  | {
      readonly kind: 'open';
      /** 32 bytes; never leaves the host, never into a log. */
      readonly dataKey: Uint8Array;
      readonly slot: KeySlot['kind'];
      /** The copy that was read. `key.backup.json`: the first one is missing or damaged, see `repairVault`. */
      readonly copy: Copy;
    }
  /** A passphrase is needed and none was given. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'wrong-passphrase' }
  /** `mistyped`: the code contradicts itself. `other`: a whole code, but none of this home. */
  | { readonly kind: 'wrong-recovery-code'; readonly reason: 'mistyped' | 'other' }
  /** Neither copy can be read; `message` says what is wrong with which, for a person. */
  | { readonly kind: 'damaged'; readonly message: string }
  /** A later program wrote the key file. */
  | { readonly kind: 'newer' }
  /** There is no key file: the home is new. */
  | { readonly kind: 'absent' };

/**
 * Makes the data key of a new home and writes it to `key.json` and its copy (0600, in a folder of 0700). With a
 * passphrase it is wrapped in that and in a recovery code, which is shown once and stored nowhere. Without one it is
 * stored bare, and `recoveryCode` is null. Throws DossierError `invalid` for a passphrase under 8 characters or with
 * invalid Unicode, `disk-full`, `file`. Throws `wrong-state` if the vault has a key file, even a damaged one. A new key
 * would close the store for ever.
 */
export function createVault(
  home: string,
  { passphrase, random }: { passphrase?: string | undefined; random: RandomBytes },
): { dataKey: Uint8Array; recoveryCode: string | null } {
  if (passphrase !== undefined) refuseUnfit(passphrase);
  return withStoreErrors(() => {
    prepareHome(home);
    if (copies.some((copy) => existsSync(join(home, copy)))) {
      throw new DossierError('wrong-state', 'This home has a key file already. Nothing was changed.');
    }
    const dataKey = random(32);
    const { slots, recoveryCode } = protectingSlots(dataKey, passphrase, random);
    writeCopies(home, writeEnvelope(slots, dataKey));
    return { dataKey, recoveryCode };
  });
}

/**
 * The data key of a vault, or why there is none. Checked before any database is opened, since SQLite cannot tell a
 * wrong key from a damaged file. Changes nothing. A bare key opens with or without a passphrase. Throws DossierError
 * `file` if the key file is there and cannot be read.
 */
export function openVault(home: string, credential: Credential = {}): VaultReading {
  const found = withStoreErrors(() => copies.map((copy) => readCopy(home, copy)));
  if (found.every(({ kind }) => kind === 'absent')) return { kind: 'absent' };
  if (found.some(({ kind }) => kind === 'newer')) return { kind: 'newer' };

  const faults: string[] = [];
  for (const one of found) {
    if (one.kind === 'damaged') faults.push(`${one.copy}: ${one.message}`);
    if (one.kind !== 'envelope') continue;
    const { envelope, copy } = one;
    const opened = openSlots(envelope.slots, credential);
    if (opened.kind !== 'key') return opened;
    const { dataKey, slot } = opened;
    if (envelope.provenBy(dataKey)) return { kind: 'open', dataKey, slot, copy };
    faults.push(`${copy}: it was changed by another program`);
  }
  return { kind: 'damaged', message: `The key file cannot be used (${faults.join('; ')}).` };
}

/** What came of changing the protection of a home, or why it was not changed: as `openVault` tells. */
export type Protection =
  | {
      readonly kind: 'changed';
      /** New with every passphrase, shown once and kept nowhere; null for a bare home. */
      readonly recoveryCode: string | null;
    }
  | Exclude<VaultReading, { kind: 'open' }>;

/**
 * Changes what opens the home: with a passphrase that one and a new recovery code, without one a bare key. What
 * opened it before does not any more; the data key stays, so the stores are not touched.
 * `credential` is what opens it now. Throws DossierError `invalid` for a passphrase as above,
 * `disk-full`, `file`; nothing is changed then.
 */
export function protectVault(
  home: string,
  credential: Credential,
  { passphrase, random }: { passphrase?: string | undefined; random: RandomBytes },
): Protection {
  if (passphrase !== undefined) refuseUnfit(passphrase);
  const reading = openVault(home, credential);
  if (reading.kind !== 'open') return reading;
  const { dataKey } = reading;
  return withStoreErrors(() => {
    const { slots, recoveryCode } = protectingSlots(dataKey, passphrase, random);
    writeCopies(home, writeEnvelope(slots, dataKey));
    return { kind: 'changed', recoveryCode };
  });
}

/**
 * Repairs the two copies of the key file after an opening. A copy that is missing, damaged or changed by
 * another program is written again from the good one. The bad file is set aside under a free name, never
 * deleted. Two good copies that differ come from an interrupted change of the passphrase. The second then
 * follows the first: an old passphrase, or a bare key, would else stay on disk for ever. Answers the names of
 * files that were set aside; cheap, and without effect, if both copies are good. `dataKey` is what
 * `openVault` gave.
 * Throws DossierError `disk-full`, `file`.
 */
export function repairVault(home: string, dataKey: Uint8Array): { setAside: readonly string[] } {
  return withStoreErrors(() => {
    const readings = copies.map((copy) => ({ copy, good: isGood(readCopy(home, copy), dataKey) }));
    const source = readings.find(({ good }) => good);
    if (source === undefined) return { setAside: [] };
    const text = readFileSync(join(home, source.copy), 'utf8');
    const setAside: string[] = [];
    for (const { copy } of readings.filter(({ good }) => good)) {
      if (readFileSync(join(home, copy), 'utf8') !== text) writeDurably(join(home, copy), text);
    }
    for (const { copy } of readings.filter(({ good }) => !good)) {
      if (existsSync(join(home, copy))) {
        const name = freeName(home, copy);
        renameDurably(join(home, copy), join(home, name));
        setAside.push(name);
      }
      writeDurably(join(home, copy), text);
    }
    return { setAside };
  });
}

/** Wraps the data key in the passphrase and a new recovery code, or in nothing. */
function protectingSlots(
  dataKey: Uint8Array,
  passphrase: string | undefined,
  random: RandomBytes,
): { readonly slots: readonly KeySlot[]; readonly recoveryCode: string | null } {
  if (passphrase === undefined) return { slots: [bareSlot(dataKey)], recoveryCode: null };
  const { code, secret } = makeRecoveryCode(random);
  return {
    slots: [passphraseSlot(dataKey, passphrase, random), recoverySlot(dataKey, secret, random)],
    recoveryCode: code,
  };
}

function isGood(reading: CopyReading, dataKey: Uint8Array): boolean {
  return reading.kind === 'envelope' && reading.envelope.provenBy(dataKey);
}

function freeName(home: string, copy: Copy): string {
  for (let number = 1; ; number += 1) {
    const name = copy.replace(/\.json$/, `.damaged-${String(number)}.json`);
    if (!existsSync(join(home, name))) return name;
  }
}

/**
 * Lets the keychain of this computer open the home beside the passphrase, by 32 random bytes that it keeps. There is
 * one such key at a time: the slot of an earlier one goes. `credential` is what opens the home now; answers as
 * `openVault`, and only if that is `open` something was changed. Without effect on a bare home, which opens
 * without any key. Throws DossierError `disk-full`, `file`.
 */
export function addKeychainKey(
  home: string,
  credential: Credential,
  { key, random }: { key: Uint8Array; random: RandomBytes },
): VaultReading {
  const reading = openVault(home, credential);
  if (reading.kind !== 'open' || reading.slot === 'bare') return reading;
  const { copy, dataKey } = reading;
  withStoreErrors(() => {
    const whole = readCopy(home, copy);
    if (whole.kind !== 'envelope') return;
    const others = whole.envelope.slots.filter(({ kind }) => kind !== 'keychain');
    writeCopies(home, writeEnvelope([...others, keychainSlot(dataKey, key, random)], dataKey));
  });
  return reading;
}

/**
 * Puts a new recovery code in the place of the one there was, which opens nothing from then on; passphrase and keychain
 * stay. The passphrase is asked for: a caller that has only the code cannot take it from its owner. Answers as `openVault`
 * if nothing was changed, also for a bare home. Throws DossierError `disk-full`, `file`.
 */
export function renewRecovery(
  home: string,
  passphrase: string,
  random: RandomBytes,
): { readonly kind: 'changed'; readonly recoveryCode: string } | VaultReading {
  const reading = openVault(home, { passphrase });
  if (reading.kind !== 'open' || reading.slot !== 'passphrase') return reading;
  const { copy, dataKey } = reading;
  return withStoreErrors(() => {
    const whole = readCopy(home, copy);
    if (whole.kind !== 'envelope') return whole.kind === 'damaged' ? whole : { kind: whole.kind };
    const { code, secret } = makeRecoveryCode(random);
    const slots = whole.envelope.slots.map((slot) =>
      slot.kind === 'recovery' ? recoverySlot(dataKey, secret, random) : slot,
    );
    writeCopies(home, writeEnvelope(slots, dataKey));
    return { kind: 'changed', recoveryCode: code };
  });
}

/** What opens the home, without opening it: empty if there is no key file that can be read. */
export function slotsOf(home: string): readonly KeySlot['kind'][] {
  for (const copy of copies) {
    const reading = withStoreErrors(() => readCopy(home, copy));
    if (reading.kind === 'envelope') return reading.envelope.slots.map(({ kind }) => kind);
  }
  return [];
}

/** The key of one store file of the home: 32 bytes, other ones for every `storeId`. */
export function storeKey(dataKey: Uint8Array, storeId: string): Uint8Array {
  return derive(dataKey, `dossier store ${storeId}`);
}

/** Why a text may not become a passphrase, for a person; null if it may. */
export function whyUnfit(passphrase: string): string | null {
  // What stands for bytes that are no text; a vault that was made with it opens on.
  if (/[\0\uFFFD]/u.test(passphrase))
    return 'This passphrase holds bytes that are no text. Save it as UTF-8 and try again.';
  const isLong = [...passphrase.normalize('NFKC')].length >= 8;
  return isLong ? null : 'A passphrase needs at least 8 characters. Choose a longer one.';
}

/** @throws DossierError 'invalid' for a text that may not become a passphrase */
export function refuseUnfit(passphrase: string): void {
  const why = whyUnfit(passphrase);
  if (why !== null) throw new DossierError('invalid', why);
}

type CopyReading =
  | { readonly kind: 'envelope'; readonly copy: Copy; readonly envelope: Envelope }
  | { readonly kind: 'damaged'; readonly copy: Copy; readonly message: string }
  | { readonly kind: 'newer' | 'absent' };

function readCopy(home: string, copy: Copy): CopyReading {
  const path = join(home, copy);
  if (!existsSync(path)) return { kind: 'absent' };
  const reading = readEnvelope(readFileSync(path, 'utf8'));
  return reading.kind === 'newer' ? reading : { copy, ...reading };
}

type Opened =
  | { readonly kind: 'key'; readonly dataKey: Uint8Array; readonly slot: KeySlot['kind'] }
  | Extract<VaultReading, { kind: 'locked' | 'wrong-passphrase' | 'wrong-recovery-code' }>;

function openSlots(slots: readonly KeySlot[], credential: Credential): Opened {
  const { passphrase, recoveryCode, keychainKey } = credential;
  for (const slot of slots) {
    if (slot.kind === 'bare') return { kind: 'key', dataKey: openBareSlot(slot), slot: 'bare' };
  }
  if (recoveryCode !== undefined) {
    const reading = readRecoveryCode(recoveryCode);
    if (reading.kind === 'mistyped') return { kind: 'wrong-recovery-code', reason: 'mistyped' };
    for (const slot of slots) {
      const dataKey = slot.kind === 'recovery' ? openRecoverySlot(slot, reading.secret) : null;
      if (dataKey !== null) return { kind: 'key', dataKey, slot: 'recovery' };
    }
    return { kind: 'wrong-recovery-code', reason: 'other' };
  }
  if (keychainKey !== undefined) {
    for (const slot of slots) {
      const dataKey = slot.kind === 'keychain' ? openKeychainSlot(slot, keychainKey) : null;
      if (dataKey !== null) return { kind: 'key', dataKey, slot: 'keychain' };
    }
    return { kind: 'locked' };
  }
  if (passphrase === undefined) return { kind: 'locked' };
  for (const slot of slots) {
    const dataKey = slot.kind === 'passphrase' ? openPassphraseSlot(slot, passphrase) : null;
    if (dataKey !== null) return { kind: 'key', dataKey, slot: 'passphrase' };
  }
  return { kind: 'wrong-passphrase' };
}

/** The copy second: after a crash in between, the first one is whole and `repairVault` has its source. */
function writeCopies(home: string, text: string): void {
  for (const copy of copies) writeDurably(join(home, copy), text);
}
