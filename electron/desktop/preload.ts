import { contextBridge, ipcRenderer } from 'electron';
import type { DossierBridge } from '#contract/window/bridge.ts';
import { channels } from './calls/channels.ts';

/*
 * Runs in a world of its own before the page. The page gets three functions that take and return texts. It sees no
 * object of Electron, no channel name and no event.
 */

const bridge: DossierBridge = {
  call: async (name, inputText, callId, account) => {
    const texts = [name, inputText, callId, ...(account === undefined ? [] : [account])].map(String);
    return String(await ipcRenderer.invoke(channels.call, ...texts));
  },
  cancel(callId) {
    ipcRenderer.send(channels.cancel, String(callId));
  },
  onEvent(listener) {
    const pass = (_event: unknown, text: unknown): void => {
      listener(String(text));
    };
    ipcRenderer.on(channels.event, pass);
    return () => {
      ipcRenderer.removeListener(channels.event, pass);
    };
  },
};

contextBridge.exposeInMainWorld('dossier', bridge);
