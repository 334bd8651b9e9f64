import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { looksLikeRecoveryCode } from '#db/store/recovery-code.ts';
import {
  createVault,
  openVault,
  protectVault,
  refuseUnfit,
  renewRecovery,
  repairVault,
} from '#db/store/vault.ts';
import { writeMadeAt } from '#db/tables/accounts/token-origins.ts';
import { whereaboutsOf } from '../maintenance/vault-identity.ts';
import { riskOfFolder } from '../platform/folder-risk.ts';
import { wrongSecret } from './wrong-secret.ts';
import type { Credential, RandomBytes, VaultReading } from '#db/store/vault.ts';

/** How the passphrase of a home comes in. */
export interface PassphraseSource {
  /** From the environment or a descriptor; null if none was given. */
  readonly given: string | null;
  /** Asks the person at the terminal, without an echo; null if nobody sits there. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Asks for the passphrase of a vault that is to be made; answers null for none. Null if nobody sits there. */
  readonly askNew: ((home: string) => Promise<string | null>) | null;
  /**
   * Shows the recovery code of a new home, once; null if nobody would see it: it must not end in the log of
   * a script.
   */
  readonly showRecoveryCode: ((code: string) => void) | null;
  /** What the keychain of this computer keeps for this home; asked if no passphrase was given. */
  readonly keychainKey?: (() => Uint8Array | null) | undefined;
}

/** The data key, or the question that has to be answered for it. */
export type Unlocked =
  | { readonly kind: 'open'; readonly dataKey: Uint8Array }
  /** A person has to be asked first. */
  | { readonly kind: 'ask'; readonly ask: () => Promise<string> };

/**
 * Opens the vault of a home, or makes one if the home is new. To be called by the holder of the home's lock.
 * The passphrase may also be the home's recovery code.
 * @param tell gets notices for the user: a bare key file was made, a key file was repaired, or the passphrase
 *   was not needed.
 * @param shown the path of the home as the user knows it
 * @throws DossierError 'locked', 'wrong-passphrase', 'damaged-store', 'newer-store', 'invalid', 'file'
 */
export function unlock(
  home: string,
  source: PassphraseSource,
  tell: (line: string) => void,
  shown: string = home,
): Unlocked {
  const reading = source.given === null ? readByKeychain(home, source) : readVault(home, source.given);
  switch (reading.kind) {
    case 'absent':
      return { kind: 'open', dataKey: makeVault(home, source, tell) };
    case 'open':
      if (reading.slot === 'bare' && source.given !== null) {
        tell('This vault opens by its bare key file; the passphrase that was given protects nothing here.');
      }
      tellRepairs(repairVault(home, reading.dataKey).setAside, tell);
      return { kind: 'open', dataKey: reading.dataKey };
    case 'locked': {
      const { ask } = source;
      if (ask !== null) return { kind: 'ask', ask: () => ask(`Passphrase of ${shown} (not shown): `) };
      throw new DossierError(
        'locked',
        'This vault is protected by a passphrase. Give it by DOSSIER_PASSPHRASE or --passphrase-fd N.',
      );
    }
    case 'wrong-passphrase':
    case 'wrong-recovery-code':
    case 'damaged':
    case 'newer':
      throw vaultFailure(reading, source.given);
  }
  return reading satisfies never;
}

/**
 * Checks a passphrase given to a command whose home another process has open. That home is unlocked for its user
 * already, so none is needed; but a wrong one is told, as it would be without that process.
 * @throws DossierError 'wrong-passphrase'
 */
export function checkGivenPassphrase(home: string, given: string | null): void {
  if (given === null) return;
  const reading = readVault(home, given);
  if (reading.kind === 'wrong-passphrase') throw vaultFailure(reading, given);
}

/** @throws DossierError 'invalid' for a text that no new vault may have as its passphrase */
export function checkNewPassphrase(given: string): void {
  refuseUnfit(trimPassphrase(given));
}

/** What opens the home now, and what shall open it: null stands for no passphrase. */
export interface ProtectionChange {
  readonly current: string | null;
  readonly passphrase: string | null;
}

/**
 * Sets, changes or takes away the passphrase of a home. It may be open meanwhile: its data key stays.
 * @returns the new recovery code, to be shown once; null for a bare home
 * @throws DossierError 'invalid' for a new passphrase under 8 characters; 'wrong-state' if there is no key
 *   file; 'locked', 'wrong-passphrase', 'damaged-store', 'newer-store', 'disk-full', 'file'
 */
export function changeProtection(
  home: string,
  { current, passphrase }: ProtectionChange,
  random: RandomBytes,
): { readonly recoveryCode: string | null } {
  const wanted = { passphrase: passphrase ?? undefined, random };
  const changed = protectVault(home, credentialOf(home, current), wanted);
  switch (changed.kind) {
    case 'changed':
      return { recoveryCode: changed.recoveryCode };
    case 'locked':
      throw new DossierError(
        'locked',
        'This vault is protected by a passphrase: give the one that it has now.',
      );
    case 'absent':
      throw new DossierError('wrong-state', 'This vault has no key file yet. Set it up first.');
    case 'wrong-passphrase':
    case 'wrong-recovery-code':
    case 'damaged':
    case 'newer':
      throw vaultFailure(changed, current);
  }
  return changed satisfies never;
}

/** What the user gave: the passphrase in the form that opens the home, else their recovery code. */
function credentialOf(home: string, given: string | null): Credential {
  if (given === null) return {};
  const passphrase = formsOf(given).find((form) => openVault(home, { passphrase: form }).kind === 'open');
  return passphrase === undefined ? { recoveryCode: given } : { passphrase };
}

/**
 * Makes a new recovery code for a home with a passphrase.
 * @throws DossierError 'wrong-passphrase' (also for the recovery code itself), 'wrong-state' if there is no
 *   passphrase, 'damaged-store', 'newer-store', 'disk-full', 'file'
 */
export function renewRecoveryCode(
  home: string,
  passphrase: string,
  random: RandomBytes,
): { readonly recoveryCode: string } {
  const renewed = renewRecovery(home, passphrase, random);
  switch (renewed.kind) {
    case 'changed':
      return { recoveryCode: renewed.recoveryCode };
    case 'open':
    case 'absent':
    case 'locked':
      throw new DossierError(
        'wrong-state',
        'This vault has no passphrase, so it needs no recovery code. Set a passphrase first.',
      );
    case 'wrong-passphrase':
    case 'wrong-recovery-code':
    case 'damaged':
    case 'newer':
      throw vaultFailure(renewed, null);
  }
  return renewed satisfies never;
}

function readByKeychain(home: string, { keychainKey }: PassphraseSource): VaultReading {
  const reading = openVault(home);
  const key = reading.kind === 'locked' ? (keychainKey?.() ?? null) : null;
  return key === null ? reading : openVault(home, { keychainKey: key });
}

function readVault(home: string, given: string | null): VaultReading {
  if (given === null) return openVault(home);
  const wrong: VaultReading = { kind: 'wrong-passphrase' };
  for (const passphrase of formsOf(given)) {
    const reading = openVault(home, { passphrase });
    if (reading.kind !== 'wrong-passphrase') return reading;
  }
  const recovered = openVault(home, { recoveryCode: given });
  return recovered.kind === 'open' ? recovered : wrong;
}

/** A passphrase as vaults of all versions may have been made with it. */
function formsOf(given: string): readonly string[] {
  return [...new Set([trimPassphrase(given), given, wideAsRead(given)])];
}

/** What earlier versions took a UTF-16 file of PowerShell for: UTF-8 up to byte 10. Vaults were made with that. */
function wideAsRead(given: string): string {
  const bytes = Buffer.from(`\uFEFF${given}\r\n`, 'utf16le');
  return bytes.toString('utf8', 0, bytes.indexOf(10));
}

/** A passphrase without the line ending, blanks and byte order mark that editors and secret stores put around it. */
export function trimPassphrase(given: string): string {
  return given.replaceAll(/^[\uFEFF \t]+|[\r\n \t]+$/gu, '');
}

function tellRepairs(setAside: readonly string[], tell: (line: string) => void): void {
  if (setAside.length === 0) return;
  const names = setAside.join(' and ');
  tell(`A copy of the key file was damaged and is written again from the other; kept as ${names}.`);
}

function makeVault(home: string, source: PassphraseSource, tell: (line: string) => void): Uint8Array {
  if (existsSync(join(home, 'stores'))) {
    throw new DossierError(
      'damaged-store',
      `The key file of ${home} is missing, so its stores cannot be read. Put key.json back from a backup; nothing was changed.`,
    );
  }
  const { dataKey, recoveryCode } = createVault(home, {
    passphrase: source.given === null ? undefined : trimPassphrase(source.given),
    random: (count) => randomBytes(count),
  });
  writeMadeAt(home, dataKey, whereaboutsOf(home));
  tell(`Made a new vault in ${home}.`);
  const risk = riskOfFolder(home);
  if (risk !== null) tell(risk);
  if (recoveryCode === null) {
    tell(
      'This new vault opens by a bare key file in it: anyone who can read its folder can read the findings. "dossier home passphrase set" protects it.',
    );
  } else {
    source.showRecoveryCode?.(recoveryCode);
  }
  return dataKey;
}

/**
 * What a user reads if a vault does not open.
 * @param given the passphrase or recovery code, which is named after its form; null: a passphrase was meant
 */
export function vaultFailure(
  reading: Extract<VaultReading, { kind: 'wrong-passphrase' | 'wrong-recovery-code' | 'damaged' | 'newer' }>,
  given: string | null,
): DossierError {
  switch (reading.kind) {
    case 'wrong-passphrase':
    case 'wrong-recovery-code':
      return wrongSecret(given !== null && looksLikeRecoveryCode(given) ? 'recovery-code' : 'passphrase');
    case 'damaged':
      return new DossierError(
        'damaged-store',
        `${reading.message} Put key.json back from a backup; nothing was changed.`,
      );
    case 'newer':
      return new DossierError(
        'newer-store',
        'A newer version of the program made this vault. Use that version; nothing was changed.',
      );
  }
}
