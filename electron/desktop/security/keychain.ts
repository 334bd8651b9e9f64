import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { KeychainState } from '#contract/window/shell.ts';
import { letKeychainOpen } from '#app/client/home-gateway.ts';
import type { ShellElectron } from '../electron.ts';

/*
 * The keychain keeps 32 random bytes, which open one slot of the home's key file. The data key itself is never given
 * to it. It opens the vault at the start of the program, when the user has just signed in to the system. After a lock,
 * also of an earlier run, the passphrase is needed; otherwise a restart would bypass the lock.
 */

/** Encrypted by the system for this user: of no use on another computer. */
const keptName = 'keychain.bin';
/** Lies there from a lock until the passphrase was given. */
const heldName = 'keychain.held';

export interface Keychain {
  readonly state: () => Promise<KeychainState>;
  /** Asks the system for what it keeps, which may ask its user. Never rejects: without it the passphrase is asked. */
  readonly load: () => Promise<void>;
  /** What opens the home without a question; null if nothing was loaded, or the user has to be asked. */
  readonly key: () => Uint8Array | null;
  /**
   * @param attempt runs what proves the passphrase, and has wrong ones wait
   * @throws DossierError 'wrong-passphrase', 'wrong-state' (no keychain to trust, or nothing to protect), 'file'
   */
  readonly keep: (passphrase: string, attempt: (prove: () => void) => Promise<void>) => Promise<void>;
  readonly forget: () => void;
  /**
   * The home was locked: from now on the passphrase is asked. If that cannot be noted, the kept key is deleted.
   * @throws DossierError 'file' if neither works
   */
  readonly hold: () => 'held' | 'forgotten';
  /** The user opened the home. */
  readonly release: () => void;
}

/** The keychain of this computer for one home. To be used after Electron is ready. */
export function createKeychain(
  safeStorage: ShellElectron['safeStorage'],
  { home, platform }: { readonly home: string; readonly platform: NodeJS.Platform },
): Keychain {
  const kept = join(home, keptName);
  const held = join(home, heldName);
  let loaded: Uint8Array | null = null;

  async function whyNot(): Promise<string | null> {
    if (platform === 'linux') {
      const backend = safeStorage.getSelectedStorageBackend();
      // It would "encrypt" with a password that stands in Chromium's source.
      if (backend === 'basic_text' || backend === 'unknown') {
        return 'This desktop has no keychain (GNOME Keyring or KWallet) that Dossier could trust.';
      }
    }
    const isThere = await safeStorage.isAsyncEncryptionAvailable();
    return isThere ? null : 'The keychain of this computer does not answer.';
  }

  const isAsked = (): boolean => existsSync(held) || !existsSync(kept);

  return {
    async state() {
      // Its file says so: a look into the keychain can make the system ask its user.
      if (existsSync(kept)) return { kind: 'on' };
      const why = await whyNot();
      return why === null ? { kind: 'off' } : { kind: 'unavailable', why };
    },
    async load() {
      try {
        if (isAsked() || (await whyNot()) !== null) return;
        const { result } = await safeStorage.decryptStringAsync(readFileSync(kept));
        const key = Buffer.from(result, 'base64');
        if (key.length === 32) loaded = new Uint8Array(key);
      } catch {
        // Another user's, another computer's, damaged or refused: the passphrase opens the home all the same.
      }
    },
    key: () => (isAsked() ? null : loaded),
    async keep(passphrase, attempt) {
      const why = await whyNot();
      if (why !== null) throw new DossierError('wrong-state', why);
      const key = new Uint8Array(randomBytes(32));
      const sealed = await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64'));
      await attempt(() => {
        letKeychainOpen(home, passphrase, key);
      });
      write(kept, sealed);
      loaded = key;
    },
    forget() {
      loaded = null;
      rmSync(kept, { force: true });
    },
    hold() {
      loaded = null;
      if (!existsSync(kept)) return 'held';
      try {
        write(held, '');
        return 'held';
      } catch {
        rmSync(kept, { force: true });
        return 'forgotten';
      }
    },
    release() {
      rmSync(held, { recursive: true, force: true });
    },
  };
}

function write(path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new DossierError('file', 'The keychain key cannot be written into the vault.', { cause: error });
  }
}
