/** The three ways between the page's preload script and the main process. Nothing else is listened to. */
export const channels = {
  /** A call: name, input as JSON text, id → the outcome as JSON text. */
  call: 'dossier:call',
  /** Gives up the call of that id. */
  cancel: 'dossier:cancel',
  /** From the main process: a `BridgeEvent` as JSON text. */
  event: 'dossier:event',
} as const;
