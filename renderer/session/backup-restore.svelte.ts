import type { OpenedBackup } from '#contract/window/shell.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';

/** The backup that the user opened with the desktop application, and its way into a new vault. */
export class BackupRestore {
  readonly #api: Api;
  opened = $state.raw<OpenedBackup>({ kind: 'none' });
  /** Bytes that are restored, of all; null if nothing is under way. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  failure = $state.raw<string | null>(null);
  #stop = new AbortController();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Asks the program what was opened. @throws ApiError */
  async look(): Promise<void> {
    this.opened = await this.#api.call('shell.openedBackup', {});
    this.failure = null;
  }

  /** Asks the user for a backup. @throws ApiError */
  async chooseFile(): Promise<void> {
    this.opened = await this.#api.call('shell.chooseBackup', {});
    this.failure = null;
  }

  /** Asks the user for the folder. Never rejects: what went wrong is in `failure`. */
  async chooseFolder(): Promise<void> {
    await this.#attempt(() => this.#api.call('shell.chooseRestoreFolder', {}));
  }

  /** Restores it. Never rejects: what went wrong is in `failure`. */
  async start(): Promise<void> {
    if (this.progress !== null || this.opened.kind !== 'offered') return;
    this.#stop = new AbortController();
    this.progress = { done: 0, total: this.opened.bytes };
    await this.#attempt(() =>
      this.#api.call(
        'shell.restoreBackup',
        {},
        {
          signal: this.#stop.signal,
          onProgress: (event) => {
            if (event.kind === 'restore' && this.progress !== null) this.progress = event;
          },
        },
      ),
    );
    this.progress = null;
  }

  /** Starts the program with the restored vault. Never rejects. */
  async open(): Promise<void> {
    await this.#attempt(async () => {
      await this.#api.call('shell.openRestored', {});
      return this.opened;
    });
  }

  /** Gives up what is under way, or leaves the backup alone. Never rejects. */
  async leave(): Promise<void> {
    if (this.progress === null) await this.#attempt(() => this.#api.call('shell.dismissBackup', {}));
    else this.#stop.abort();
  }

  async #attempt(run: () => Promise<OpenedBackup>): Promise<void> {
    this.failure = null;
    try {
      this.opened = await run();
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }
}
