import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFormat } from '#report/process/write-format.ts';
import { linksByPage } from '../support/pdf-links.ts';
import { print, type Printed } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const filler = Array.from({ length: 60 }, (_, at) => `Paragraph ${String(at + 1)} of the description.`);
const snapshot = snapshotOf([
  {
    title: 'Two notes',
    severity: 'high',
    description: `One fact[^a], another[^b], the first again[^a].\n\n${filler.join('\n\n')}\n\n[^a]: From the log.\n\n[^b]: From the manual.`,
  },
  {
    title: 'A note',
    severity: 'low',
    description: 'A fact[^1].\n\n[^1]: Seen on site.',
    remediation: 'None.',
  },
]);

let printed: Printed;
beforeAll(async () => {
  printed = await print(snapshot, { draft: false });
});
afterAll(() => {
  printed.dispose();
});

test('a footnote and its sign lead to each other in the PDF, across pages and in every text by itself', () => {
  const places = printed.destinations();
  const links = [...linksByPage(printed)].flatMap(([page, targets]) =>
    targets
      .filter((target) => target.startsWith('note-'))
      .map((target): [string, number, number | undefined] => [target, page, places.get(target)]),
  );
  expect(links.map(([target]) => target)).toEqual([
    ...['note-1-1', 'note-1-2', 'note-1-1'],
    ...['note-1-1-sign', 'note-1-2-sign'],
    ...['note-2-1', 'note-2-1-sign'],
  ]);
  const sign = places.get('note-1-1-sign') ?? 0;
  const note = places.get('note-1-1') ?? 0;
  expect(note).toBeGreaterThan(sign);
  for (const [target, page, place] of links) {
    if (target === 'note-1-1') expect([page, place]).toEqual([sign, note]);
    if (target === 'note-1-1-sign') expect([page, place]).toEqual([note, sign]);
  }
});

test('the footnote of a table head that is repeated leads back to the first one, and nothing leads on from the others', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `| host${String(at)} | ${String(at)} |`);
  const description = `| Host[^h] | [Port](https://h.example/port) |\n|---|---|\n${rows.join('\n')}\n\n[^h]: Seen on site.`;
  const long = await print(snapshotOf([{ title: 'Hosts', severity: 'low', description }]), { draft: false });
  try {
    const places = long.destinations();
    const first = places.get('note-1-1-sign') ?? 0;
    const heads = long.text(1, long.pages).match(/\bHost\b/gu) ?? [];
    const leading = (wanted: string) =>
      [...linksByPage(long)].flatMap(([page, targets]) =>
        targets.filter((one) => one === wanted).map(() => page),
      );
    expect(heads.length).toBeGreaterThan(2);
    expect(places.get('note-1-1')).toBe(first + heads.length - 1);
    expect([leading('note-1-1'), leading('https://h.example/port')]).toEqual([[first], [first]]);
    expect(leading('note-1-1-sign')).toEqual([places.get('note-1-1')]);
  } finally {
    long.dispose();
  }
});

test('footnotes lead to each other in HTML, each to one place', async () => {
  const options = { draft: false, format: 'html' } as const;
  const { bytes } = await writeFormat({ snapshot, options, bytes: new Map() }, () => undefined);
  const html = Buffer.from(bytes).toString();
  const ids = [...html.matchAll(/ id="(note-[^"]+)"/gu)].map(([, id]) => id);
  const targets = [...html.matchAll(/ href="#(note-[^"]+)"/gu)].map(([, target]) => target);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(targets)).toEqual(new Set(ids));
  expect(targets).toHaveLength(7);
  expect(html).toMatch(/<p><a id="note-2-1" href="#note-2-1-sign">\[1\]<\/a> Seen on site\./u);
});
