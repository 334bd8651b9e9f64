import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOfElectron, importersOf } from './support/calls-of-electron.ts';

/* Holds docs/security.md to what is there. That its links lead to tests is looked at in test/ground/docs.test.ts. */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document = read('docs/security.md');
const points = document
  .split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m, 1)[0] ?? '');

/** Every `file` (`name`) of a text whose file does not have that name. */
function missingNames(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:ts|js|yml))`\s\(`([^`]+)`\)/g)].flatMap(
    ([, path = '', name = '']) => (read(path).includes(name) ? [] : [`${path} has no ${name}`]),
  );
}

describe('docs/security.md', () => {
  it('answers all twenty points of the checklist: what does it, and for the browser too', () => {
    expect(points.map((point) => Number.parseInt(point, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const withoutTest = points.filter((point) => !point.includes('../test/desktop/'));
    const withoutServe = points.filter((point) => !/^Serve: /m.test(point));
    const withoutCode = points.filter((point) => !/\(`[^`]+`\)|`package\.json`/.test(point));
    expect(
      [withoutTest, withoutServe, withoutCode].map((some) => some.map((point) => Number.parseInt(point, 10))),
    ).toEqual(
      // What version is current is no question for a test, and none of the browser's.
      [[16], [16], []],
    );
  });

  it('names what the files have', () => {
    expect(missingNames(document)).toEqual([]);
    expect(missingNames('`electron/desktop/security/guards.ts` (`noSuchName`)')).toHaveLength(1);
  });

  it('lists every call of Electron with what proves it, and no other', () => {
    const rows = [...document.matchAll(/^\| `([^`]+)` +\| (source, double|source|double|nobody) +\|/gm)];
    expect(rows.map(([, call]) => call)).toEqual(callsOfElectron());
  });
});

describe('the shell', () => {
  it('imports Electron itself in its two entries alone', () => {
    const files = readdirSync(join(root, 'electron', 'desktop')).filter((name) => name.endsWith('.ts'));
    expect(importersOf(files)).toEqual(['main.ts', 'preload.ts']);
  });
});
