import { expect, test } from 'vitest';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

test('a name that has no room ends in an ellipsis, at the head of pages and on the cover', async () => {
  const words = (name: string): string =>
    Array.from({ length: 90 }, (_, at) => `${name}${String(at)}`).join(' ');
  const snapshot = { ...snapshotOf([{ title: 'T' }]), client: words('Client'), name: words('Engagement') };
  const printed = await print(snapshot, { draft: false });
  const head = printed.run('pdftotext', '-raw -f 3 -l 3 -x 0 -y 0 -W 600 -H 60 FILE -'.split(' '));
  const cover = printed.run('pdftotext', '-raw -f 1 -l 1 FILE -'.split(' '));
  printed.dispose();
  expect(head).toMatch(/Client\d+\u2026/);
  expect(cover.match(/(?:Client|Engagement)\d*\s?\u2026/g)).toHaveLength(2);
});

test('a name that has room stands as it is', async () => {
  const printed = await print(snapshotOf([{ title: 'T' }]), { draft: false });
  const all = printed.run('pdftotext', ['-raw', 'FILE', '-']);
  printed.dispose();
  expect(all).not.toContain('\u2026');
});
