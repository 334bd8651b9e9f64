import type { Api } from '#renderer/api/api.ts';
import { isDesktop } from '#renderer/api/bridge.ts';
import type { Notices } from '../notices/notices.svelte.ts';

/** Keeps a text as a file, and tells how that went. @param told the message if it was saved */
export async function saveAsFile(
  { api, notices }: { readonly api: Api; readonly notices: Notices },
  file: { readonly name: string; readonly text: string; readonly told: string },
): Promise<void> {
  try {
    if (await saveText(api, file.name, file.text)) notices.done(file.told);
  } catch (thrown) {
    notices.failed(thrown);
  }
}

/**
 * Keeps a text where the person says: by the system's dialog in the desktop window, as a download in the browser.
 *
 * @param suggested the name of the file, with its ending
 * @returns false if the person chose no place
 * @throws ApiError if it cannot be written
 */
async function saveText(api: Api, suggested: string, text: string): Promise<boolean> {
  if (isDesktop()) return (await api.call('shell.saveText', { suggested, text })).saved;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = suggested;
  link.click();
  // The browser reads it after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return true;
}
