import type { LoadedUpdater } from './updates.ts';

/**
 * The package electron-updater, loaded when it is first needed, as this program wants it: it does nothing by itself, and
 * tells a feed nothing that would name this computer.
 */
export async function loadElectronUpdater(): Promise<LoadedUpdater> {
  const { autoUpdater, CancellationToken } = await import('electron-updater');
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  // A whole download is checked by one sum, and needs nothing of the version before.
  autoUpdater.disableDifferentialDownload = true;
  // A copy that cannot replace itself is still told of a new version.
  autoUpdater.forceDevUpdateConfig = true;
  autoUpdater.logger = null;
  // It would send a number that it makes once for this computer.
  autoUpdater.requestHeaders = { 'x-user-staging-id': '' };
  autoUpdater.isUserWithinRollout = () => true;
  // A proxy that asks for a password would leave the request without an end.
  autoUpdater.on('login', (_info, answer) => {
    (answer as () => void)();
  });
  return { updater: autoUpdater, newToken: () => new CancellationToken() };
}
