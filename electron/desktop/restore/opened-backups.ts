import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { backupEnding } from '#contract/window/shell.ts';
import type { OpenedBackup } from '#contract/window/shell.ts';
import { safeFileName } from '#domain/base/file-name.ts';
import { inspectBackup, refuseUsedFolder, restoreVault, riskOfFolder } from '#app/client/restore-vault.ts';

/** A call that restores: the page can give it up, and is told how far it is. */
export interface RestoreCall {
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent & { readonly kind: 'restore' }) => void;
}

/** The backup that the user opened with the program. Its path, and that of the new vault, never come from a page. */
export interface OpenedBackups {
  /** Takes a file that the user opened; while another one is restored, it comes behind it. */
  open(file: string): void;
  state(): Promise<OpenedBackup>;
  /** Asks for a file. */
  chooseFile(): Promise<OpenedBackup>;
  /** Asks for the new folder. @throws DossierError `file` if it is taken */
  chooseFolder(): Promise<OpenedBackup>;
  /** @throws DossierError as `restoreVault` does; `wrong-state`, `busy` */
  restore(call: RestoreCall): Promise<OpenedBackup>;
  /** @throws DossierError `wrong-state` if nothing was restored */
  openRestored(): void;
  dismiss(): Promise<OpenedBackup>;
  /** Gives up what is being restored, since the program ends. */
  stop(): void;
}

export interface OpenedBackupParts {
  /** The vault of this program. */
  readonly home: string;
  /** Asks in a dialog of the system for a backup; null if the user chose none. */
  readonly askFile: () => Promise<string | null>;
  /** Asks in a dialog of the system for a new folder; null if the user chose none. */
  readonly askFolder: (suggested: string) => Promise<string | null>;
  /** There is another backup than before. */
  readonly onOpened: () => void;
  /** Ends the program and starts it with another vault. */
  readonly restart: (home: string) => void;
}

interface Opened {
  readonly file: string;
  folder: string;
  step: 'offered' | 'restoring' | 'restored';
}

export function createOpenedBackups({
  home,
  askFile,
  askFolder,
  onOpened,
  restart,
}: OpenedBackupParts): OpenedBackups {
  let opened: Opened | null = null;
  let next: string | null = null;
  const ending = new AbortController();

  function open(file: string): void {
    if (opened?.step === 'restoring') {
      next = file;
      return;
    }
    opened = { file, folder: restoreFolder(home, file, existsSync), step: 'offered' };
    onOpened();
  }

  async function state(): Promise<OpenedBackup> {
    if (opened === null) return { kind: 'none' };
    const { file, folder, step } = opened;
    const name = basename(file);
    if (step === 'restored') return { kind: 'restored', name, folder, vault: home };
    try {
      if (extname(file).toLowerCase() !== `.${backupEnding}`)
        throw new DossierError('invalid', `${name} does not end with .dossier, as backups do.`);
      return { kind: 'offered', name, ...(await inspectBackup(file)), folder, risk: riskOfFolder(folder) };
    } catch (error) {
      if (error instanceof DossierError) return { kind: 'refused', name, why: error.message };
      throw error;
    }
  }

  /** What was opened and is not restored yet. */
  function offered(): Opened {
    if (opened?.step === 'restoring')
      throw new DossierError('busy', 'This backup is being restored already.');
    if (opened?.step !== 'offered') throw new DossierError('wrong-state', 'No backup was opened.');
    return opened;
  }

  return {
    open,
    state,
    async chooseFile() {
      const file = await askFile();
      if (file !== null) open(file);
      return state();
    },
    async chooseFolder() {
      const wanted = offered();
      const folder = await askFolder(wanted.folder);
      if (folder !== null) {
        refuseUsedFolder(folder);
        wanted.folder = folder;
      }
      return state();
    },
    async restore({ signal, onProgress }) {
      if (opened?.step === 'restored') return state();
      const wanted = offered();
      wanted.step = 'restoring';
      try {
        const { path } = await restoreVault(wanted.file, wanted.folder, {
          signal: AbortSignal.any([signal, ending.signal]),
          onProgress: (done, total) => {
            onProgress({ kind: 'restore', done, total });
          },
        });
        wanted.folder = path;
        wanted.step = 'restored';
      } catch (error) {
        wanted.step = 'offered';
        throw error;
      }
      return state();
    },
    openRestored() {
      if (opened?.step !== 'restored') throw new DossierError('wrong-state', 'No backup was restored.');
      restart(opened.folder);
    },
    async dismiss() {
      // One that is being restored is given up by its own call.
      if (opened?.step !== 'restoring') {
        opened = null;
        const behind = next;
        next = null;
        if (behind !== null) open(behind);
      }
      return state();
    },
    stop() {
      ending.abort();
    },
  };
}

/**
 * Where a backup is restored to unless the user says otherwise: beside the vault that is in use, under a name that is free.
 *
 * @param home the vault in use
 * @param backup the file
 * @param isThere whether a path is taken
 */
export function restoreFolder(home: string, backup: string, isThere: (path: string) => boolean): string {
  const name = safeFileName([basename(home), basename(backup, extname(backup))], 'dossier');
  for (let number = 1; ; number += 1) {
    const path = join(dirname(home), number === 1 ? name : `${name}-${String(number)}`);
    if (!isThere(path)) return path;
  }
}
