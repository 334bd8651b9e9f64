import { expect, test } from 'vitest';
import { z } from 'zod';
import { print } from '../support/pdf-tools.ts';
import { heard } from '../support/heard.ts';
import { Pdf } from '../support/pdf-links.ts';
import { snapshotOf } from '../support/snapshots.ts';

const snapshot = snapshotOf([
  {
    title: 'A & B <script>',
    severity: 'high',
    references: ['https://acme.test/a'],
    description: 'See [the page](https://acme.test/b).\n\n```\ncode\n```',
    requests: 'GET / HTTP/1.1',
  },
]);

test('the file says that it follows PDF/UA-1, in metadata that is sound XML', async () => {
  const printed = await print(snapshot, { draft: false, title: 'Title of A & B' });
  const metadata = printed.run('pdfinfo', ['-meta', 'FILE']);
  printed.dispose();
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(metadata).toContain('Title of A &amp; B');
  expect(metadata.match(/&(?!amp;|lt;|gt;)/g)).toBeNull();
});

test('every link says in words where it leads, and pages are walked in the order of the structure', async () => {
  const printed = await print(snapshot, { draft: false });
  const pdf = Pdf.parse(JSON.parse(printed.run('qpdf', ['--json=2', '--json-stream-data=none', 'FILE'])));
  printed.dispose();
  const all = Object.values(pdf.qpdf[1]).flatMap(({ value }) => {
    const members = z.record(z.string(), z.unknown()).safeParse(value);
    return members.success ? [members.data] : [];
  });
  const links = all.filter((members) => members['/Subtype'] === '/Link');
  const unsaid = links.filter((members) => !/^u:./.test(String(members['/Contents'])));
  const pages = all.filter((members) => members['/Type'] === '/Page');
  expect([links.length > 5, unsaid.length]).toEqual([true, 0]);
  expect(pages.every((members) => members['/Tabs'] === '/S')).toBe(true);
});

test('code is an element of its own, in no paragraph', async () => {
  const { elements } = await heard(snapshot, { draft: false });
  const codes = [...elements.keys()].filter(({ type }) => type === 'Code');
  expect([codes.length, codes.filter(({ under }) => under?.type === 'P').length]).toEqual([2, 0]);
});
