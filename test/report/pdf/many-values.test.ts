import { expect, test } from 'vitest';
import { linksByPage } from '../support/pdf-links.ts';
import { print, type Printed } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const printFinding = (references: readonly string[]): Promise<Printed> =>
  print(snapshotOf([{ title: 'T', severity: 'high', references }]), {
    draft: false,
    sections: ['findings'],
  });

const linksOf = (printed: Printed): string[] =>
  [...linksByPage(printed).values()].flat().filter((target) => target.startsWith('https:'));

test('3,000 references of a finding take six pages, and all of them lead where they led', async () => {
  const references = Array.from({ length: 3_000 }, (_, at) =>
    at % 2 === 0
      ? `CVE-2021-${String(10_000 + at)}`
      : `https://nvd.nist.gov/vuln/detail/CVE-2022-${String(10_000 + at)}`,
  );
  const printed = await printFinding(references);
  const first = printed.destinations().get('findings') ?? 0;
  const links = linksOf(printed);
  const words = printed.text(first, printed.pages).split(/\s+/u);
  const check = printed.run('qpdf', ['--check', 'FILE']);
  const { pages } = printed;
  printed.dispose();
  expect(pages - first + 1).toBeLessThanOrEqual(6);
  expect(links).toEqual(references.filter((one) => one.startsWith('https:')));
  expect(words.filter((word) => word.startsWith('CVE-'))).toEqual([
    ...references.filter((one) => one.startsWith('CVE')),
    ...references.flatMap((one) => /(?<=detail\/).*/u.exec(one)?.[0] ?? []),
  ]);
  expect(words.filter((word) => word === 'https://nvd.nist.gov/vuln/detail/')).toHaveLength(1);
  expect(check).toContain('No syntax or stream encoding errors found');
});

test('many addresses follow what they share, the deepest folder first, and the others stand whole', async () => {
  const others = Array.from({ length: 60 }, (_, at) => `W-${String(at)}`);
  const references = [
    'https://alone.test/x/y',
    'https://one.test/a/1?q=/z/',
    'https://one.test/b/2',
    'https://one.test/',
    'https://deep.test/v/w/1',
    ...['2', '3', '4', '5'].map((name) => `https://deep.test/v/w/${name}/`),
    ...['3', '4'].map((name) => `https://one.test/c/${name}#f`),
    ...others,
  ];
  const printed = await printFinding(references);
  const text = printed.text(1, printed.pages).replace(/\s+/gu, ' ');
  const links = linksOf(printed);
  printed.dispose();
  expect(text).toContain(
    `${others.join(' · ')} · https://alone.test/x/y · https://one.test/ ` +
      'https://one.test/ a/1?q=/z/ · b/2 · c/3#f · c/4#f ' +
      'https://deep.test/v/w/ 1 · 2/ · 3/ · 4/ · 5/',
  );
  expect(links.toSorted()).toEqual(references.filter((one) => one.startsWith('https:')).toSorted());
});

test('a page of references has a line for each, in their order', async () => {
  const references = Array.from({ length: 60 }, (_, at) => `https://one.test/a/${String(at)}`);
  const printed = await printFinding(references);
  const lines = printed.text(1, printed.pages).split(/[\n\f]+/u);
  printed.dispose();
  expect(lines.filter((line) => line.includes('one.test')).map((line) => line.split(' ').at(-1))).toEqual(
    references,
  );
});
