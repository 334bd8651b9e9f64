import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { maxDictionaryLength } from '#contract/spelling.ts';
import { Dictionary } from '#domain/spelling/dictionary.ts';
import { suggestionsFor } from '#domain/spelling/suggest.ts';
import {
  readSystemDictionary,
  systemDictionaries,
  type Computer,
} from '#app/platform/system-dictionaries.ts';
import { temporaryFolder } from '../../support/desk.ts';
import { canLink, noLinks } from '../../support/system/links.ts';

const affixes = 'SET UTF-8\nTRY abc\n';

/** A Mac whose user has dictionaries; what the disk of this computer has at the places of the system is left alone. */
function mac(env: NodeJS.ProcessEnv = {}): Computer & { readonly folder: string } {
  const home = temporaryFolder();
  const folder = join(home, 'Library/Spelling');
  mkdirSync(folder, { recursive: true });
  return { platform: 'darwin', env, home, folder };
}

function put(folder: string, code: string, { aff = affixes, dic = '1\nWort\n' } = {}): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${code}.aff`), aff);
  writeFileSync(join(folder, `${code}.dic`), dic);
}

describe('the dictionaries of this computer', () => {
  it('are pairs of files, without those that come with the program', () => {
    const computer = mac();
    for (const code of ['de_DE', 'fr_FR', 'en_US', 'en_GB', 'en_AU']) put(computer.folder, code);
    writeFileSync(join(computer.folder, 'it_IT.aff'), affixes);
    writeFileSync(join(computer.folder, 'hyph_it_IT.dic'), '1\n');
    mkdirSync(join(computer.folder, 'es_ES.aff'));
    writeFileSync(join(computer.folder, 'es_ES.dic'), '1\nuno\n');
    expect(systemDictionaries(computer)).toEqual(['system:de_DE', 'system:en_AU', 'system:fr_FR']);
  });

  it('are those of LibreOffice too, of each of its extensions', () => {
    const computer = mac();
    const office = join(computer.home, 'Applications/LibreOffice.app/Contents/Resources/extensions');
    put(join(office, 'dict-de'), 'de_DE_frami');
    put(join(office, 'nlpsolver'), 'xx');
    expect(systemDictionaries(computer)).toEqual(['system:de_DE_frami']);
    const programs = temporaryFolder();
    put(join(programs, 'LibreOffice/share/extensions/dict-de'), 'de_CH');
    const windows = { ...computer, platform: 'win32', env: { ProgramW6432: programs } } as const;
    expect(systemDictionaries(windows)).toEqual(['system:de_CH']);
  });

  it('are those of DICPATH before all others', () => {
    const own = temporaryFolder();
    put(own, 'de_DE', { dic: '1\nEigenes\n' });
    const computer = mac({ DICPATH: own });
    put(computer.folder, 'de_DE');
    expect(readSystemDictionary('system:de_DE', computer).words).toBe('1\nEigenes\n');
  });

  it('are read in the encoding that they name', () => {
    const computer = mac();
    writeFileSync(join(computer.folder, 'de_DE.aff'), 'SET ISO8859-1\nTRY \xe4\xdf\n', 'latin1');
    writeFileSync(join(computer.folder, 'de_DE.dic'), '1\nStra\xdfe\n', 'latin1');
    const { words, affixes: rules } = readSystemDictionary('system:de_DE', computer);
    expect([words, rules]).toEqual(['1\nStraße\n', 'SET ISO8859-1\nTRY äß\n']);
  });

  it('may be links, as aliases of a language are', ({ skip }) => {
    skip(!canLink, noLinks);
    const computer = mac();
    put(computer.folder, 'de_DE');
    for (const end of ['aff', 'dic']) symlinkSync(`de_DE.${end}`, join(computer.folder, `de_LU.${end}`));
    expect(readSystemDictionary('system:de_LU', computer).words).toBe('1\nWort\n');
  });

  it.each(['system:../secret', 'system:/etc/passwd', 'system:', 'system:de_DE.aff'])(
    'are no path that a caller gives: %s',
    (name) => {
      const computer = mac();
      put(computer.folder, 'de_DE');
      put(join(computer.home, 'Library'), 'secret');
      expect(() => readSystemDictionary(name, computer)).toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
    },
  );

  it('are told if they are gone, damaged or too large', () => {
    const computer = mac();
    put(computer.folder, 'de_DE');
    const told = (): unknown => {
      try {
        return readSystemDictionary('system:de_DE', computer);
      } catch (error) {
        return error;
      }
    };
    for (const broken of [{ aff: '<html>' }, { dic: 'no number\nWort\n' }, { dic: '0\n' }, { dic: '' }]) {
      put(computer.folder, 'de_DE', broken);
      expect(told()).toMatchObject({ code: 'invalid', message: expect.stringContaining('damaged') });
    }
    truncateSync(join(computer.folder, 'de_DE.dic'), maxDictionaryLength);
    expect(told()).toMatchObject({ code: 'invalid', message: expect.stringContaining('too large') });
    rmSync(join(computer.folder, 'de_DE.dic'));
    expect(told()).toMatchObject({ code: 'not-found', message: expect.stringContaining('no longer') });
  });
});

// `npm test` installs it on Debian.
const debian: Computer = { platform: 'linux', env: {}, home: '/nonexistent' };
const hasGerman = existsSync('/usr/share/hunspell/de_DE.dic');

test("Debian's German dictionary knows German words, and what is meant by wrong ones", ({ skip }) => {
  skip(!hasGerman, 'the package hunspell-de-de of Debian is not installed');
  const { affixes: rules, words } = readSystemDictionary('system:de_DE', debian);
  const german = new Dictionary(rules, words);
  const right =
    'Sicherheitslücke Sicherheitslücken Zugriffskontrolle Passwortrichtlinie Rechteausweitung Straße groß Maßnahmen überprüft Übersicht Zufallszahlengenerator Schlüssellängen ausgeführt';
  const wrong =
    'Sicherheitslükke Authentifizirung Verschlüßelung Strasse anwendung gefärden Schiffahrt Sicherheitsluecke';
  expect(right.split(' ').filter((word) => !german.has(word))).toEqual([]);
  expect(wrong.split(' ').filter((word) => german.has(word))).toEqual([]);
  const meant = [
    'Sicherheitslükke',
    'Verschlüßelung',
    'Strasse',
    'anwendung',
    'gefärden',
    'Schwachstele',
  ].map((word) => suggestionsFor(word, german)[0]);
  expect(meant).toEqual([
    'Sicherheitslücke',
    'Verschlüsselung',
    'Straße',
    'Anwendung',
    'gefährden',
    'Schwachstelle',
  ]);
});
