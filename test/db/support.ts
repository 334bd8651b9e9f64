import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of this test file alone, gone when the file ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-db-'));
  folders.push(folder);
  return folder;
}
