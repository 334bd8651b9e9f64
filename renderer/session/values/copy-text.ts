import type { Notices } from '../notices/notices.svelte.ts';

/**
 * Puts a text into the clipboard and tells how that went: a browser may refuse, and what is then pasted elsewhere
 * would be something else.
 *
 * @param told the message if it was copied
 * @returns whether it is there
 */
export async function copyText(notices: Notices, text: string, told: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    notices.told('Clipboard access was refused. Select the text and copy it.');
    return false;
  }
  notices.done(told);
  return true;
}
