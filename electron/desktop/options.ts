/** What the desktop application was started with, beside the switches of Chromium. */
export interface StartOptions {
  /** The vault's folder as the user wrote it; undefined if none was named. */
  readonly home: string | undefined;
  /** Say on standard error what goes wrong. Not `--debug`: Electron's Node takes that word and ends. */
  readonly verbose: boolean;
}

/** Reads the words behind the program's name. Unknown ones are left to Chromium, which has hundreds. */
export function readStartOptions(words: readonly string[]): StartOptions {
  const at = words.indexOf('--home');
  const joined = words.find((word) => word.startsWith('--home='));
  return {
    home: joined === undefined ? (at === -1 ? undefined : words[at + 1]) : joined.slice('--home='.length),
    verbose: words.includes('--verbose'),
  };
}
