import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTextFile } from '../../electron/cli/input/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'good.txt'), '\ufeffgrüße\r\n');
  writeFileSync(join(folder, 'wide.txt'), Buffer.from('no mark', 'utf16le'));
  writeFileSync(join(folder, 'latin1.txt'), Buffer.from([0x67, 0x72, 0xfc]));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a file that a person named', () => {
  test('is read as it is, without its byte order mark', async () => {
    expect(await readTextFile('good.txt', { folder, maxBytes: 100 })).toBe('grüße\r\n');
  });

  test.each(['utf16le', 'utf16be'])('is read as PowerShell writes it (%s)', async (encoding) => {
    const bytes = Buffer.from('\ufeffgrüße\r\n', 'utf16le');
    writeFileSync(join(folder, 'shell.txt'), encoding === 'utf16be' ? bytes.swap16() : bytes);
    expect(await readTextFile('shell.txt', { folder, maxBytes: 100 })).toBe('grüße\r\n');
    writeFileSync(join(folder, 'odd.txt'), bytes.subarray(0, 5));
    await expect(readTextFile('odd.txt', { folder, maxBytes: 100 })).rejects.toMatchObject({ code: 'file' });
  });

  test.each([
    ['sub', 'sub is a folder, not a file.'],
    ['none.txt', 'none.txt does not exist.'],
    ['good.txt/x', 'good.txt/x does not exist.'],
    ['wide.txt', 'wide.txt is not valid UTF-8 text. Save it as UTF-8 and try again.'],
    ['latin1.txt', 'latin1.txt is not valid UTF-8 text. Save it as UTF-8 and try again.'],
    ['a\u0000b', 'a\\u{0}b cannot be the name of a file.'],
  ])('that cannot be read is named: %j', async (path, message) => {
    await expect(readTextFile(path, { folder, maxBytes: 100 })).rejects.toMatchObject({
      code: 'file',
      message,
    });
  });

  test('that is too large is not read to its end', async () => {
    await expect(readTextFile('/dev/zero', { folder, maxBytes: 1024 * 1024 })).rejects.toMatchObject({
      code: 'file',
      message: '/dev/zero is larger than 1 MB, which is the most that is taken.',
    });
  });
});
