/**
 * Why nothing can be written to a place, as the end of a sentence: what to do, and the system's code in brackets, which
 * the window omits. `The report cannot be written` + `: the disk is full (ENOSPC).`
 */
export function whyUnwritable(code: string): string {
  const words = wordsOf(code);
  return words === null ? ` (${code}).` : `: ${words} (${code}).`;
}

function wordsOf(code: string): string | null {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EACCES':
    case 'EPERM':
      return 'you may not write there';
    case 'EBUSY':
    case 'ETXTBSY':
      return 'it is open in another program; close it there or choose another name';
    case 'EBADF':
    case 'UNKNOWN':
      return 'a security program may keep Dossier from writing there';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'the folder is not there';
    case 'EISDIR':
      return 'a folder stands there';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'EIO':
      return 'the disk is damaged or was taken away';
    default:
      return null;
  }
}
