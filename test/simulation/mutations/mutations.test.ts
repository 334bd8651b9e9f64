import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutations, type Mutation } from './mutations.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** How often the text that a mutation replaces stands in its file; -1 if the file is not there. */
function found({ file, find }: Pick<Mutation, 'file' | 'find'>): number {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : -1;
}

test('each mutation finds its text once, so that it really breaks something', () => {
  const wrong = mutations.filter((mutation) => found(mutation) !== 1);
  expect(wrong.map(({ breaks, file }) => `${file}: ${breaks}`)).toEqual([]);
});

test('the tests that are to notice a mutation are there', () => {
  const by = mutations.flatMap((mutation) => mutation.by ?? []);
  expect(by.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a text that is gone, or stands twice, is seen', () => {
  expect(found({ file: 'test/simulation/nothing.ts', find: 'x' })).toBe(-1);
  expect(found({ file: 'package.json', find: 'no such text' })).toBe(0);
  expect(found({ file: 'package.json', find: '"' })).toBeGreaterThan(1);
});
