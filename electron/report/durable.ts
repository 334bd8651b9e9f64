import { open } from 'node:fs/promises';

/** Writes a new file that only this user can read, and has it on the disk when it answers. @throws what the disk says */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
