import { plain } from '../output/text.ts';

/** A command as it is typed: words that a shell would part are quoted. */
export function commandLine(...words: readonly string[]): string {
  return ['dossier', ...words].map(typed).join(' ');
}

function typed(word: string): string {
  const shown = plain(word);
  return /^[\p{L}\p{N}@%+=:,./_-]+$/u.test(shown)
    ? shown
    : `"${shown.replaceAll(/["\\$`]/gu, String.raw`\$&`)}"`;
}
