import type { LoadedUpdater } from './updates.ts';

/**
 * The package electron-updater, loaded on first use and configured for this program: it starts nothing by itself, and
 * sends a feed nothing that identifies this computer.
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
