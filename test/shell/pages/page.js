/** The page of the shell's specs: keeps what it is told, and says its last words as the real one does. */
const page = Object.assign(globalThis, {
  /** @type {unknown[]} */
  told: [],
  /** @type {[string, string, string] | null} */
  lastWords: null,
});
/** @type {import('../../../electron/contract/bridge.ts').DossierBridge} */
const bridge = Reflect.get(globalThis, 'dossier');

bridge.onEvent((text) => page.told.push(JSON.parse(text)));
addEventListener('pagehide', () => {
  if (page.lastWords !== null) void bridge.call(...page.lastWords);
});
