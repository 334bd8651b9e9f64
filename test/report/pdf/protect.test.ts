import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { isLockedPdf } from '#domain/deliverable/locked-pdf.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { picture } from '../support/format-texts.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { snapshotOf } from '../support/snapshots.ts';

const password = 'Grüße an alle 12';
const head = 'POST /login HTTP/1.1\r\nHost: shop\r\nCookie: sid=8F3A91C27D604B5E8F3A\r\n\r\n';
const snapshot = snapshotOf([
  {
    title: 'Session outlives logout',
    severity: 'high',
    asset: ['shop.acme.test'],
    references: ['https://owasp.org/'],
    requests: [
      { request: `${head}password=Winter24&x=1`, response: `HTTP/1.1 200 OK\r\n\r\n${'y'.repeat(5_000)}` },
    ],
  },
]);
const shot = {
  ...snapshot,
  findings: snapshot.findings.map((finding) => ({ ...finding, evidence: [picture.image] })),
};

const files: ReturnType<typeof pdfFile>[] = [];
afterAll(() => {
  for (const file of files) file.dispose();
});

async function written(options: Partial<ReportOptions>, lockedBy?: string) {
  const order = {
    snapshot: shot,
    options: { draft: false, ...options },
    bytes: new Map([[picture.sha256, picture.bytes]]),
    password: lockedBy,
  };
  const { bytes } = await writeFormat(order, () => undefined);
  const file = pdfFile(bytes);
  files.push(file);
  return { bytes, ...file };
}

test('what a PDF says of itself is readable in its bytes, for programs that know no PDF', async () => {
  const { bytes } = await written({});
  expect(Buffer.from(bytes).toString('latin1')).toContain('<x:xmpmeta');
});

function passwordFile(folder: string, text: string): string {
  const path = join(folder, 'password');
  writeFileSync(path, text);
  return path;
}

test('a PDF with a password is locked with AES of 256 bits, opens with it and with no other, and then allows everything', async () => {
  const locked = await written({}, password);
  const open = await written({});
  const given = `--password-file=${passwordFile(locked.folder, password)}`;
  expect([isLockedPdf(locked.bytes), isLockedPdf(open.bytes)]).toEqual([true, false]);
  expect(() => locked.run('qpdf', ['--check', 'FILE'])).toThrow(/invalid password/u);
  expect(() => locked.run('qpdf', ['--check', '--password=other', 'FILE'])).toThrow(/invalid password/u);
  const told = locked.run('qpdf', ['--show-encryption', given, 'FILE']);
  expect([
    /R = (\d)/u.exec(told)?.[1],
    /stream encryption method: (\w+)/u.exec(told)?.[1],
    /string encryption method: (\w+)/u.exec(told)?.[1],
    [...told.matchAll(/^(?!User|Supplied).*: not allowed$/gmu)].length,
  ]).toEqual(['6', 'AESv3', 'AESv3', 0]);
  expect(locked.run('qpdf', ['--check', given, 'FILE'])).toContain('No syntax or stream encoding errors');
  locked.run('qpdf', [given, '--decrypt', 'FILE', join(locked.folder, 'open.pdf')]);
  const texts = [join(locked.folder, 'open.pdf'), 'FILE'].map((path, at) =>
    (at === 0 ? locked : open).run('pdftotext', [path, '-']),
  );
  expect(texts[0]).toBe(texts[1]);
  const places = [join(locked.folder, 'open.pdf'), 'FILE'].map((path, at) =>
    (at === 0 ? locked : open).run('pdfinfo', ['-dests', path]),
  );
  expect(places[0]).toContain('"finding-1"');
  expect(places[0]).toBe(places[1]);
  expect(Buffer.from(locked.bytes).includes('Session outlives logout')).toBe(false);
});

test('each locked file is another one, so that none tells that two reports are the same', async () => {
  const [one, other] = [await written({}, password), await written({}, password)];
  expect(Buffer.compare(Buffer.from(one.bytes), Buffer.from(other.bytes))).not.toBe(0);
});

test.each([undefined, password])(
  'findings inside of a PDF are the JSON of the same report, masked and cut alike (password: %s)',
  async (lockedBy) => {
    const options = { embedJson: true, cutBodies: 1_000 };
    const pdf = await written({ ...options, format: 'pdf' }, lockedBy);
    const json = await written({ ...options, format: 'json' });
    const out = join(pdf.folder, 'findings.json');
    const opened = lockedBy === undefined ? [] : ['-upw', lockedBy];
    pdf.run('pdfdetach', [...opened, '-savefile', 'findings.json', '-o', out, 'FILE']);
    const inside = pdf.read(out);
    expect(Buffer.compare(inside, Buffer.from(json.bytes))).toBe(0);
    expect(inside.toString()).toContain('sid=8F3A********\\r\\n\\r\\npassword=********&x=1');
    expect(inside.toString()).toContain(`${'y'.repeat(1_000)}\\n[\u2026 4,000 bytes left out]`);
  },
);

test('the same PDF with findings inside has the same bytes', async () => {
  const [one, again] = [await written({ embedJson: true }), await written({ embedJson: true })];
  expect(Buffer.compare(Buffer.from(one.bytes), Buffer.from(again.bytes))).toBe(0);
});

test.each(['pdf', 'html', 'csv', 'json', 'markdown'] as const)(
  '%s masks and cuts unless it is told otherwise, in the language of the report',
  async (format) => {
    const text = async (options: Partial<ReportOptions>): Promise<string> => {
      const file = await written({ ...options, format });
      const shown =
        format === 'pdf' ? file.run('pdftotext', ['FILE', '-']) : Buffer.from(file.bytes).toString();
      return shown.replace(/\s/gu, '');
    };
    const said = (found: string) =>
      ['8F3A91C27D604B5E8F3A', 'Winter24', '8F3A********', '904bytesleftout', '904Bytesausgelassen'].filter(
        (word) => found.includes(word),
      );
    expect([
      said(await text({})),
      said(await text({ language: 'de' })),
      said(await text({ maskSecrets: false, cutBodies: null })),
    ]).toEqual([
      ['8F3A********', '904bytesleftout'],
      ['8F3A********', '904Bytesausgelassen'],
      ['8F3A91C27D604B5E8F3A', 'Winter24'],
    ]);
  },
);
