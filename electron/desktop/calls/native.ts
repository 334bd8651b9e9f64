import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { z } from 'zod';
import { procedures } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Procedure } from '#contract/procedure.ts';
import { scanEndings } from '#contract/scans/file-endings.ts';
import { backupEnding, shellProcedures } from '#contract/window/shell.ts';
import type { ShellAnswers, ShellProcedure } from '#contract/window/shell.ts';
import { isList, isObject, parseJson } from '#domain/base/json.ts';
import { formatOfPath } from '#domain/deliverable/formats.ts';
import type { HostCallOptions } from '#app/client.ts';
import { createDispatcher, type Dispatch, type HomeGateway } from '#app/client/home-gateway.ts';
import { writeUserFile } from '#app/client/user-file.ts';
import type { ShellElectron, ShellWindow } from '../electron.ts';
import type { Keychain } from '../security/keychain.ts';
import type { OpenedBackups } from '../restore/opened-backups.ts';
import type { Updates } from '../updates/updates.ts';
import type { MenuKeys } from '../window/menu.ts';

/** The calls that the shell answers itself. */
export interface NativeCalls {
  knows(name: string): boolean;
  readonly call: Dispatch<HostCallOptions>;
  /**
   * Why a call is not let through to the host; null if it is. A page may have a file written only where the
   * person said so in the system's dialog: it names no paths of its own.
   */
  refusalOf(name: string, inputText: string): Failure | null;
}

type Handlers = {
  readonly [N in ShellProcedure]: (
    input: z.output<(typeof shellProcedures)[N]['input']>,
    call: HostCallOptions,
  ) => Promise<ShellAnswers[N]> | ShellAnswers[N];
};

const formatNames: ReadonlyMap<string, string> = new Map([
  ['pdf', 'PDF'],
  ['docx', 'Word document'],
  ['html', 'Web page'],
  ['xlsx', 'Excel workbook'],
  ['csv', 'Table (CSV)'],
  ['json', 'JSON'],
  ['md', 'Markdown'],
]);

/**
 * Answers what only the desktop can: dialogs, files and the keychain.
 *
 * @param window that a dialog stands in front of; null if none is open
 * @param attempt checks a passphrase at the gateway, which makes wrong ones wait
 */
export function createNativeCalls(
  { dialog, shell: files }: Pick<ShellElectron, 'dialog' | 'shell'>,
  keychain: Keychain,
  updates: Updates,
  backups: OpenedBackups,
  window: () => ShellWindow | null,
  attempt: HomeGateway['attempt'],
  showMenu: (keys: MenuKeys) => void,
  setTheme: (theme: 'system' | 'light' | 'dark') => void,
): NativeCalls {
  const chosen = new Set<string>();
  /** Files that the user chose to be read. */
  const opened = new Set<string>();

  /** A page opens nothing of this computer but what was written for it, and nothing that would run. */
  function refuseUnchosen(path: string): void {
    if (!chosen.has(path) || formatOfPath(path) === null) {
      throw new DossierError('refused', 'Only a report that was saved from this window can be opened.');
    }
  }

  const handlers: Handlers = {
    async 'shell.saveReport'({ suggested }) {
      const { canceled, filePath } = await dialog.showSaveDialog(over(window), {
        title: 'Save the Report',
        defaultPath: suggested,
        filters: [filterOf(suggested)],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      if (canceled || filePath === '') return { path: null };
      const path = formatOfPath(filePath) === null ? withEnding(filePath, suggested) : filePath;
      chosen.add(path);
      return { path };
    },
    async 'shell.saveBackup'({ suggested }) {
      const { canceled, filePath } = await dialog.showSaveDialog(over(window), {
        title: 'Back Up the Vault',
        defaultPath: suggested,
        filters: [{ name: 'Backup of a vault', extensions: [backupEnding] }],
        properties: ['createDirectory'],
      });
      if (canceled || filePath === '') return { path: null };
      const isNamed = extname(filePath).toLowerCase() === `.${backupEnding}`;
      const path = isNamed ? filePath : `${filePath}.${backupEnding}`;
      chosen.add(path);
      return { path };
    },
    async 'shell.chooseScans'() {
      const { canceled, filePaths } = await dialog.showOpenDialog(over(window), {
        title: 'Import Scanner Files',
        buttonLabel: 'Import',
        filters: [
          { name: 'Scanner files', extensions: [...scanEndings] },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile', 'multiSelections'],
      });
      if (canceled) return { files: [] };
      for (const path of filePaths) opened.add(path);
      return { files: filePaths.map((path) => ({ path, name: basename(path) })) };
    },
    async 'shell.openReport'({ path }) {
      refuseUnchosen(path);
      // Electron says in words what went wrong, or nothing.
      if ((await files.openPath(path)) !== '') {
        throw new DossierError('file', `${basename(path)} cannot be opened here. Is it still there?`);
      }
      return {};
    },
    'shell.showReport'({ path }) {
      refuseUnchosen(path);
      // Electron shows nothing of a file that is gone, and says nothing.
      if (!existsSync(path)) {
        throw new DossierError('file', `${basename(path)} is not in its folder. Was it moved?`);
      }
      files.showItemInFolder(path);
      return {};
    },
    async 'shell.saveFile'({ suggested, ...given }) {
      const { canceled, filePath } = await dialog.showSaveDialog(over(window), {
        title: 'Save',
        defaultPath: suggested,
        filters: [
          { name: 'text' in given ? 'Text' : 'File', extensions: [extname(suggested).slice(1) || 'txt'] },
        ],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      if (canceled || filePath === '') return { saved: false };
      const path = extname(filePath) === '' ? withEnding(filePath, suggested) : filePath;
      await writeUserFile(
        path,
        basename(path),
        'text' in given ? given.text : Buffer.from(given.base64, 'base64'),
      );
      return { saved: true };
    },
    'shell.keychain': () => keychain.state(),
    async 'shell.keepKey'({ passphrase }) {
      // Tried out here, passphrases would cost nothing that they cost at the lock.
      await keychain.keep(passphrase, (prove) => attempt(prove, new AbortController().signal));
      return keychain.state();
    },
    'shell.forgetKey'() {
      keychain.forget();
      return keychain.state();
    },
    'shell.menuKeys'({ keys }) {
      showMenu(keys);
      return {};
    },
    'shell.theme'({ theme }) {
      setTheme(theme);
      return {};
    },
    'shell.updates': () => updates.state(),
    'shell.configureUpdates': ({ mode, feed }) => updates.configure(mode, feed),
    'shell.lookForUpdate': () => updates.look(),
    'shell.installUpdate': ({ version, unsaved }, { signal, onProgress }) =>
      updates.install(version, unsaved, { signal, onProgress: (event) => onProgress?.(event) }),
    'shell.openedBackup': () => backups.state(),
    'shell.chooseBackup': () => backups.chooseFile(),
    'shell.chooseRestoreFolder': () => backups.chooseFolder(),
    'shell.restoreBackup': (_input, { signal, onProgress }) =>
      backups.restore({ signal, onProgress: (event) => onProgress?.(event) }),
    'shell.openRestored'() {
      backups.openRestored();
      return {};
    },
    'shell.dismissBackup': () => backups.dismiss(),
  };

  return {
    knows: (name) => Object.hasOwn(shellProcedures, name),
    call: createDispatcher<HostCallOptions>({
      rows: shellProcedures,
      handlers,
      unforeseen: 'The system did not do what it was asked for. Try again.',
      onInternal: () => undefined,
    }),
    refusalOf(name, inputText) {
      const row: Procedure | undefined = Object.hasOwn(procedures, name)
        ? procedures[name as keyof typeof procedures]
        : undefined;
      if (row?.readsPath === undefined && row?.writesPath === undefined) return null;
      const parsed = parseJson(inputText);
      const input = parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
      if (row.readsPath !== undefined) {
        const files = input[row.readsPath];
        const isOpened = (file: Json): boolean =>
          isObject(file) && typeof file['path'] === 'string' && opened.has(file['path']);
        if (isList(files) && files.every(isOpened)) return null;
        return { code: 'refused', message: 'Choose in the dialog which files shall be read.' };
      }
      const path = input[row.writesPath ?? ''];
      if (typeof path === 'string' && chosen.has(path)) return null;
      return { code: 'refused', message: 'Choose in the dialog where the file shall be written.' };
    },
  };
}

/**
 * Gives a name without an ending that of the suggested one, since not every desktop's dialog does. The dialog asked
 * about the name without it: a file that has the ending is not replaced.
 * @throws DossierError `file`
 */
function withEnding(path: string, suggested: string): string {
  const named = path + extname(suggested);
  if (!existsSync(named)) return named;
  throw new DossierError('file', `${basename(named)} is there already. Choose it, or another name.`);
}

/** What the dialog offers to save as: the one format whose ending the suggested name has. */
function filterOf(suggested: string): { name: string; extensions: string[] } {
  const ending = extname(suggested).slice(1);
  return { name: formatNames.get(ending) ?? 'Report', extensions: [ending === '' ? 'pdf' : ending] };
}

function over(window: () => ShellWindow | null): ShellWindow {
  const open = window();
  if (open === null) throw new DossierError('wrong-state', 'There is no window to ask in.');
  return open;
}
