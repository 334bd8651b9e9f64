import type { ServiceProject } from '#contract/procedures/engagements.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** What the window says of the sample service. */
export const sampleStrings = {
  label: 'Sample',
  service: 'Sample service',
  title: 'Made-up findings of the sample service on this computer. Nothing leaves it.',
} as const;

/** Name and port of a service, as an account is told apart by. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

const pendingWords = (waiting: number): string =>
  waiting === 0 ? 'no pending changes' : counted(waiting, 'pending change');

/** Texts of the accounts of one vault. */
export const accountListStrings = {
  title: 'Accounts in this vault',
  about: (host: string, waiting: number): string => `${host}, ${pendingWords(waiting)}`,
  current: 'Open now',
  switchTo: 'Switch…',
  menu: (name: string, host: string): string => `Switch to ${name} (${host})`,
  other: (others: number): string => `${counted(others, 'other account')} in this vault. Click to switch`,
  question: (name: string): string => `Switch to ${name}?`,
  stays: (owner: string, pending: number): string =>
    `The data of ${owner === '' ? 'the account that is open' : owner} stays in this vault, with ${pendingWords(pending)}.`,
  waits: (name: string, host: string, waiting: number): string =>
    `You will see the data of ${name} for ${host}, with ${pendingWords(waiting)}. The service is not asked.`,
  passphrase: 'Passphrase of the vault',
  does: 'Switch account',
  opened: (name: string, host: string): string => `You now see the data of ${name} for ${host}.`,
} as const;

/** Texts of passphrase and recovery code. */
export const protectionStrings = {
  replaces: 'Replaces your earlier recovery code, which no longer works.',
  removeAsked: 'Remove the passphrase…',
  removeQuestion: 'Remove the passphrase?',
  removeConsequence:
    'Anyone who can read the vault’s folder or a backup can then read all findings. Lock, recovery code and keychain no longer work.',
  keep: 'Keep the passphrase',
  remove: 'Remove the passphrase',
} as const;

/** Texts of the first hour with a vault. */
export const checklistStrings = {
  title: 'Getting started',
  progress: (done: number, of: number): string => `${String(done)} of ${String(of)}`,
  done: 'Done:',
  close: 'Close for good',
  steps: {
    connect: 'Connect or open the sample',
    add: 'Add your first engagement',
    sync: 'Fetch its findings',
    open: 'Open one of them',
    report: 'Make your first report',
  },
} as const;

/** Texts of the dialog that restores a backup. */
export const restoreStrings = {
  haveOne: 'Do you have a backup of a vault?',
  choose: 'Restore backup…',
  title: 'Restore backup',
  refusedTitle: 'Backup can’t be restored',
  restoredTitle: 'Backup restored',
  file: 'Backup',
  made: 'Made',
  size: 'Size',
  opensWith: 'Opens with',
  passphrase: 'Its own passphrase or recovery code',
  noPassphrase: 'Nothing: it has no passphrase, so keep the file safe',
  about: 'Dossier makes a new vault of it. The vault that is in use stays as it is.',
  folder: 'New folder',
  chooseFolder: 'Choose folder…',
  restore: 'Restore backup',
  restoring: 'Restoring backup…',
  progress: (done: string, total: string): string => `${done} of ${total}`,
  cancel: 'Cancel',
  done: 'Done',
  understood: 'OK',
  restoredTo: (folder: string): string => `Restored to ${folder}`,
  oneCopy: 'Work in one copy only. Pending new findings are looked up on the service before they are sent.',
  noSum: 'This backup is from an earlier version, without a checksum. Damage can’t be detected.',
  credentials: 'Contains stored tokens and sessions. DOSSIER_TOKEN is not used from it until you allow it.',
  nextStarts: (vault: string): string =>
    `Dossier opens ${vault} when it starts. It opens the restored vault if it is started with --home and its folder, or with DOSSIER_HOME.`,
  open: 'Restart with restored vault',
} as const;

/** Texts of engagements in the window. */
export const engagementStrings = {
  looking: 'Looking for your projects on the service…',
  found: 'Found on the service',
  partial: 'Not all findings were searched. If your project is missing, type its ID.',
  allAdded: 'All your projects are added already.',
  notFound: 'No findings under this ID. Check the ID.',
  alreadyAdded: 'This project is added already.',
  findings: (count: number, complete: boolean): string =>
    complete ? counted(count, 'finding') : `At least ${counted(count, 'finding')}`,
  onService: (count: number, complete: boolean): string =>
    complete
      ? `${counted(count, 'finding')} on the service.`
      : `At least ${counted(count, 'finding')} on the service.`,
  /** What is said of a project below its ID: its name, its client, how many findings it has. */
  project: ({ name, client, findings }: ServiceProject, complete: boolean): string =>
    [name, client, complete || findings > 0 ? engagementStrings.findings(findings, complete) : null]
      .filter((part) => part !== null)
      .join(' · '),
  projectsUnread: (reason: string): string =>
    `Projects without findings are missing: the read of projects in the service profile gave none. (${reason})`,
  refused: (reason: string): string => `The service did not list its projects. Type the ID. (${reason})`,
  renameTitle: 'Rename engagement',
  rename: 'Rename engagement',
  name: 'Name',
  client: 'Client',
  optional: 'Optional.',
  nameHint: (project: string): string =>
    `Shown in lists and on the report. Without one, the ID ${project} is shown.`,
  idStays: (project: string): string =>
    `The ID stays ${project}. To change it, use “Correct ID…” in the engagement menu.`,
  correctTitle: 'Correct ID',
  correct: 'Correct ID',
  correctMenu: 'Correct ID…',
  id: 'ID',
  idHint: 'Project ID on the service (not its display name).',
  goesWith: (project: string): string =>
    `Moves everything written under ${project}. Works only while the service has nothing under ${project}.`,
} as const;
