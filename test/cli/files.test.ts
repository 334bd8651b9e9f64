import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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
    const path = await endlessFile();
    await expect(readTextFile(path, { folder, maxBytes: 1024 * 1024 })).rejects.toMatchObject({
      code: 'file',
      message: `${path} is larger than 1 MB, which is the most that is taken.`,
    });
  });
});

/** The path of what never ends: a device of Unix, and on Windows a pipe into which this test writes on and on. */
async function endlessFile(): Promise<string> {
  if (process.platform !== 'win32') return '/dev/zero';
  const path = `\\\\.\\pipe\\${basename(folder)}`;
  const zeros = Buffer.alloc(64 * 1024);
  const server = createServer((socket) => {
    // Its reader goes away in the middle.
    socket.on('error', () => undefined);
    const source = Readable.from(
      (function* () {
        for (;;) yield zeros;
      })(),
    );
    socket.once('close', () => source.destroy());
    source.pipe(socket);
  });
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return path;
}
