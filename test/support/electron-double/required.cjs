/* The double as a CommonJS package gets it by `require`, which cannot wait as module.ts does. */
/** @type {unknown} */
const electron = Reflect.get(globalThis, Symbol.for('electron-double'));
module.exports = electron;
