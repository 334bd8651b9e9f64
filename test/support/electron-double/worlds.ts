/*
 * What the double puts into a page before anything else runs. In the page's own world the preload script's functions,
 * in an isolated world the `electron` module of a sandboxed preload. The two worlds share the DOM alone, so they speak
 * by DOM events that carry text, as functions and objects cannot cross.
 */

export const worldName = 'electron-double-preload';
/** Only contexts of the isolated world have this function: it leads to the double's ipcMain. */
export const bindingName = 'electronDoublePost';
/** The double calls this in the isolated world, to answer and to send. */
export const deliverName = 'electronDoubleDeliver';

/** Runs in the page's world. Electron runs preload scripts in the top frame alone unless told otherwise. */
export const pageWorld = `(() => {
  if (window.top !== window) return;
  const promises = new Map();
  const callbacks = new Map();
  let last = 0;
  const tell = (kind, detail) =>
    window.dispatchEvent(new CustomEvent('electron-double:' + kind, { detail: JSON.stringify(detail) }));
  const heard = (kind, listener) =>
    window.addEventListener('electron-double:' + kind, (event) => listener(JSON.parse(event.detail)));
  let returned;
  heard('returned', (detail) => { returned = detail; });
  heard('settled', ({ id, error, value }) => {
    const { resolve, reject } = promises.get(id);
    promises.delete(id);
    if (error === undefined) resolve(value);
    else reject(new Error(error));
  });
  heard('callback', ({ id, args }) => callbacks.get(id)(...args));
  const cross = (value) => {
    if (typeof value !== 'function') return { value };
    callbacks.set(++last, value);
    return { callback: last };
  };
  const call = (target, args) => {
    const id = ++last;
    tell('call', { id, target, args: args.map(cross) });
    const { kind, value, target: result } = returned;
    if (kind === 'thrown') throw new Error(value);
    if (kind === 'promise') return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
    if (kind === 'function') return (...more) => call(result, more);
    return value;
  };
  heard('expose', ({ key, functions }) => {
    const api = {};
    for (const { name, target } of functions) api[name] = (...args) => call(target, args);
    Object.defineProperty(window, key, { value: Object.freeze(api), enumerable: true });
  });
})();`;

/** Runs in the isolated world, with the built preload script inside. */
export function isolatedWorld(preload: string): string {
  return `(() => {
  if (window.top !== window) return;
  const post = globalThis.${bindingName};
  const waiting = new Map();
  const listeners = new Map();
  const targets = new Map();
  let last = 0;
  const tell = (kind, detail) =>
    window.dispatchEvent(new CustomEvent('electron-double:' + kind, { detail: JSON.stringify(detail) }));
  globalThis.${deliverName} = (message) => {
    if (message.kind === 'answer') {
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) resolve(message.value);
      else reject(new Error(message.error));
    } else {
      for (const listener of listeners.get(message.channel) ?? []) listener({ sender: {} }, ...message.args);
    }
  };
  const ipcRenderer = {
    invoke: (channel, ...args) => new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      post(JSON.stringify({ kind: 'invoke', id: last, channel, args }));
    }),
    send: (channel, ...args) => post(JSON.stringify({ kind: 'send', channel, args })),
    on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    removeListener: (channel, listener) =>
      listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
  };
  const keep = (callable) => { targets.set(++last, callable); return last; };
  window.addEventListener('electron-double:call', (event) => {
    const { id, target, args } = JSON.parse(event.detail);
    const given = args.map(({ callback, value }) =>
      callback === undefined ? value : (...more) => tell('callback', { id: callback, args: more }));
    try {
      const value = targets.get(target)(...given);
      if (value instanceof Promise) {
        tell('returned', { kind: 'promise' });
        value.then(
          (settled) => tell('settled', { id, value: settled }),
          (error) => tell('settled', { id, error: String(error.message) }),
        );
      } else if (typeof value === 'function') tell('returned', { kind: 'function', target: keep(value) });
      else tell('returned', { kind: 'value', value });
    } catch (error) {
      tell('returned', { kind: 'thrown', value: String(error.message) });
    }
  });
  const contextBridge = {
    exposeInMainWorld: (key, api) =>
      tell('expose', {
        key,
        functions: Object.entries(api).map(([name, callable]) => ({ name, target: keep(callable) })),
      }),
  };
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error('A sandboxed preload script has no module ' + name);
  };
  ((require, module, exports) => {
${preload}
  })(require, { exports: {} }, {});
})();`;
}
