/**
 * The notices of everything that is shipped and made by others: the packages that the program runs on, those in the bundle
 * of the window, and Electron. `npm run notices` writes them to `dist/THIRD-PARTY-NOTICES.txt`; `npm run pack` does so too.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carriedNodes } from '../cli/carried-node.js';
import { Obstacle, root as ownRoot } from './install.js';

/** Licences that let us ship what is under them, with their notice. Another one is looked at by a person first. */
const KNOWN = new Set([
  ...[
    'MIT',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Zlib',
    'Unlicense',
  ],
  ...['OFL-1.1', 'CC0-1.0', 'MIT-0', 'Bitstream-Vera', 'Python-2.0', 'CC-BY-4.0', 'ODC-By-1.0'],
]);
/** Packages whose manifest names no licence, or not by its usual name, and what their text says. */
const NAMED_HERE = new Map([
  ['png-js', 'MIT'],
  ['dejavu-fonts-ttf', 'Bitstream-Vera'],
  ['bidi-js', 'MIT'],
  ['image-in-browser', 'MIT AND BSD-3-Clause AND Apache-2.0'],
  ['@zxcvbn-ts/language-en', 'MIT AND ODC-By-1.0'],
  ['dictionary-en', 'MIT AND BSD-3-Clause'],
  ['dictionary-en-gb', 'MIT AND BSD-3-Clause'],
]);
/** The Node that the terminal of a package runs on; those of other systems are in packages made there. */
const CARRIED = carriedNodes.get(`${process.platform}-${process.arch}`)?.name;

/**
 * @typedef {{ name: string, version: string, license: string, text: string, by: string }} Notice
 * @typedef {{ dependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, unknown>, optional?: boolean, dev?: boolean, version?: string }} LockEntry
 */

/** @param {string} root @returns {Record<string, LockEntry>} */
function lockOf(root) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return packages;
}

/**
 * Folders below `node_modules` of all that is shipped: what the program depends on, what the window's sources import, and
 * all that those depend on. Some of it a bundler leaves out; a notice too many does no harm.
 * @param {string} root of the project
 * @returns {string[]} as in package-lock.json, sorted
 */
export function shippedPackages(root) {
  const lock = lockOf(root);
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from the folder of the package that asks for it */
  const add = (name, from) => {
    for (
      let folder = from;
      ;
      folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : ''
    ) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      const entry = lock[path];
      if (entry !== undefined) {
        if (found.has(path)) return;
        found.add(path);
        // A bundler takes what it finds, so an optional peer too that is here for another package's sake.
        const others = { ...entry.dependencies, ...entry.peerDependenciesMeta };
        for (const other of Object.keys(others)) add(other, path);
        return;
      }
      if (folder === '') return;
    }
  };
  for (const name of Object.keys(lock['']?.dependencies ?? {})) add(name, '');
  if (CARRIED !== undefined && existsSync(join(root, 'node_modules', CARRIED))) add(CARRIED, '');
  for (const name of importedIn(join(root, 'renderer'))) add(name, '');
  return [...found].sort();
}

/** @param {string} folder @returns {Set<string>} packages that sources below it import */
function importedIn(folder) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ts|svelte)$/.test(path)) continue;
    const source = readFileSync(join(folder, path), 'utf8');
    for (const [, name] of source.matchAll(/(?:\bfrom|\bimport\(?)\s*'((?:@[\w.-]+\/)?[a-zA-Z][\w.-]*)/g)) {
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/**
 * @param {string} root of the project
 * @returns {{ notices: Notice[], problems: string[] }} a problem: a package without a licence that is known here, in words
 */
export function collectNotices(root) {
  /** @type {string[]} */
  const problems = [];
  const notices = [...shippedPackages(root), 'node_modules/electron'].map((path) => {
    const folder = join(root, path);
    /** @type {{ name: string, version: string, license?: string, author?: string | { name: string } }} */
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // Its own name, not the one that it is installed under.
    const { name } = manifest;
    const license = NAMED_HERE.get(name) ?? manifest.license ?? '';
    const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
    if (!parts.every((part) => KNOWN.has(part)))
      problems.push(`${name} ${manifest.version}: licence "${license}"`);
    const { author } = manifest;
    const by = (typeof author === 'string' ? author : author?.name) ?? 'its authors';
    return { name, version: manifest.version, license, by, text: textIn(folder) };
  });
  return { notices, problems };
}

/** @param {string} folder of a package @returns {string} its licence and notice, empty if it holds none */
function textIn(folder) {
  return readdirSync(folder)
    .filter(
      (name) => /^(?:un)?licen[cs]e|^copying|^notice|^ofl|^licence/i.test(name) && !/\.(?:js|ts)$/.test(name),
    )
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** The licence of most, for packages that name it and bring no text. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to
whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** What a package says by its manifest alone. @param {Notice} notice */
const withoutText = ({ license, by }) =>
  license === 'MIT'
    ? `Copyright (c) ${by}\n\n${MIT}`
    : `Licensed under ${license} by ${by}; its text stands at https://spdx.org/licenses/${license}.html.`;

/**
 * @param {string} root of the project
 * @returns {string} all notices as one text; each licence text once, with the packages that are under it
 * @throws {Obstacle} if a package has no licence that is known here
 */
export function noticesText(root) {
  const { notices, problems } = collectNotices(root);
  if (problems.length > 0) {
    throw new Obstacle(
      `These packages may not be shipped before a person has looked at them:\n${problems.join('\n')}`,
    );
  }
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const notice of notices) {
    const text = notice.text === '' ? withoutText(notice) : notice.text;
    byText.set(text, [...(byText.get(text) ?? []), `${notice.name} ${notice.version} (${notice.license})`]);
  }
  const line = '-'.repeat(80);
  const parts = [...byText].map(
    ([text, names]) => `${line}\n${[...new Set(names)].join('\n')}\n${line}\n\n${text}\n`,
  );
  return (
    'Dossier is made of its own code and of what others have made. Their notices follow; those of Chromium lie beside\n' +
    `the program in LICENSES.chromium.html.\n\n${parts.join('\n')}`
  );
}

/** Writes them where electron-builder and the Debian package take them from. @param {string} root @returns {string} the file */
export function writeNotices(root) {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) mkdirSync(dist);
  const file = join(dist, 'THIRD-PARTY-NOTICES.txt');
  writeFileSync(file, noticesText(root));
  return file;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(writeNotices(ownRoot));
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
