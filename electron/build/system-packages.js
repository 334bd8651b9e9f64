/** Programs and files outside of npm that tests, benchmarks and pictures need, and how they get onto the machine. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { Obstacle } from './install.js';

/** Command that is called, or file that is read → Debian package that has it. */
const NEEDED = new Map([
  ['pdftotext', 'poppler-utils'],
  ['pdftoppm', 'poppler-utils'],
  ['qpdf', 'qpdf'],
  ['chromium', 'chromium'],
  ['/usr/share/hunspell/de_DE.dic', 'hunspell-de-de'],
]);

/** The Debian packages that tests need. */
export const systemPackages = [...new Set(NEEDED.values())];

/** @param {string} needed @returns {boolean} whether the file exists, or the command lies on the path */
function isThere(needed) {
  return isAbsolute(needed) ? existsSync(needed) : onPath(needed);
}

/** @param {string} command @returns {boolean} whether it lies on the path */
function onPath(command) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Installs the missing ones through apt-get, if this user may.
 * @throws {Obstacle} which names them, if it may not or apt-get fails
 */
export function installSystemPackages() {
  if (process.platform === 'win32') return;
  const missing = [...new Set([...NEEDED].filter(([needed]) => !isThere(needed)).map(([, name]) => name))];
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (!onPath('apt-get')) throw new Obstacle(`This needs ${missing.join(' and ')}: install and try again.`);
  if (process.getuid?.() !== 0)
    throw new Obstacle(`Missing packages. Install: sudo apt-get ${install.join(' ')}`);
  console.log(`Installing ${missing.join(' and ')} with apt-get: usually 10 to 60 seconds.`);
  for (const args of [['update'], install]) {
    const result = spawnSync('apt-get', ['-q', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    // A mirror that cannot be refreshed may still have the package.
    if (result.status !== 0 && args === install) {
      throw new Obstacle(`${result.stdout}${result.stderr}apt-get ${args.join(' ')} failed.`);
    }
  }
}
