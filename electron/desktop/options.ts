import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What the desktop application was started with, beside the switches of Chromium. */
export interface StartOptions {
  /** The vault's folder as the user wrote it; undefined if none was named. */
  readonly home: string | undefined;
  /** Say on standard error what goes wrong. Not `--debug`: Electron's Node takes that word and ends. */
  readonly verbose: boolean;
  /** The backup to restore, as the user or the system wrote it; undefined if none was named. */
  readonly backup: string | undefined;
}

/** Reads the words behind the program's name. Unknown ones are left to Chromium, which has hundreds. */
export function readStartOptions(words: readonly string[]): StartOptions {
  const at = words.indexOf('--home');
  const joined = words.find((word) => word.startsWith('--home='));
  return {
    home: joined === undefined ? (at === -1 ? undefined : words[at + 1]) : joined.slice('--home='.length),
    verbose: words.includes('--verbose'),
    backup:
      words
        .filter((_word, index) => !isHome(words, index))
        .map(backupIn)
        .find((path) => path !== null) ?? undefined,
  };
}

/** What a second start hands to the first one. */
export function dataOfStart(backup: string | null): Readonly<Record<string, string>> {
  return backup === null ? {} : { backup };
}

const startData = z.object({ backup: z.string().max(4_000).refine(isAbsolute) });

/** The backup that a second start was opened with; null if it names none, or is none of ours. */
export function backupOfStart(data: unknown): string | null {
  return startData.safeParse(data).data?.backup ?? null;
}

/** The words of a start with another vault: the others stay, the backup that it was made of does not. */
export function wordsToOpen(words: readonly string[], home: string): string[] {
  const others = words.filter((word, index) => !isHome(words, index) && backupIn(word) === null);
  return [...others, '--home', home];
}

/** Whether a word names the vault: `--home`, what stands behind it, or both in one. */
function isHome(words: readonly string[], index: number): boolean {
  return (
    words[index] === '--home' || words[index - 1] === '--home' || words[index]?.startsWith('--home=') === true
  );
}

/** The path of a backup that a word names, which is an address if a file manager wrote it; null if it names none. */
function backupIn(word: string): string | null {
  if (word.startsWith('-') || !/\.dossier$/iu.test(word)) return null;
  if (!/^file:/iu.test(word)) return word;
  try {
    const address = new URL(word);
    // Windows would log in at another computer that an address names.
    return address.host === '' ? fileURLToPath(address) : null;
  } catch {
    return null;
  }
}
