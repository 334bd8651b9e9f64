import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Leftover {
  readonly what: string;
  readonly pattern: RegExp;
  /** What it must find, and what it must leave alone; put together here so that this file holds none itself. */
  readonly found: string;
  readonly left: string;
}

const LEFTOVERS: readonly Leftover[] = [
  {
    what: 'a note to do something that names no issue',
    pattern: /\b(?:TO[D]O|FIX[M]E)\b(?!\s*\(?#\d)/,
    found: `// ${'TO'}DO: later`,
    left: `// ${'TO'}DO(#12): later`,
  },
  {
    what: 'a test that silences all others',
    pattern: /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.only\b/,
    found: `describe.${'only'}('x')`,
    left: "test('the only one')",
  },
  {
    what: 'a merge that was not finished',
    pattern: /^(?:<{7} |>{7} )/m,
    found: `${'<'.repeat(7)} HEAD`,
    left: 'a <<<<<<< b',
  },
  {
    what: 'a stop for the debugger',
    pattern: /^\s*debugge[r];?\s*$/m,
    found: `  ${'debug'}ger;`,
    left: 'the debugger',
  },
];

/** Where this checkout and its owner live: paths that exist on no other machine. */
const MACHINE_PATHS = [root, homedir() + sep, `${sep}${'work'}${sep}main`].filter((path) => path.length > 3);
const HOME_FOLDER = new RegExp(
  `(?:^|[\\s'"\`(=:])(?:/(?:ho${'me'}|Us${'ers'})/[a-z][\\w.-]*/|/ro${'ot'}/|C:\\\\Us${'ers'}\\\\)`,
);

/** Texts that findings are made of speak of other people's machines. */
const FINDING_TEXTS = /^(?:electron\/sample\/|test\/(?:.*\/)?fixtures\/)/;

/** Every text file that git knows, or undefined if this is no checkout. */
function trackedFiles(): ReadonlyMap<string, string> | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name)));
  return new Map(
    names
      .map((name) => [name, readFileSync(join(root, name))] as const)
      .filter(([, bytes]) => !bytes.includes(0))
      .map(([name, bytes]) => [name, bytes.toString('utf8')]),
  );
}

describe('the files of the repository', () => {
  const files = trackedFiles();

  beforeEach((context) => {
    if (files === undefined) context.skip('not a git checkout');
  });

  it.each(LEFTOVERS)('hold no trace of $what', ({ pattern }) => {
    expect([...(files ?? [])].filter(([, text]) => pattern.test(text)).map(([name]) => name)).toEqual([]);
  });

  it('name no path of one machine', () => {
    const named = [...(files ?? [])].filter(
      ([name, text]) =>
        MACHINE_PATHS.some((path) => text.includes(path)) ||
        (!FINDING_TEXTS.test(name) && HOME_FOLDER.test(text)),
    );
    expect(named.map(([name]) => name)).toEqual([]);
  });
});

describe('the search for leftovers', () => {
  it.each(LEFTOVERS)('finds $what, and nothing that only looks like it', ({ pattern, found, left }) => {
    expect([pattern.test(found), pattern.test(left)]).toEqual([true, false]);
  });

  it('finds home folders', () => {
    const texts = [
      `'/ho${'me'}/ann/x'`,
      `/ro${'ot'}/x`,
      `file at /Us${'ers'}/ann/x`,
      'https://a.test/users/ann/x',
      '/etc/passwd',
    ];
    expect(texts.map((text) => HOME_FOLDER.test(text))).toEqual([true, true, true, false, false]);
  });
});
