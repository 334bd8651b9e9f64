import { mount } from 'svelte';
import { createApi } from './api/api.ts';
import { createBridgeTransport } from './api/bridge.ts';
import { createHttpTransport } from './api/http.ts';
import { watchLeaving } from './api/leaving.ts';
import { Commands } from './session/commands/commands.svelte.ts';
import { Desk } from './session/desk/desk.svelte.ts';
import { BackupRestore } from './session/backup-restore.svelte.ts';
import { Notices } from './session/notices/notices.svelte.ts';
import { Settings } from './session/settings.svelte.ts';
import { SyncRun } from './session/desk/sync-run.svelte.ts';
import { showsReadOnlyToast } from './session/notices/read-only-toast.ts';
import { TokenQuestion } from './session/account/token-question.svelte.ts';
import { PausedCalls } from './session/waits.svelte.ts';
import { withMenuKeys } from './session/commands/shortcuts.ts';
import { commandTable } from './shell/commands/commands.ts';
import WindowBoundary from './shell/WindowBoundary.svelte';

declare global {
  interface Window {
    /** Made by `public/startup.js`, which shows what goes wrong until the window stands. */
    dossierStartup?: { readonly refused: boolean; built(): void };
  }
}

const newId = (): string => crypto.randomUUID();
const tokens = new TokenQuestion(
  createApi(
    window.dossier === undefined
      ? createHttpTransport(newId, watchLeaving(window))
      : createBridgeTransport(window.dossier, newId),
  ),
);
const waits = new PausedCalls(tokens.api);
const { api } = waits;
const notices = new Notices();
const desk = new Desk(api);
const settings = new Settings(
  () => desk.api,
  (thrown) => {
    notices.failed(thrown);
  },
);
const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the window.');
const mac = /^Mac/.test(navigator.platform);
const specs = window.dossier === undefined ? commandTable : withMenuKeys(commandTable);
const commands = new Commands(specs, settings, mac, {
  why: () => desk.whyReadOnly,
  tell: () => void showsReadOnlyToast(desk, notices),
});
const restore = new BackupRestore(api);
const shared = { restore, desk, settings, notices, sync: new SyncRun(desk), commands, waits, tokens };
if (window.dossierStartup?.refused !== true) {
  mount(WindowBoundary, { target, props: { shared } });
  window.dossierStartup?.built();
}
