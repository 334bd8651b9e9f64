import { setTimeout as sleep } from 'node:timers/promises';
import type { ShellElectron, ShellWindow } from '../electron.ts';

/** Nothing tells when a refusal is over, and until then a close is ignored: so it is tried again. */
const againMs = 200;
/** A page saves one field after the other: it is closed again this often while it still has calls under way. */
const maxRounds = 20;
/** A page that says nothing for so long when its window is closed does not answer. */
const unansweredMs = 5_000;

export interface ClosingParts {
  readonly dialog: Pick<ShellElectron['dialog'], 'showMessageBox'>;
  /** Resolves when what the page has asked for is done, or has taken too long: whether there was anything. */
  readonly settled: () => Promise<boolean>;
  /** What is done about a page that does not answer, or has ended, while nobody closes its window. */
  readonly onStuck: () => void;
  readonly onGone: () => void;
}

/** How a window closes. */
export interface Closing {
  /** Closes the window; false if the person stays. */
  close(): Promise<boolean>;
  /** Saves what the page can save and closes the window without a question: the system does not wait for an answer. */
  closeUnasked(): Promise<void>;
  /** Loads the page again, whatever is typed in it: the user was asked. */
  reload(): void;
}

/**
 * A page that has something typed in it that is in no store refuses to be closed, and Electron then leaves the window
 * open without a word. Here the page saves what it can and is closed again; for what is left the person is asked. A
 * page that does not answer is closed only if they say so.
 */
export function guardClosing(
  window: ShellWindow,
  { dialog, settled, onStuck, onGone }: ClosingParts,
): Closing {
  let stage: 'open' | 'closing' | 'waiting' | 'saving' | 'asking' | 'agreed' = 'open';
  /** How often the page has refused to go, ever. */
  let refusals = 0;
  /** How often it was asked again since the window is to be closed. */
  let rounds = 0;
  let told = Promise.withResolvers<boolean>();
  let isUnasked = false;
  let isAskingForced = false;
  let isReloading = false;
  // Our own: Electron's "unresponsive" of a window that is closed comes also five seconds after the page refused.
  let unanswered: NodeJS.Timeout | undefined;

  window.on('close', () => {
    if (stage === 'open') stage = 'closing';
    unanswered ??= setTimeout(() => void askForced(), unansweredMs);
  });
  window.on('closed', () => {
    heard();
    told.resolve(true);
  });
  function heard(): void {
    clearTimeout(unanswered);
    unanswered = undefined;
  }
  window.webContents.on('will-prevent-unload', (event) => {
    heard();
    refusals += 1;
    // The answer to an earlier close can come after the user chose to stay: it takes nothing away.
    if (isReloading || stage === 'agreed') event.preventDefault();
    else if (stage === 'closing' || stage === 'saving') void save(stage === 'closing');
  });
  for (const event of ['did-finish-load', 'did-fail-load'] as const) {
    window.webContents.on(event, () => {
      isReloading = false;
    });
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    heard();
    if (stage !== 'open') window.destroy();
    else if (reason !== 'clean-exit') onGone();
  });
  window.webContents.on('unresponsive', () => {
    if (stage === 'open') onStuck();
    else void askForced();
  });

  /** The page was told that it is to go, and saves: it is asked again until nothing of that is under way. */
  async function save(isFirst: boolean): Promise<void> {
    stage = 'waiting';
    const waited = await settled();
    if (window.isDestroyed()) return;
    if (isFirst || (waited && rounds < maxRounds)) {
      stage = 'saving';
      rounds += 1;
      await closeUntilHeard();
    } else await ask();
  }

  /** Closes the window, which ends it or has its page refuse. */
  async function closeUntilHeard(): Promise<void> {
    const before = refusals;
    while (refusals === before && !window.isDestroyed()) {
      window.close();
      await sleep(againMs);
    }
  }

  async function ask(): Promise<void> {
    stage = 'asking';
    const leaves =
      isUnasked ||
      (await confirmed(
        'Something is not saved yet.',
        'It breaks a rule, or was not given yet. It is lost where the window closes.',
        ['Stay', 'Close without it'],
      ));
    if (window.isDestroyed()) return;
    if (!leaves) stay();
    else {
      stage = 'agreed';
      await closeUntilHeard();
    }
  }

  async function askForced(): Promise<void> {
    heard();
    if (isAskingForced || window.isDestroyed()) return;
    isAskingForced = true;
    const forces = await confirmed('The window does not answer.', 'What was shown as saved is saved.', [
      'Wait',
      'Close anyway',
    ]);
    isAskingForced = false;
    if (forces && !window.isDestroyed()) window.destroy();
  }

  /** Whether the person presses the second button; the first one changes nothing, and is that of Escape and Enter. */
  async function confirmed(message: string, detail: string, buttons: [string, string]): Promise<boolean> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === 1;
  }

  function stay(): void {
    stage = 'open';
    rounds = 0;
    told.resolve(false);
    told = Promise.withResolvers();
  }

  return {
    close() {
      const answer = told.promise;
      if (stage === 'open') {
        stage = 'closing';
        void closeUntilHeard();
      }
      return answer;
    },
    async closeUnasked() {
      isUnasked = true;
      const answer = told.promise;
      if (stage === 'open') {
        stage = 'closing';
        void closeUntilHeard();
      } else if (stage === 'asking') {
        stage = 'agreed';
        void closeUntilHeard();
      }
      await answer;
    },
    reload() {
      isReloading = true;
      window.webContents.reload();
    },
  };
}
