import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { callsOfElectron, importersOf } from './support/calls-of-electron.ts';
import calls from './support/electron-calls.json' with { type: 'json' };

/*
 * Holds docs/develop/electron.md and docs/develop/security.md to the code. That their links lead to tests is looked at in
 * test/ground/docs.test.ts.
 */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document = read('docs/develop/electron.md');

/** A row of the checklist: its number, and the cells that say what does it, which test looks, and what serve does. */
interface Point {
  readonly number: number;
  readonly cells: readonly string[];
}

/** The rows of the checklist; a row without its four cells is none, and then misses. */
function pointsOf(markdown: string): Point[] {
  return [...markdown.matchAll(/^\| (\d+)\. (.+) \|$/gm)].flatMap(([, number = '', row = '']) => {
    const [, ...cells] = row.split(' | ');
    return cells.length === 3 ? [{ number: Number(number), cells }] : [];
  });
}

/** Every `file` (`name`) of a text whose file does not have that name. */
function missingNames(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:ts|js|yml))`\s+\(`([^`]+)`\)/g)].flatMap(
    ([, path = '', name = '']) => (read(path).includes(name) ? [] : [`${path} has no ${name}`]),
  );
}

describe('docs/develop/electron.md', () => {
  const points = pointsOf(document);

  it('answers all twenty points of the checklist: what does it, and for the browser too', () => {
    expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const without = (cell: number, pattern: RegExp): number[] =>
      points.filter(({ cells }) => !pattern.test(cells[cell] ?? '')).map(({ number }) => number);
    expect([
      without(0, /\(`[^`]+`\)|`package\.json`/),
      without(1, /\]\(\.\.\/\.\.\/test\/desktop\//),
      without(2, /\w/),
    ]).toEqual(
      // What version is current is no question for a test, and none of the browser's.
      [[], [16], [16]],
    );
  });

  it('says of every call of Electron what proves it, and of no other', () => {
    expect(calls.map(({ call }) => call)).toEqual(callsOfElectron());
    const kinds = ['source', 'double', 'nobody', 'Electron'];
    expect(
      calls.filter(
        ({ knownFrom }) => knownFrom.length === 0 || !knownFrom.every((one) => kinds.includes(one)),
      ),
    ).toEqual([]);
  });

  it('counts the calls as the list does', () => {
    const knownFrom = (kind: string): number => calls.filter((one) => one.knownFrom.includes(kind)).length;
    expect(document).toContain(`all ${String(calls.length)} calls of Electron`);
    expect(document).toContain(`does the same (${String(knownFrom('source'))} calls)`);
    expect(document).toContain(`on the double without it (${String(knownFrom('double'))})`);
    expect(document).toContain(`in the documents only (${String(knownFrom('nobody'))})`);
    expect(document).toContain(
      `once that is there (${String(calls.filter((one) => one.alsoOnElectron).length)})`,
    );
    expect(document).toContain('seen on it (none yet)');
    expect(knownFrom('Electron')).toBe(0);
  });
});

test.each(['docs/develop/electron.md', 'docs/develop/security.md'])(
  '%s names what the files have',
  (path) => {
    const text = read(path);
    expect(text).toMatch(/`\s\(`/);
    expect(missingNames(text)).toEqual([]);
    expect(missingNames('`electron/desktop/security/guards.ts` (`noSuchName`)')).toHaveLength(1);
  },
);

describe('the shell', () => {
  it('imports Electron itself in its two entries alone', () => {
    const files = readdirSync(join(root, 'electron', 'desktop')).filter((name) => name.endsWith('.ts'));
    expect(importersOf(files)).toEqual(['main.ts', 'preload.ts']);
  });
});
