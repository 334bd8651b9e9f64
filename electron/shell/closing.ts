import type { ShellElectron, ShellWindow } from './electron.ts';

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
    // Not in the turn in which the page refused: until that is over, a close is ignored.
    await new Promise(setImmediate);
    if (!window.isDestroyed()) window.close();
  }

  async function ask(): Promise<void> {
    stage = 'asking';
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Something that you typed is not saved yet.',
      detail: 'It breaks a rule, or was not given yet. It is lost where the window closes.',
      buttons: ['Stay', 'Close Without It'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (window.isDestroyed()) return;
    if (response === 0) stay();
    else {
      stage = 'agreed';
      window.close();
    }
  }

  async function askForced(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer.',
      detail: 'What was shown as saved is saved.',
      buttons: ['Wait', 'Close Anyway'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response !== 0 && !window.isDestroyed()) window.destroy();
  }

  function stay(): void {
    stage = 'open';
    told.resolve(false);
    told = Promise.withResolvers();
  }

  return {
    close() {
      const answer = told.promise;
      window.close();
      return answer;
    },
  };
}
