/**
 * `npm run feed -- FOLDER`: describes the packages that lie in a folder, so that the folder is a feed of updates. One file
 * for each system says which version is the newest, with the SHA-512 of its packages and what is new. It is signed if
 * `DOSSIER_UPDATE_KEY` holds a private key (Ed25519, PEM).
 */
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Obstacle, root } from './install.js';

/** What is new in the version of package.json, plain text. */
export const notesFile = join(root, 'electron', 'desktop', 'packaging', 'release-notes.txt');

/**
 * The file of the feed that a package belongs to, by the names that updaters look for; undefined for any other file.
 * @param {string} name of a file
 * @param {string} version
 * @returns {string | undefined}
 */
export function feedOf(name, version) {
  if (!name.startsWith(`Dossier-${version}-`)) return undefined;
  const rest = name.slice(`Dossier-${version}-`.length);
  // A Mac's update is the archive; the disk image is for people. Both processors share one file.
  if (/^mac-(?:x64|arm64)\.zip$/.test(rest)) return 'latest-mac.yml';
  if (/^win-(?:x64|arm64)\.exe$/.test(rest)) return 'latest.yml';
  if (/^linux-(?:arm64|aarch64)\.(?:deb|rpm|AppImage)$/.test(rest)) return 'latest-linux-arm64.yml';
  return /^linux-(?:amd64|x86_64|x64)\.(?:deb|rpm|AppImage)$/.test(rest) ? 'latest-linux.yml' : undefined;
}

/**
 * Writes the feed's files beside the packages of that version.
 * @param {string} folder
 * @param {{ version: string, notes: string, date: string, key?: string | undefined }} release `date`: ISO 8601; `key`: PEM
 * @returns {string[]} names of the files that were written
 */
export function writeFeed(folder, { version, notes, date, key }) {
  /** @type {Map<string, { url: string, sha512: string, size: number }[]>} */
  const feeds = new Map();
  for (const name of readdirSync(folder).sort()) {
    const feed = feedOf(name, version);
    if (feed === undefined) continue;
    const path = join(folder, name);
    const sha512 = createHash('sha512').update(readFileSync(path)).digest('base64');
    feeds.set(feed, [...(feeds.get(feed) ?? []), { url: name, sha512, size: statSync(path).size }]);
  }
  for (const [feed, files] of feeds) {
    const [first] = files;
    const text = {
      version,
      files,
      path: first?.url,
      sha512: first?.sha512,
      releaseDate: date,
      releaseNotes: notes,
      ...(key ? { signature: signatureOf({ version, notes, files }, key) } : {}),
    };
    // JSON is YAML, too.
    writeFileSync(join(folder, feed), `${JSON.stringify(text, null, 2)}\n`);
  }
  return [...feeds.keys()];
}

/**
 * Over the text that `electron/desktop/updates/signature.ts` checks.
 * @param {{ version: string, notes: string, files: { url: string, sha512: string }[] }} release
 * @param {string} key PEM
 * @returns {string} Base64
 */
function signatureOf({ version, notes, files }, key) {
  const sums = files.map(({ url, sha512 }) => [url, sha512]);
  const text = JSON.stringify(['dossier-update-1', version, notes, sums]);
  return sign(null, Buffer.from(text), createPrivateKey(key)).toString('base64');
}

/** Describes the packages of this version in a folder. @param {string} folder @returns {string[]} */
export function writeOwnFeed(folder) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const notes = readFileSync(notesFile, 'utf8').trim();
  return writeFeed(folder, {
    version,
    notes,
    date: new Date().toISOString(),
    key: process.env['DOSSIER_UPDATE_KEY'],
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  try {
    if (folder === undefined || !existsSync(folder)) {
      throw new Obstacle('Name the folder of the packages: npm run feed -- FOLDER');
    }
    const written = writeOwnFeed(resolve(folder));
    if (written.length === 0) throw new Obstacle('No package of this version lies in that folder.');
    console.log(`Written: ${written.join(', ')}.`);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
