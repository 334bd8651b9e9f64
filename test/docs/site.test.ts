import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* The site that `npm run docs` builds of `docs/use`, as it lies in its folder. */

const root = join(import.meta.dirname, '..', '..');
const sources = readdirSync(join(root, 'docs', 'use')).filter((name) => name.endsWith('.md'));
const out = mkdtempSync(join(tmpdir(), 'dossier-docs-'));
const read = (name: string): string => readFileSync(join(out, name), 'utf8');

beforeAll(() => {
  const built = spawnSync(
    process.execPath,
    ['node_modules/@11ty/eleventy/cmd.cjs', '--config=docs/site/eleventy.config.js', `--output=${out}`],
    { cwd: root, encoding: 'utf8' },
  );
  expect([built.status, built.stderr]).toEqual([0, '']);
});
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

interface Element {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Element[];
}

function elementsOf(node: Element): Element[] {
  return [node, ...(node.childNodes ?? []).flatMap(elementsOf)];
}

const pageNames = (): string[] => readdirSync(out).filter((name) => name.endsWith('.html'));

interface Address {
  readonly page: string;
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

/** Every address in the pages, with the element and the attribute that has it. */
function addresses(): Address[] {
  return pageNames().flatMap((page) =>
    elementsOf(parse(read(page)) as Element).flatMap(({ tagName = '', attrs = [] }) =>
      attrs
        .filter(({ name }) => ['href', 'src', 'srcset', 'action', 'data', 'poster'].includes(name))
        .map(({ name, value }) => ({ page, tag: tagName, name, value })),
    ),
  );
}

/** Whether a file of the site, and the element that is named behind it, is there. */
function isThere(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const named = file === '' ? page : file;
  if (!existsSync(join(out, named))) return false;
  const ids = (): (string | undefined)[] =>
    elementsOf(parse(read(named)) as Element).map(
      ({ attrs = [] }) => attrs.find(({ name }) => name === 'id')?.value,
    );
  return anchor === undefined || ids().includes(anchor);
}

describe('the site', () => {
  it('has every page, each in the list of every other', () => {
    const expected = sources.map((name) =>
      name === 'README.md' ? 'index.html' : `${basename(name, '.md')}.html`,
    );
    expect(pageNames().toSorted()).toEqual(expected.toSorted());
    for (const page of pageNames())
      for (const other of expected)
        expect([page, read(page).includes(`<a href="${other}"`)]).toEqual([page, true]);
  });

  it('has no link, picture, style or script that is not there', () => {
    const inside = addresses().filter(({ value }) => !/^(?:https?|mailto):/.test(value));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter(({ page, value }) => !isThere(page, value))).toEqual([]);
  });

  it('loads nothing from another server: only a link that is clicked leads to one', () => {
    const outside = addresses().filter(({ value }) => /^(?:[a-z]+:)?\/\//.test(value));
    expect(outside.filter(({ tag }) => tag !== 'a')).toEqual([]);
    const styles = readdirSync(out).filter((name) => name.endsWith('.css'));
    const loaded = styles.flatMap((name) => [...read(name).matchAll(/@import|url\(['"]?([^'")]+)/g)]);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter(([, file]) => file === undefined || !existsSync(join(out, file)))).toEqual([]);
    const scripts = readdirSync(out).filter((name) => name.endsWith('.js') && name !== 'search-index.js');
    expect(scripts.toSorted()).toEqual(['minisearch.js', 'search.js']);
    for (const page of pageNames()) {
      const [, policy = ''] = /Security-Policy"\s+content="([^"]+)"/.exec(read(page)) ?? [];
      expect(policy.split('; ').flatMap((rule) => rule.split(' ').slice(1))).toEqual([
        "'none'",
        "'self'",
        "'self'",
        "'self'",
        "'self'",
        "'none'",
        "'none'",
      ]);
    }
  });

  it('shows braces in code as the pages write them', () => {
    const written = sources.flatMap((name) =>
      [...readFileSync(join(root, 'docs', 'use', name), 'utf8').matchAll(/`(\{\{\w+\}\})`/g)].map(
        ([, braces = '']) => [basename(name, '.md'), braces] as const,
      ),
    );
    expect(written.length).toBeGreaterThan(0);
    for (const [name, braces] of written) expect(read(`${name}.html`)).toContain(`<code>${braces}</code>`);
  });
});
