import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { KeychainState } from '#contract/shell.ts';
import { letKeychainOpen } from '#host/client/door.ts';
import type { ShellElectron } from './electron.ts';

/*
 * The keychain keeps 32 random bytes, which open one slot of the home's key file. The data key itself is never given
 * to it. It opens the home at the start of the program, when the person has just proven themselves to the system;
 * after a lock the passphrase is asked, also by a program that was started anew: otherwise ending the program would
 * be a way around the lock.
 */

/** Encrypted by the system for this user: of no use on another computer. */
const keptName = 'keychain.bin';
/** Lies there from a lock until the passphrase was given. */
const heldName = 'keychain.held';

export interface Keychain {
  readonly state: () => KeychainState;
  /** What opens the home without a question; null where a person has to be asked. */
  readonly key: () => Uint8Array | null;
  /** @throws DossierError 'wrong-passphrase', 'wrong-state' (no keychain to trust, or nothing to protect), 'file' */
  readonly keep: (passphrase: string) => void;
  readonly forget: () => void;
  /** The home was locked: from now on the passphrase is asked. */
  readonly hold: () => void;
  /** The person opened the home. */
  readonly release: () => void;
}

/** The keychain of this computer for one home. To be used after Electron is ready. */
export function createKeychain(
  safeStorage: ShellElectron['safeStorage'],
  { home, platform }: { readonly home: string; readonly platform: NodeJS.Platform },
): Keychain {
  const kept = join(home, keptName);
  const held = join(home, heldName);

  function whyNot(): string | null {
    if (platform === 'linux') {
      const backend = safeStorage.getSelectedStorageBackend();
      // It would "encrypt" with a password that stands in Chromium's source.
      if (backend === 'basic_text' || backend === 'unknown') {
        return 'This desktop has no keychain (GNOME Keyring or KWallet) that Dossier could trust.';
      }
    }
    return safeStorage.isEncryptionAvailable() ? null : 'The keychain of this computer does not answer.';
  }

  function read(): Uint8Array | null {
    try {
      const key = Buffer.from(safeStorage.decryptString(readFileSync(kept)), 'base64');
      return key.length === 32 ? new Uint8Array(key) : null;
    } catch {
      // Another user's, another computer's, or damaged: the passphrase opens the home all the same.
      return null;
    }
  }

  return {
    state() {
      const why = whyNot();
      if (why !== null) return { kind: 'unavailable', why };
      return { kind: existsSync(kept) ? 'on' : 'off' };
    },
    key: () => (existsSync(held) || !existsSync(kept) || whyNot() !== null ? null : read()),
    keep(passphrase) {
      const why = whyNot();
      if (why !== null) throw new DossierError('wrong-state', why);
      const key = new Uint8Array(randomBytes(32));
      letKeychainOpen(home, passphrase, key);
      write(kept, safeStorage.encryptString(Buffer.from(key).toString('base64')));
    },
    forget() {
      rmSync(kept, { force: true });
    },
    hold() {
      if (existsSync(kept)) write(held, '');
    },
    release() {
      rmSync(held, { force: true });
    },
  };
}

function write(path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new DossierError('file', 'The keychain key cannot be written into the home.', { cause: error });
  }
}
