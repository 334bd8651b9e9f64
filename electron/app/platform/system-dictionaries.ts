import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { maxDictionaryLength, systemDictionaryPrefix } from '#contract/spelling.ts';
import { hunspellEncoding, looksLikeHunspell } from '#domain/spelling/hunspell-encoding.ts';

/*
 * The Hunspell dictionaries that this computer has. A caller names one of the list and never a path; only the folders below
 * are read.
 */

/** The computer, as far as the folders of its dictionaries depend on it. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** Both files of a dictionary, decoded. */
export interface SystemDictionary {
  readonly name: string;
  readonly affixes: string;
  readonly words: string;
}

const plainCode = /^[\p{L}\p{N}][\p{L}\p{N}_.@-]{0,79}$/u;
/** These come with the program. */
const shipped: ReadonlySet<string> = new Set(['en_US', 'en_GB', 'en-US', 'en-GB']);
const maxListed = 300;

function thisComputer(): Computer {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/** The names of the dictionaries in this computer's folders, in alphabetical order. */
export function systemDictionaries(computer: Computer = thisComputer()): readonly string[] {
  return [...filesOf(computer).keys()]
    .toSorted()
    .slice(0, maxListed)
    .map((code) => systemDictionaryPrefix + code);
}

/**
 * Reads one dictionary of this computer.
 *
 * @param name one of `systemDictionaries`
 * @throws DossierError `not-found` if it is gone, `invalid` if it is too large or broken, `file` if it cannot be read
 */
export function readSystemDictionary(name: string, computer: Computer = thisComputer()): SystemDictionary {
  const code = name.slice(systemDictionaryPrefix.length);
  const stem = filesOf(computer).get(code);
  if (stem === undefined) {
    throw new DossierError(
      'not-found',
      `The dictionary ${code} is no longer on this computer. Install it again, or choose another one under Settings, Spelling.`,
    );
  }
  const affixes = readBounded(`${stem}.aff`, maxDictionaryLength);
  const words = readBounded(`${stem}.dic`, maxDictionaryLength - affixes.length);
  const decoder = decoderOf(hunspellEncoding(affixes.toString('latin1')));
  const texts = { affixes: decoder.decode(affixes), words: decoder.decode(words) };
  if (!looksLikeHunspell(texts.affixes, texts.words)) {
    throw new DossierError(
      'invalid',
      `The dictionary ${code} on this computer is damaged, or no Hunspell dictionary. Install it again, or choose another one.`,
    );
  }
  return { name, ...texts };
}

/** Every pair of files by its code, as path without ending; the first folder that has a code wins. */
function filesOf(computer: Computer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of foldersOf(computer)) {
    const names = new Set(namesIn(folder));
    for (const file of names) {
      const code = file.endsWith('.aff') ? file.slice(0, -'.aff'.length) : '';
      if (!plainCode.test(code) || shipped.has(code) || found.has(code) || !names.has(`${code}.dic`))
        continue;
      const stem = join(folder, code);
      if (isFile(`${stem}.aff`) && isFile(`${stem}.dic`)) found.set(code, stem);
    }
  }
  return found;
}

/** Where dictionaries lie: Hunspell's own `DICPATH` first, then those of the system, then those of LibreOffice. */
function foldersOf({ platform, env, home }: Computer): readonly string[] {
  const own = (env['DICPATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...own, ...systemFolders(platform, home), ...officeFolders(platform, env, home)];
}

function systemFolders(platform: NodeJS.Platform, home: string): readonly string[] {
  if (platform === 'win32') return [];
  if (platform === 'darwin') return [join(home, 'Library/Spelling'), '/Library/Spelling'];
  return [
    '/usr/share/hunspell',
    '/usr/share/myspell',
    '/usr/share/myspell/dicts',
    '/usr/local/share/hunspell',
  ];
}

/** The folders `dict-*` among the extensions of LibreOffice. */
function officeFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): readonly string[] {
  return officeExtensions(platform, env, home).flatMap((extensions) =>
    namesIn(extensions)
      .filter((name) => name.startsWith('dict-'))
      .map((name) => join(extensions, name)),
  );
}

function officeExtensions(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
): readonly string[] {
  if (platform === 'win32') {
    const programs = [env['ProgramW6432'], env['ProgramFiles'], env['ProgramFiles(x86)']];
    return [...new Set(programs)]
      .filter((folder): folder is string => folder !== undefined && folder !== '')
      .map((folder) => join(folder, 'LibreOffice', 'share', 'extensions'));
  }
  if (platform === 'darwin') {
    return ['/Applications', join(home, 'Applications')].map((folder) =>
      join(folder, 'LibreOffice.app/Contents/Resources/extensions'),
    );
  }
  const installed = namesIn('/opt').filter((name) => /^libreoffice/iu.test(name));
  return [
    ...['/usr/lib/libreoffice', '/usr/lib64/libreoffice', ...installed.map((name) => join('/opt', name))],
    '/snap/libreoffice/current/lib/libreoffice',
    '/var/lib/flatpak/app/org.libreoffice.LibreOffice/current/active/files/libreoffice',
    join(home, '.local/share/flatpak/app/org.libreoffice.LibreOffice/current/active/files/libreoffice'),
  ].map((folder) => join(folder, 'share/extensions'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A file of at most so many bytes; the file that is measured is the one that is read. */
function readBounded(path: string, max: number): Buffer {
  let file: number;
  try {
    // A pipe put in its place would be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
    throw new DossierError('file', `${path} cannot be read (${code}).`, { cause: error });
  }
  try {
    const { size } = fstatSync(file);
    if (size > max) {
      throw new DossierError('invalid', `${path} is too large for a dictionary. Choose another one.`);
    }
    const bytes = Buffer.alloc(size);
    let at = 0;
    while (at < size) {
      const read = readSync(file, bytes, at, size - at, at);
      if (read === 0) break;
      at += read;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
