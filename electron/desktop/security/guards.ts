import type { ShellContents, ShellSession } from '../electron.ts';
import { isOwnPage, ownPath } from './origin.ts';

/** The only permissions that a page gets: to put text into the clipboard, which copying a value needs. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/**
 * Refuses what a page may ask of the browser around it: permissions, devices, downloads, and every request that is
 * not for a file of ours. `blob:` addresses are bytes that the page made itself.
 */
export function guardSession(session: ShellSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(granted.has(permission));
  });
  session.setPermissionCheckHandler((_contents, permission) => granted.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: ownPath(url) === null && !url.startsWith('blob:app://dossier/') && !isDevTools(url) });
  });
}

/** The developer tools are a page of the browser's own; they open in a program that is not packaged alone. */
function isDevTools(url: string): boolean {
  return url.startsWith('devtools://devtools/');
}

/**
 * Keeps contents on our own page: no other page in it or in a frame of it, no window beside it, no webview. If an
 * address was meant, `offer` gets it, to be shown to the person.
 */
export function guardContents(contents: ShellContents, offer: (address: string) => void): void {
  contents.on('will-navigate', (details) => {
    if (isOwnPage(details.url)) return;
    details.preventDefault();
    offer(details.url);
  });
  contents.on('will-frame-navigate', (details) => {
    // Our page has no frames: one that navigates was put there by something hostile.
    if (!details.isMainFrame) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    offer(url);
    return { action: 'deny' };
  });
}
