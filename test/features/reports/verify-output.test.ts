import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyOutput } from '#features/reports/output/verify-output.ts';
import { handClock, temporaryFolder } from '../../support/desk.ts';

test('a report that was made is read back whole, and what became of it otherwise is told as it is', async () => {
  const folder = temporaryFolder();
  const bytes = Buffer.from('%PDF');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, 'whole'), bytes);
  writeFileSync(join(folder, 'changed'), 'changed');
  mkdirSync(join(folder, 'folder'));
  const pace = { clock: handClock(), signal: new AbortController().signal };
  const read = (name: string): Promise<string> =>
    verifyOutput(join(folder, name), sha256, pace).then(
      (file) => Buffer.from(file).toString(),
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  expect(await Promise.all(['whole', 'gone', 'folder', 'changed'].map(read))).toEqual([
    '%PDF',
    'The report was made and is gone again: a security program may have taken it away, as they do with texts that quote attacks. A PDF with a password is left alone. Export it again.',
    'The report was made and cannot be read (EISDIR). Export it again.',
    'The report was changed by another program while it was made; export again.',
  ]);
});
