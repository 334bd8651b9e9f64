import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { optionTable } from '../../electron/cli/command/command.ts';
import { commandsPage } from '../../electron/cli/command/commands-page.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import type { OperationState } from '../../electron/contract/finding/operation.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];

interface Link {
  readonly text: string;
  readonly target: string;
}

/** Links and pictures that stay inside the repository. */
function localLinks(markdown: string): Link[] {
  const links = [...markdown.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, text = '', target = '']) => ({
    text,
    target,
  }));
  const pictures = [...markdown.matchAll(/<img src="([^"]+)"/g)].map(([, target = '']) => ({
    text: '',
    target,
  }));
  return [...links, ...pictures].filter(({ target }) => !/^[a-z]+:/i.test(target));
}

/** The names that a document's headings are linked by. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Whether a test, or a group of tests, has this title in its source. */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

const isTest = ({ target }: Link): boolean => target.endsWith('.test.ts');

/** The tests of each promise, point or section of a document: their titles, by file. */
type TestsOfDocuments = Record<string, Record<string, Record<string, readonly string[]>>>;
const testsOfDocuments: TestsOfDocuments = JSON.parse(read('test/ground/tests-of-documents.json'));

/** The row of a table that begins with a number, or the section under a heading. */
function partOf(markdown: string, key: string): string {
  const isRow = /^\d+$/.test(key);
  const starts = isRow ? [`| ${key}. `, `| ${key} |`] : [`${key}\n`];
  const parts = markdown.split(isRow ? '\n' : /^#{2,3} /m);
  return parts.find((part) => starts.some((start) => part.startsWith(start))) ?? '';
}

/** Whether titles of a file of tests are listed for a document. */
function hasTitlesOf(document: string, file: string): boolean {
  return Object.values(testsOfDocuments[document] ?? {}).some((files) =>
    Object.hasOwn(files, file.replaceAll('\\', '/')),
  );
}

/** The files of tests that a part of a document links to. */
function testFilesOf(document: string, part: string): string[] {
  const files = localLinks(part)
    .filter(isTest)
    .map(({ target }) => posix.join(posix.dirname(document), target));
  return [...new Set(files)].toSorted();
}

/** Titles that no test of their file has, one sentence each. */
function missingTitles(tests: TestsOfDocuments[string]): string[] {
  return Object.values(tests)
    .flatMap((files) => Object.entries(files))
    .flatMap(([file, titles]) =>
      titles.filter((title) => !hasTitle(read(file), title)).map((title) => `${file} has no test "${title}"`),
    );
}

/** What is wrong with the links of a document, one sentence each. */
function brokenLinks(document: string, markdown: string): string[] {
  return localLinks(markdown).flatMap((link) => {
    const [path = '', anchor] = link.target.split('#');
    const file = path === '' ? document : join(dirname(document), path);
    if (path !== '' && !existsSync(join(root, file))) return [`${link.target} is not there`];
    if (anchor !== undefined && !anchorsOf(path === '' ? markdown : read(file)).includes(anchor)) {
      return [`${link.target} has no such heading`];
    }
    const isNamed = basename(file) === `${link.text}.test.ts` && hasTitlesOf(document, file);
    return isTest(link) && !isNamed && !hasTitle(read(file), link.text)
      ? [`${file} has no test "${link.text}"`]
      : [];
  });
}

/** Where the short names of code spans lead: the aliases of the program, and the parts of the window. */
const shortNames: readonly (readonly [RegExp, string])[] = [
  [/^#(contract|domain|engine|remote|report|scans|app)\//, 'electron/$1/'],
  [/^#(db|renderer)\//, '$1/'],
  [/^(ui|session|shell)\//, 'renderer/$1/'],
];

/** Paths in code spans that begin with a folder of the project, or a short name of one, and are not there. */
function missingPaths(markdown: string): string[] {
  const named = [
    ...markdown.matchAll(
      /`((?:electron|db|test|docs|renderer|\.ci|ui|session|shell|#[a-z]+)\/[\w./-]*|[\w-]+\.config\.js)`/g,
    ),
  ];
  return named.flatMap(([, path = '']) => {
    const [short, folder] = shortNames.find(([name]) => name.test(path)) ?? [/^/, ''];
    return existsSync(join(root, path.replace(short, folder))) ? [] : [path];
  });
}

/** The scripts that a document calls by `npm run`. */
function scriptsIn(markdown: string): string[] {
  return [...markdown.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
}

describe.each(documents)('%s', (document) => {
  const markdown = read(document);

  it('leads to files, headings and tests that are there', () => {
    expect(brokenLinks(document, markdown)).toEqual([]);
  });

  it('names no path that is not there', () => {
    expect(missingPaths(markdown)).toEqual([]);
  });

  it('calls no script that the package does not have', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(scriptsIn(markdown).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('the checks of documents', () => {
  it('find what is wrong', () => {
    const planted = [
      '[a](nowhere.md)',
      '[b](../README.md#no-such-heading)',
      '[no such title](../test/ground/words.test.ts)',
      '[counts](../test/ground/counts.test.ts)',
      '<img src="images/none.png">',
    ].join('\n');
    expect(brokenLinks('docs/planted.md', planted)).toHaveLength(5);
    expect(missingPaths('`electron/nowhere.ts` and `db/`')).toEqual(['electron/nowhere.ts']);
    expect(missingPaths('`ui/nowhere.ts`, `#domain/text` and `session/`')).toEqual(['ui/nowhere.ts']);
    expect(scriptsIn('run `npm run nothing`')).toEqual(['nothing']);
  });

  it('leave alone what is right', () => {
    const sound = '[home folders](../test/ground/words.test.ts) [x](https://a.test/b) [y](#title)\n# Title';
    expect(brokenLinks('docs/planted.md', sound.replace('home folders', 'finds home folders'))).toEqual([]);
  });
});

describe.each(Object.entries(testsOfDocuments))('the tests of %s', (document, tests) => {
  const markdown = read(document);

  it('exist, each by its title', () => {
    expect(missingTitles(tests)).toEqual([]);
    expect(missingTitles({ planted: { 'test/ground/words.test.ts': ['no such title'] } })).toHaveLength(1);
  });

  it('are linked by their files from the part that they hold, and no other there', () => {
    const linked = Object.keys(tests).map((key) => [key, testFilesOf(document, partOf(markdown, key))]);
    expect(linked).toEqual(Object.entries(tests).map(([key, files]) => [key, Object.keys(files).toSorted()]));
  });
});

test('each promise of docs/develop/sync.md has a test', () => {
  const promises = [...read('docs/develop/sync.md').matchAll(/^### Promise (\d+):/gm)].map(
    ([, number]) => number,
  );
  expect(promises).toHaveLength(12);
  expect(Object.keys(testsOfDocuments['docs/develop/sync.md'] ?? {})).toEqual(promises);
  expect(
    Object.values(testsOfDocuments['docs/develop/sync.md'] ?? {}).map(
      (files) => Object.values(files).flat().length,
    ),
  ).not.toContain(0);
});

test('docs/README.md lists every page of both folders, each once', () => {
  const listed = localLinks(read('docs/README.md'))
    .map(({ target }) => `docs/${target}`)
    .filter((page) => /^docs\/(?:use|develop)\//.test(page));
  const pages = documents.filter((page) => /^docs\/(?:use|develop)\//.test(page));
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test('docs/develop/operations.md has a row for every state of an operation, and for no other', () => {
  const [, section = ''] = read('docs/develop/operations.md').split(/^## States$/m);
  const rows = [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| `([^`]+)` +\|/gm)];
  // `satisfies` names each state once: one that is added to the type does not compile here.
  const states = Object.keys({
    queued: true,
    blocked: true,
    sending: true,
    done: true,
    conflict: true,
    rejected: true,
    unknown: true,
    discarded: true,
  } satisfies Record<OperationState, true>);
  expect(rows.map(([, state]) => state)).toEqual(states);
});

test('docs/develop/dependencies.md names every package once, and no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const cells = [...read('docs/develop/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)].map(
    ([, cell = '']) => cell,
  );
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(names.toSorted()).toEqual(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).toSorted(),
  );
});

describe('docs/use/commands.md', () => {
  const page = read('docs/use/commands.md');

  it('is what "npm run commands" writes; run it after a change of a command', () => {
    expect(page).toBe(commandsPage(commands));
  });

  it('names every option', () => {
    const named = [...page.matchAll(/^- `(?:-\w, )?--([a-z-]+)/gmu)].map(([, name]) => name);
    expect(Object.keys(optionTable).filter((name) => !named.includes(name))).toEqual([]);
  });
});

it('nobody is told to run a command that npm could fetch from a stranger', ({ skip }) => {
  skip(!existsSync(join(root, '.git')), 'this is no checkout: there is no list of files');
  const files = execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.js', '*.svelte', '*.json'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  // Written in two halves, so that this line is none.
  const bare = new RegExp(`npx (?:${'dossier'}|install-electron)\\b`);
  expect(files.filter((path) => bare.test(read(path)))).toEqual([]);
});
