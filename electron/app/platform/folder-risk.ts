import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** File systems of other computers and of a host of this one, by the number that `statfs` gives. */
const sharedTypes: ReadonlyMap<number, string> = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xff_53_4d_42, 'SMB'],
  [0xfe_53_4d_42, 'SMB'],
  [0x01_02_19_97, '9p'],
  [0x78_6f_42_56, 'VirtualBox'],
  [0x53_46_41_4f, 'AFS'],
  [0x00_c3_64_00, 'Ceph'],
]);

/** Folders that another program copies to its own servers while the vault is open. */
const syncedFolder =
  /^(?:OneDrive(?: - .+)?|Dropbox(?: \(.+\))?|Google ?Drive|iCloud ?Drive|Mobile Documents|CloudStorage|Nextcloud|ownCloud|Box(?: Sync)?)$/iu;

/** Windows takes so many characters for the path of a file. */
const longestWindowsPath = 259;
/** Of the longest name in a vault: a backup that is being written. */
const longestInside = '/stores/'.length + 32 + '/backups/store-1234567890123.db-journal.new'.length;

/** What can go wrong with a vault in this folder, in a sentence or two; null if nothing is known to. */
export function riskOfFolder(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
  typeOf: (folder: string) => number | null = fileSystemType,
): string | null {
  const synced = folder.split(/[\\/]/u).find((name) => syncedFolder.test(name));
  if (synced !== undefined)
    return `The vault lies in ${synced}, which copies its files while they change: a copy can be torn, and two computers can overwrite each other's work. Move it to a folder that is not copied.`;
  const shared = /^[\\/]{2}[^?.\\/]/u.test(folder) ? 'network' : sharedTypes.get(typeOf(folder) ?? 0);
  if (shared !== undefined)
    return `The vault lies in a shared folder (${shared}), where no lock can be relied on: two computers that open it can damage it. Move it to a disk of this computer.`;
  if (/^[a-z]:[\\/]/iu.test(folder) && folder.length + longestInside > longestWindowsPath)
    return `The path of the vault has ${String(folder.length)} characters, too many for Windows: its backups cannot be written. Move it to a folder with a shorter path.`;
  const roaming = env['APPDATA'];
  if (roaming && folder.toLowerCase().startsWith(roaming.toLowerCase()))
    return 'The vault lies in the roaming profile, which an office may copy between computers: a copy can be torn or older. Move it to a folder of this computer.';
  return null;
}

/** The type of the file system where a folder lies or would lie; null if the system does not say. */
function fileSystemType(folder: string): number | null {
  try {
    return existsSync(folder) ? statfsSync(folder).type : fileSystemType(parentOf(folder));
  } catch {
    return null;
  }
}

function parentOf(folder: string): string {
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no such drive');
  return parent;
}
