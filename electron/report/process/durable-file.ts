import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import type { ChildMessage } from './protocol.ts';
import type { Written } from './write-format.ts';

/** How the making of a file ended. */
export type FileEnd = Exclude<ChildMessage, { kind: 'progress' }>;

/** Writes a report to a new file that only this user can read, and has it on the disk when it answers. Never throws. */
export async function writeReport(path: string, { bytes, ...made }: Written): Promise<FileEnd> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const message = `The report cannot be written${whyUnwritable(code)}`;
    return { kind: 'failed', code: 'cannot-write', message };
  }
  return { kind: 'done', result: { bytes: bytes.length, sha256: hash('sha256', bytes), ...made } };
}
