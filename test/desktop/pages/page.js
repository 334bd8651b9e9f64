/** The page of the shell's specs: keeps what it is told, and says its last words as the real one does. */
const page = Object.assign(globalThis, {
  /** @type {unknown[]} */
  told: [],
  /** @type {[string, string, string] | null} */
  lastWords: null,
  /** Whether it lets itself be closed. */
  stays: false,
});
/** @type {import('#contract/window/bridge.ts').DossierBridge} */
const bridge = Reflect.get(globalThis, 'dossier');

bridge.onEvent((text) => page.told.push(JSON.parse(text)));
addEventListener('beforeunload', (event) => {
  if (page.stays) event.preventDefault();
});
addEventListener('pagehide', () => {
  if (page.lastWords !== null) void bridge.call(...page.lastWords);
});
