import { statSync } from 'node:fs';

/** Windows knows no modes: there a file is as open to others as its folder is. */
export const hasModes = process.platform !== 'win32';
/** Why a test of modes is skipped there. */
export const noModes = 'Windows knows no modes: the folder of the user decides';

/** What other users may do with a file or a folder, as the last six bits of its mode; 0 if there are no modes. */
export function othersMay(path: string): number {
  return hasModes ? statSync(path).mode & 0o077 : 0;
}
