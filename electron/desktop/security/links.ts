import { readLink } from '#domain/base/links.ts';
import type { ShellElectron, ShellWindow } from '../electron.ts';

/**
 * Makes the one way out: asks in a dialog of the system that shows the whole address, then hands it to the person's
 * browser. While one question stands, further addresses are dropped, so that a page cannot pile them up.
 */
export function createLinkOpener(
  { dialog, shell }: Pick<ShellElectron, 'dialog' | 'shell'>,
  window: () => ShellWindow | null,
): (text: string) => Promise<void> {
  let asking = false;
  return async (text) => {
    const over = window();
    if (asking || over === null) return;
    asking = true;
    try {
      const link = readLink(text);
      if (link === null) {
        await dialog.showMessageBox(over, {
          type: 'info',
          message: 'This link is not opened.',
          detail: 'Dossier opens https: addresses alone, without a name or password in them.',
          buttons: ['Close'],
        });
        return;
      }
      const { response } = await dialog.showMessageBox(over, {
        type: 'question',
        message: `Open ${link.host} in the browser?`,
        detail: link.address,
        buttons: ['Open', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      });
      if (response === 0) await shell.openExternal(link.address);
    } finally {
      asking = false;
    }
  };
}
