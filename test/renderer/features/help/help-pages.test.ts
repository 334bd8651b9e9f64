import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf, findInHelp, placeOfLink, readHelp } from '#renderer/features/help/help-pages.ts';

const planted = readHelp(
  new Map([
    ['later', '# Later\n\nNothing.'],
    [
      'vault',
      '# The vault\n\nSee [later.md](later.md#a-b), [here](#restore) and [x](https://a.test/b), not [code](../develop/x.md).\n\n' +
        '## Restore `it`\n\nFrom a **backup**, with the passphrase.\n\n```sh\n# no heading [later.md](later.md)\n```\n\n' +
        '<p>\n<img src="../images/shot.png" width="66%" alt="A window">\n</p>\n',
    ],
    ['README', '# Use\n\nFirst [vault.md](vault.md), then [other](../../CONTRIBUTING.md).'],
  ]),
);

describe('the pages of the help', () => {
  it('stand in the order in which the first one links them', () => {
    expect(planted.map(({ name, title }) => [name, title])).toEqual([
      ['README', 'Use'],
      ['vault', 'The vault'],
      ['later', 'Later'],
    ]);
  });

  it('lead to each other by title, to no page that is not with the program, and keep code as it is', () => {
    const [, vault] = planted;
    const links = [...(vault?.text ?? '').matchAll(/\[([^\]]*)\]\((\S+?)\)/g)].map(([, words, to = '']) => [
      words,
      placeOfLink(to) ?? to,
    ]);
    expect(links).toEqual([
      ['Later', { page: 'later', anchor: 'a-b' }],
      ['here', { page: 'vault', anchor: 'restore' }],
      ['x', 'https://a.test/b'],
      ['later.md', 'later.md'],
      ['A window', 'evidence:shot.png'],
    ]);
    expect(vault?.text).toContain('not code.');
    expect(vault?.text).toContain('\n\n![A window](evidence:shot.png){width=66%}\n');
  });

  it('are found by all words together, those of a heading first', () => {
    const found = (words: string) => findInHelp(planted, words).map(({ place }) => place);
    expect(found('PASSPHRASE backup')).toEqual([{ page: 'vault', anchor: 'restore-it' }]);
    expect(found('vault')[0]).toEqual({ page: 'vault', anchor: '' });
    expect([found('passphrase nothing'), found('  ')]).toEqual([[], []]);
    expect(findInHelp(planted, 'backup')[0]).toMatchObject({
      title: 'The vault',
      heading: 'Restore it',
      excerpt: 'From a backup, with the passphrase. # no heading later.md A window',
    });
  });
});

it('every link between the pages of docs/use leads to a page and a heading of the help', () => {
  const folder = join(import.meta.dirname, '../../../../docs/use');
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const pages = readHelp(
    new Map(files.map((name) => [name.replace(/\.md$/, ''), readFileSync(join(folder, name), 'utf8')])),
  );
  expect(pages).toHaveLength(files.length);
  const places = pages.flatMap(({ text }) =>
    [...text.matchAll(/\]\((\S+?)\)/g)].flatMap(([, to = '']) => placeOfLink(to) ?? []),
  );
  expect(places.length).toBeGreaterThan(20);
  const headings = new Map(pages.map(({ name, parts }) => [name, parts.map(({ anchor }) => anchor)]));
  expect(places.filter(({ page, anchor }) => headings.get(page)?.includes(anchor) !== true)).toEqual([]);
  expect(
    pages.filter(({ parts }) =>
      parts.some(({ heading, anchor }, at) => at > 0 && anchor !== anchorOf(heading)),
    ),
  ).toEqual([]);
});
