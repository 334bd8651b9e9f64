import type { Api } from '#renderer/api/api.ts';
import { isDesktop } from '#renderer/api/bridge.ts';
import type { Notices } from '../notices/notices.svelte.ts';

/** A file of the program's own. */
interface NewFile {
  readonly name: string;
  /** A text, or bytes. */
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** Keeps a file, and tells how that went. @param told the message if it was saved */
export async function saveAsFile(
  { api, notices }: { readonly api: Api; readonly notices: Notices },
  file: NewFile & { readonly told: string },
): Promise<void> {
  try {
    if (await saved(api, file)) notices.done(file.told);
  } catch (thrown) {
    notices.failed(thrown);
  }
}

/**
 * Keeps a file where the person says: by the system's dialog in the desktop window, as a download in the browser.
 *
 * @returns false if the person chose no place
 * @throws ApiError if it cannot be written
 */
async function saved(api: Api, { name, content }: NewFile): Promise<boolean> {
  if (isDesktop()) {
    const given = typeof content === 'string' ? { text: content } : { base64: content.toBase64() };
    return (await api.call('shell.saveFile', { suggested: name, ...given })).saved;
  }
  download(name, typeof content === 'string' ? 'text/plain;charset=utf-8' : '', content);
  return true;
}

/** Has the browser keep a file, as a download. @param type its media type; empty if the ending says enough */
export function download(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
