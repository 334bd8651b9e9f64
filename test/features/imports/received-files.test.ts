import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReceivedFiles } from '#app/imports/received-files.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, project } from '../../engine/support.ts';

/** A file of Burp that is longer than one piece. */
const scan = Buffer.from(
  `<?xml version="1.0"?><issues burpVersion="2026.1">${Array.from(
    { length: 200 },
    (_, at) =>
      `<issue><type>${String(at % 3)}</type><name>Weakness ${String(at % 3)}</name><host>https://h${String(at)}.test</host>
       <path>/</path><severity>High</severity><confidence>Certain</confidence>
       <issueDetail>${'The page shows what was sent. '.repeat(20)}</issueDetail></issue>`,
  ).join('')}</issues>`,
);

async function send(desk: TestDesk, upload: string, pieceBytes = 10_001): Promise<void> {
  for (let at = 0; at < scan.length; at += pieceBytes)
    await desk.call('import.receive', { upload, name: 'scan.xml', at, content: pieceAt(at, pieceBytes) });
}

function pieceAt(at: number, bytes: number): string {
  return scan.subarray(at, at + bytes).toString('base64');
}

const received = (desk: TestDesk): string[] => {
  try {
    return readdirSync(join(desk.home, 'received'));
  } catch {
    return [];
  }
};

test('a file that arrives in pieces says what the same file on the disk says, and is gone once it is queued', async () => {
  const { desk } = await bench({ count: 1 });
  const path = join(temporaryFolder(), 'scan.xml');
  writeFileSync(path, scan);
  const upload = crypto.randomUUID();
  await send(desk, upload);
  const fromDisk = await desk.call('import.preview', { project, files: [{ path }] });
  const fromPage = await desk.call('import.previewReceived', { project, uploads: [upload] });
  expect(fromPage.groups).toEqual(fromDisk.groups);
  expect(fromPage.files).toEqual(fromDisk.files.map((file) => ({ ...file, path: 'scan.xml' })));
  // The same file is read again under other rules; it stays as long as one draft needs it.
  const again = await desk.call('import.previewReceived', { project, uploads: [upload] });
  await desk.call('import.discard', { draft: fromPage.draft });
  expect(received(desk)).toHaveLength(1);
  const { draft, fingerprint } = again;
  await desk.call('import.queue', { draft, fingerprint, bulk: crypto.randomUUID() });
  expect(received(desk)).toEqual([]);
});

test('what is received cannot be read on the disk, and a next start finds none of it', async () => {
  const { desk } = await bench({ count: 1 });
  const upload = crypto.randomUUID();
  await send(desk, upload);
  const [name = ''] = received(desk);
  const bytes = readFileSync(join(desk.home, 'received', name));
  expect([bytes.length, bytes.includes('The page shows')]).toEqual([scan.length, false]);
  writeFileSync(join(desk.home, 'received', 'of-a-crash'), 'x');
  desk.restart();
  expect(received(desk)).toEqual([]);
  await expect(desk.call('import.previewReceived', { project, uploads: [upload] })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a piece that comes twice is taken once, one out of order never', async () => {
  const { desk } = await bench({ count: 1 });
  const upload = crypto.randomUUID();
  const piece = { upload, name: 'scan.xml', at: 0, content: pieceAt(0, 1_000) };
  expect(await desk.call('import.receive', piece)).toEqual({ bytes: 1_000 });
  expect(await desk.call('import.receive', piece)).toEqual({ bytes: 1_000 });
  const gap = { ...piece, at: 2_000 };
  await expect(desk.call('import.receive', gap)).rejects.toMatchObject({ code: 'not-found' });
  expect(await desk.call('import.discard', { uploads: [upload] })).toEqual({ discarded: false });
  expect(received(desk)).toEqual([]);
});

test('of more than there is room for, the oldest file goes, and one that is too large is refused', () => {
  const files = new ReceivedFiles(temporaryFolder(), 3_000);
  const owner = {};
  const piece = (upload: string, at: number, bytes: number) =>
    files.receive(owner, { upload, name: `${upload}.xml`, at, content: pieceAt(at, bytes) });
  piece('first', 0, 2_000);
  piece('second', 0, 2_000);
  expect(() => files.file(owner, 'first')).toThrow('not known here any more');
  expect(files.file(owner, 'second').name).toBe('second.xml');
  expect(() => files.file({}, 'second')).toThrow('not known here any more');
  expect(() => piece('second', 2_000, 2_000)).toThrow('larger than');
});
