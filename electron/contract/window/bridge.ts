import type { MenuCommand } from './shell.ts';

/*
 * What the preload script of the shell gives to the page as `window.dossier`. Everything crosses as text or
 * as a plain name: the page gets no object of Electron.
 */

/** What the program tells the page without being asked, as JSON text of this shape. */
export type BridgeEvent =
  /** `event` is a `DeskEvent`. */
  | { readonly kind: 'desk'; readonly event: unknown }
  /** How far the call of that name is; `event` is a `ProgressEvent`. */
  | { readonly kind: 'progress'; readonly call: string; readonly event: unknown }
  /** A menu item was chosen that the page carries out. */
  | { readonly kind: 'command'; readonly command: MenuCommand }
  /** A new version of the program was found. */
  | { readonly kind: 'update'; readonly version: string }
  /** The user opened a backup with the program: `shell.openedBackup` says which. */
  | { readonly kind: 'backup' }
  /** The system is about to end: save what is typed now. */
  | { readonly kind: 'save' };

export interface DossierBridge {
  /**
   * Calls a procedure. The answer is the outcome's JSON text; it rejects only if the program itself is gone.
   * @param callId made by the page; names the call for progress and for `cancel`
   * @param account the one that the page shows (`desk.status`); if another is open by then, nothing is done
   */
  call(name: string, inputText: string, callId: string, account?: string): Promise<string>;
  /** Gives up a call that is under way; it then answers `cancelled`. */
  cancel(callId: string): void;
  /** @param listener gets JSON text of a `BridgeEvent`. @returns ends it */
  onEvent(listener: (eventText: string) => void): () => void;
}
