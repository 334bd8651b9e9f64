import { readSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import { decodeText } from './decode.ts';
import type { Sink } from '../output/output.ts';

const LONGEST_PASSPHRASE = 4_096;
/** A pasted token may be as long as this. */
const LONGEST_SECRET = 10_000;

/** Whether text begins with a byte order mark of UTF-16, in which a byte 10 is no line ending by itself. */
function isWide([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/**
 * Reads a passphrase from a descriptor: its first line.
 * @param option that named the descriptor
 * @throws DossierError 'usage' if that is no number, no open descriptor, or nothing comes
 */
export function readPassphraseFrom(
  descriptor: string,
  option: 'passphrase-fd' | 'new-passphrase-fd',
): string {
  if (!/^\d{1,4}$/.test(descriptor)) {
    throw new DossierError('usage', `--${option} takes the number of an open file descriptor.`);
  }
  const bytes = Buffer.alloc(LONGEST_PASSPHRASE);
  let length = 0;
  try {
    while (length < bytes.length) {
      const read = readSync(Number(descriptor), bytes, length, bytes.length - length, null);
      length += read;
      const soFar = bytes.subarray(0, length);
      if (read === 0 || (soFar.includes(10) && !isWide(soFar))) break;
    }
  } catch (error) {
    throw unreadable(option, descriptor, error);
  }
  const read = bytes.subarray(0, length);
  const newline = isWide(read) ? -1 : read.indexOf(10);
  const given = newline === -1 ? read : read.subarray(0, newline);
  // Bytes that are no text open a vault that was made with them; none is made any more.
  const text = decodeText(given) ?? given.toString('utf8');
  bytes.fill(0);
  const line = text.split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  if (line === '') throw new DossierError('usage', `--${option} ${descriptor} gave no passphrase.`);
  return line;
}

/** What the system says of a descriptor that nobody opened. */
const notOpen: readonly string[] = ['EBADF', 'EINVAL', 'EAGAIN'];

function unreadable(option: string, descriptor: string, error: unknown): DossierError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const what = notOpen.includes(code)
    ? `Descriptor ${descriptor} is not open: --${option} ${descriptor}.`
    : `--${option} ${descriptor} cannot be read: ${code}.`;
  return new DossierError('usage', what, { cause: error });
}

/** The passphrase that came with the command: from the descriptor it names, else from the environment; else null. */
export function givenPassphrase(descriptor: string | undefined, env: NodeJS.ProcessEnv): string | null {
  return descriptor === undefined
    ? env['DOSSIER_PASSPHRASE'] || null
    : readPassphraseFrom(descriptor, 'passphrase-fd');
}

/**
 * Reads the next line of a descriptor; null if it has ended. Byte by byte, so that what follows is still there for
 * the next question.
 * @throws DossierError 'usage' if that is no number, no open descriptor, or no text comes
 */
export function nextLineFrom(descriptor: string): string | null {
  if (!/^\d{1,4}$/.test(descriptor)) {
    throw new DossierError('usage', '--password-fd takes the number of an open file descriptor.');
  }
  const line = Buffer.alloc(LONGEST_SECRET);
  const byte = Buffer.alloc(1);
  let length = 0;
  let ended = false;
  try {
    while (length < line.length) {
      if (readSync(Number(descriptor), byte, 0, 1, null) === 0) {
        ended = true;
        break;
      }
      if (byte[0] === 10) break;
      length += byte.copy(line, length);
    }
  } catch (error) {
    throw unreadable('password-fd', descriptor, error);
  }
  const text = decodeText(line.subarray(0, length))?.replace(/\r$/, '');
  line.fill(0);
  if (text === undefined) {
    throw new DossierError(
      'usage',
      `--password-fd ${descriptor} gave no valid UTF-8 text. Save it as UTF-8 and try again.`,
    );
  }
  return ended && text === '' ? null : text;
}

/**
 * Shows a new recovery code and what it is for, if a person sees it.
 * @returns null if nobody would: it must not end in the log of a script
 */
export function recoveryCodeTeller(stderr: Sink): ((code: string) => void) | null {
  if (stderr.isTTY !== true) return null;
  return (code) =>
    stderr.write(
      `Recovery code of this vault, shown only now; it opens the vault if the passphrase is lost: ${code}\n` +
        'Write it down and keep it away from this computer. Without passphrase and code nobody can open the vault.\n',
    );
}
