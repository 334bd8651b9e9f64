import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const renderer = fileURLToPath(new URL('../../renderer', import.meta.url));
const sources = globSync('**/*.{svelte,css}', { cwd: renderer }).map((name) => ({
  name,
  text: readFileSync(`${renderer}/${name}`, 'utf8'),
}));

/** What takes the processor for as long as it is shown: a page that is painted for each frame answers keys later. */
function moving({ name, text }: { name: string; text: string }): string[] {
  const endless = [...text.matchAll(/animation:[^;]*\binfinite\b[^;]*;/g)].map(([rule]) => rule);
  const framed = [...text.matchAll(/@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g)].flatMap(([frames]) =>
    [...frames.matchAll(/([\w-]+):/g)].map(([, property]) => property ?? ''),
  );
  return [
    ...endless.filter((rule) => !/\bsteps\(/.test(rule)),
    ...framed.filter((property) => property !== 'transform' && property !== 'opacity'),
  ].map((found) => `${name}: ${found}`);
}

test('what moves without an end moves by steps, and is not painted anew for it', () => {
  expect(sources.filter(({ text }) => text.includes('infinite')).length).toBeGreaterThan(0);
  expect(sources.flatMap(moving)).toEqual([]);
});
