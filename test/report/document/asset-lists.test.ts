import { describe, expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { assetEntries } from '#report/document/asset-list.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const addresses = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => `10.1.${String((from + at) >> 8)}.${String((from + at) & 255)}`);
const hosts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `host-${String(at)}.acme.test`);

describe('a long list of assets', () => {
  test('tells addresses that follow each other as ranges, in whatever order they came', () => {
    const shuffled = addresses(20, 250).sort((one, other) => (one.endsWith('5') ? -1 : one < other ? 1 : -1));
    expect(assetEntries([...shuffled, 'portal.acme.test', '10.9.9.9', '10.1.0.0/24'])).toEqual([
      { text: '10.1.0.250 \u2013 10.1.1.13', count: 20 },
      { text: '10.9.9.9', count: 1 },
      { text: 'portal.acme.test', count: 1 },
      { text: '10.1.0.0/24', count: 1 },
    ]);
  });

  test('has every asset in exactly one entry; ports and versions are not mixed', () => {
    const names = [
      ...addresses(8),
      ...addresses(8).map((address) => `${address}:443`),
      ...Array.from({ length: 8 }, (_, at) => `2001:db8::${at.toString(16)}`),
    ];
    const entries = assetEntries(names);
    expect(entries.map(({ text }) => text)).toEqual([
      '10.1.0.0 \u2013 10.1.0.7',
      '10.1.0.0:443 \u2013 10.1.0.7:443',
      '2001:db8::0 \u2013 2001:db8::7',
    ]);
    expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
  });

  test('is left as it is where it is short', () => {
    expect(assetEntries(addresses(12)).map(({ text }) => text)).toEqual(addresses(12));
  });

  test('takes a few pages of a report, not dozens, and every host is still in it', async () => {
    const records = [
      { title: 'On all', severity: 'high', asset: hosts(600) },
      { title: 'Addresses', severity: 'low', asset: addresses(600) },
    ];
    const printed = await print(snapshotOf(records), { draft: false });
    const words = printed.text(1, printed.pages);
    printed.dispose();
    expect(printed.pages).toBeLessThan(12);
    expect(hosts(600).filter((host) => !words.includes(host))).toEqual([]);
    expect(words).toContain('10.1.0.0 \u2013 10.1.2.87');
    expect(words.replace(/\s+/g, ' ')).toContain(
      'and 540 more, see appendix \u201cAssets of the findings\u201d',
    );
    expect(words).toContain('2 findings on 1200 assets');
  });

  test('stands whole in the card where the deliverable has no appendix', () => {
    const { blocks } = document(snapshotOf([{ title: 'On all', asset: hosts(600) }]), {
      draft: false,
      sections: ['findings'],
    });
    const facts = blocks.flatMap((block) => (block.kind === 'finding' ? block.facts : []));
    expect(facts.find(({ label }) => label === 'Assets')?.values).toHaveLength(600);
  });

  test('is one section of a report by asset where the same was found on all of them', () => {
    const { blocks } = document(snapshotOf([{ title: 'On all', asset: hosts(600) }]), {
      draft: false,
      template: 'by-asset',
    });
    const sections = blocks.filter((block) => 'parent' in block && block.parent === 'findings');
    expect(sections).toHaveLength(1);
  });
});
