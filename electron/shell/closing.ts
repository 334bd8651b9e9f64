import { setTimeout as sleep } from 'node:timers/promises';
import type { ShellElectron, ShellWindow } from './electron.ts';

/** Nothing tells when a refusal is over, and until then a close is ignored: so it is tried again. */
const againMs = 200;

export interface ClosingParts {
  readonly dialog: Pick<ShellElectron['dialog'], 'showMessageBox'>;
  /** When what the page has asked for is done, or has taken too long. */
  readonly settled: () => Promise<void>;
  /** What is done about a page that does not answer, or has ended, while nobody closes its window. */
  readonly onStuck: () => void;
  readonly onGone: () => void;
}

/** How a window closes. */
export interface Closing {
  /** Closes the window; false where the person stays. */
  close(): Promise<boolean>;
}

/**
 * A page that has something typed in it that is in no store refuses to be closed, and Electron then leaves the window
 * open without a word. Here the page saves what it can and is closed again; for what is left the person is asked. A
 * page that does not answer is closed only where they say so.
 */
export function guardClosing(
  window: ShellWindow,
  { dialog, settled, onStuck, onGone }: ClosingParts,
): Closing {
  let stage: 'open' | 'closing' | 'saving' | 'asking' | 'agreed' = 'open';
  let told = Promise.withResolvers<boolean>();

  window.on('close', () => {
    if (stage === 'open') stage = 'closing';
  });
  window.on('closed', () => {
    told.resolve(true);
  });
  window.webContents.on('will-prevent-unload', (event) => {
    // Only the shell loads a page again, and it has asked.
    if (stage === 'open' || stage === 'agreed') event.preventDefault();
    else if (stage === 'closing') void saveFirst();
    else if (stage === 'saving') void ask();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (stage !== 'open') window.destroy();
    else if (reason !== 'clean-exit') onGone();
  });
  window.on('unresponsive', () => {
    if (stage === 'open') onStuck();
    else void askForced();
  });

  async function saveFirst(): Promise<void> {
    stage = 'saving';
    await settled();
    await closeUntilHeard();
  }

  /** Closes the window, which ends it or has its page refuse: both lead to another stage. */
  async function closeUntilHeard(): Promise<void> {
    const before = stage;
    while (stage === before && !window.isDestroyed()) {
      window.close();
      await sleep(againMs);
    }
  }

  async function ask(): Promise<void> {
    stage = 'asking';
    const leaves = await confirmed(
      'Something is not saved yet.',
      'It breaks a rule, or was not given yet. It is lost where the window closes.',
      ['Stay', 'Close Without It'],
    );
    if (window.isDestroyed()) return;
    if (!leaves) stay();
    else {
      stage = 'agreed';
      await closeUntilHeard();
    }
  }

  async function askForced(): Promise<void> {
    const forces = await confirmed('The window does not answer.', 'What was shown as saved is saved.', [
      'Wait',
      'Close Anyway',
    ]);
    if (forces && !window.isDestroyed()) window.destroy();
  }

  /** Whether the person presses the second button; the first one changes nothing, and is that of Escape and Enter. */
  async function confirmed(message: string, detail: string, buttons: [string, string]): Promise<boolean> {
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'warning', message, detail, buttons },
      ...{ defaultId: 0, cancelId: 0, noLink: true },
    });
    return response === 1;
  }

  function stay(): void {
    stage = 'open';
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
  };
}
