import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { ThemeFile } from '../../electron/contract/deliverable/theme.ts';
import { factNames, placeholderNames } from '../../electron/contract/engagement.ts';
import { editableFields } from '../../electron/contract/finding/finding.ts';
import { checkCodes, checkLevels } from '../../electron/contract/procedures/deliverables/preflight.ts';
import { csvColumns } from '../../electron/contract/scans/csv-mapping.ts';
import { isNames, queryFields, verdictNames } from '../../electron/domain/query/query.ts';

const folder = fileURLToPath(new URL('../../docs/use/', import.meta.url));
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (name: string): string => readFileSync(`${folder}${name}`, 'utf8');

/** Three screens, and some room for tables. */
const maxLines = 120;

/** Paths and files of the program in a page. */
function codePathsIn(page: string): string[] {
  return (
    page.match(/(?:#[a-z]+|\b(?:electron|db|renderer|test))\/[\w./-]+|\b[\w-]+\.(?:ts|svelte)\b/gu) ?? []
  );
}

/** Links that lead to tests or to what only maintainers read. */
function linksToTheInside(page: string): string[] {
  return [...page.matchAll(/\]\(([^)]*(?:\.test\.ts|develop\/|#to-change-dossier)[^)]*)\)/gu)].map(
    ([, target = '']) => target,
  );
}

/** What a page names in code spans, whole or as the beginning of an example such as `tag:xss`. */
function namesIn(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/`\{*([\w.-]+)/gu)].map(([, name = '']) => name));
}

const missingIn = (page: string, names: readonly string[]): string[] => {
  const named = namesIn(page);
  return names.filter((name) => !named.has(name));
};

describe.each(pages)('docs/use/%s', (name) => {
  const page = read(name);

  it('names no code path', () => {
    expect(codePathsIn(page)).toEqual([]);
  });

  it('leads to no test and to no page for maintainers', () => {
    const last = page.trimEnd().split('\n').at(-1) ?? '';
    expect(linksToTheInside(name === 'README.md' ? page.replace(last, '') : page)).toEqual([]);
  });
});

test.each(pages.filter((name) => name !== 'commands.md'))('docs/use/%s fits on three screens', (name) => {
  expect(read(name).split('\n').length - 1).toBeLessThanOrEqual(maxLines);
});

test('the checks of these pages find what is wrong', () => {
  const planted =
    'See `electron/domain/text/`, `#domain/text.ts`, fonts.ts and [x](../../test/a.test.ts), [y](../develop/a.md).';
  expect(codePathsIn(planted)).toHaveLength(4);
  expect(linksToTheInside(planted)).toEqual(['../../test/a.test.ts', '../develop/a.md']);
  expect(missingIn('`tag:xss` and `{{client}}`', ['tag', 'client', 'team'])).toEqual(['team']);
});

test('the index leads to every page', () => {
  const linked = new Set([...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/gu)].map(([, name]) => name));
  expect(pages.filter((name) => name !== 'README.md' && !linked.has(name))).toEqual([]);
});

test('check.md has a row for every rule with its level, in the order of the check', () => {
  const rows = [...read('check.md').matchAll(/^\| `([\w-]+)` \| (error|warning) \|/gmu)];
  expect(rows.map(([, code, level]) => [code, level])).toEqual(
    checkCodes.map((code) => [code, checkLevels[code]]),
  );
});

test('queries.md names every state and verdict', () => {
  const page = read('queries.md');
  const terms = [...isNames.map((name) => `is:${name}`), ...verdictNames.map((name) => `verdict:${name}`)];
  expect(terms.filter((term) => !page.includes(`\`${term}\``))).toEqual([]);
});

test.each([
  ['facts.md', [...factNames, ...placeholderNames.filter((name) => !name.startsWith('count.'))]],
  ['themes.md', Object.keys(ThemeFile.shape)],
  ['queries.md', queryFields],
  ['terminal.md', editableFields],
  ['import.md', csvColumns],
])('%s names all that the program takes', (name, names) => {
  expect(missingIn(read(name), names)).toEqual([]);
});
