import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const renderer = fileURLToPath(new URL('../../renderer', import.meta.url));
/** Drawings of something else than the window's own text: a page of a report, the letter in a sign. */
const drawings = /Specimen\.svelte$|SeverityMark\.svelte$|PageView\.svelte$/;
const sources = globSync('**/*.{svelte,css}', { cwd: renderer })
  .filter((name) => !drawings.test(name) && !name.endsWith('fonts.css'))
  .map((name) => ({ name, text: readFileSync(`${renderer}/${name}`, 'utf8') }));

/** Each value of a property in the styles of the window, with its file. */
function valuesOf(property: string): { name: string; value: string }[] {
  const rule = new RegExp(`(?<![\\w-])${property}:\\s*([^;{}]+);`, 'g');
  return sources.flatMap(({ name, text }) =>
    [...text.matchAll(rule)].map(([, value = '']) => ({ name, value: value.trim() })),
  );
}

const beyond = (property: string, scale: RegExp): string[] =>
  valuesOf(property).flatMap(({ name, value }) =>
    scale.test(value) ? [] : [`${name}: ${property} ${value}`],
  );

const size = 'var\\(--(?:text-[smlx]+|code-size, var\\(--text-s\\))\\)';

test('every text of the window has one of four sizes', () => {
  expect(valuesOf('font-size').length).toBeGreaterThan(100);
  expect(beyond('font-size', new RegExp(`^(?:${size}|inherit)$`))).toEqual([]);
  expect(
    beyond(
      'font',
      new RegExp(`^(?:inherit|${size}(?: / (?:1\\.25|1\\.5|30px|var\\(--line-height\\)))? var.+)$`),
    ),
  ).toEqual([]);
});

test('every text is regular or bold, and only what is unread stands between', () => {
  expect(beyond('font-weight', /^(?:400|inherit|normal|var\(--bold\)|var\(--unread\))$/)).toEqual([]);
  expect(valuesOf('font-weight').filter(({ value }) => value === 'var(--unread)')).toHaveLength(1);
});

test('lines are as high as rows or as texts have them, or as the control that they stand in', () => {
  expect(
    beyond('line-height', /^(?:[01]|1\.25|1\.5|inherit|\d+px|var\(--(?:line-height|control)\))$/),
  ).toEqual([]);
});
