import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeFolder, resolvePath } from '#app/client/home-folder.ts';

const nothingThere = () => false;

describe('the folder of a vault', () => {
  it('is the one that is named, on the command line before the environment', () => {
    const env = { DOSSIER_HOME: '~/of environment' };
    expect([homeFolder('named', env, '/work'), homeFolder(undefined, env, '/work')]).toEqual([
      resolve('/work', 'named'),
      join(homedir(), 'of environment'),
    ]);
  });

  it.each([
    ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'dossier')],
    ['linux', { XDG_DATA_HOME: 'relative', DOSSIER_HOME: '' }, join(homedir(), '.local', 'share', 'dossier')],
    ['darwin', {}, `${homedir()}/Library/Application Support/Dossier`],
    ['win32', { LOCALAPPDATA: 'C:\\L', APPDATA: '\\\\office\\share' }, 'C:\\L\\Dossier'],
    ['win32', { LOCALAPPDATA: '' }, expect.stringMatching(/\\AppData\\Local\\Dossier$/u)],
  ] as const)('lies by itself where %s has data of one computer (%#)', (platform, env, folder) => {
    expect(homeFolder(undefined, env, '/work', { platform, isThere: nothingThere })).toEqual(folder);
  });

  it('stays on Windows where an earlier version made it, until there is another', () => {
    const env = { LOCALAPPDATA: 'C:\\L', APPDATA: 'C:\\R' };
    const [old, local] = ['C:\\R\\Dossier\\key.json', 'C:\\L\\Dossier\\key.json'];
    const homes = [[old], [old, local]].map((there) =>
      homeFolder(undefined, env, '/work', { platform: 'win32', isThere: (path) => there.includes(path) }),
    );
    expect(homes).toEqual(['C:\\R\\Dossier', 'C:\\L\\Dossier']);
  });
});

it.each([
  ['~', homedir()],
  ['~/x y', join(homedir(), 'x y')],
  ['~name/x', resolve('/work', '~name/x')],
  ['./~', resolve('/work', '~')],
  ['x', resolve('/work', 'x')],
])('a path of the user, %j, is %s', (given, path) => {
  expect(resolvePath('/work', given)).toBe(path);
});
