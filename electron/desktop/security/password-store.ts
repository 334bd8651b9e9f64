import { existsSync } from 'node:fs';
// Its paths are those of Linux, wherever the rules are tried.
import { join } from 'node:path/posix';

/** Desktops for which Chromium chooses a keychain by itself, as `XDG_CURRENT_DESKTOP` names them, in lower case. */
const known = /^(?:cinnamon|cosmic|deepin|gnome|kde|pantheon|ukui|unity|x-cinnamon|xfce)$/;

/** The file by which the session bus starts a keychain with the Secret Service interface, as GNOME Keyring has. */
const serviceFile = join('dbus-1', 'services', 'org.freedesktop.secrets.service');

/**
 * The keychain to name to Chromium with `password-store`. On a Linux desktop that it does not know, as Sway or i3, it takes
 * none, though one may be installed.
 * @param environment of the process
 * @param exists whether a file is there
 * @returns null if Chromium chooses well by itself, or there is nothing to choose
 */
export function passwordStoreFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): 'gnome-libsecret' | null {
  if (platform !== 'linux') return null;
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':');
  if (desktops.some((name) => known.test(name))) return null;
  const folders = (environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':');
  const isThere = folders.some((folder) => folder.startsWith('/') && exists(join(folder, serviceFile)));
  return isThere ? 'gnome-libsecret' : null;
}
