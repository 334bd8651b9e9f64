import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, it } from 'vitest';
import { drawable } from '#domain/preflight/coverage.ts';
import { faces, fallbacks } from '#report/fonts/faces.ts';

it('the check knows of every character whether a font of the report has it', () => {
  const { resolve } = createRequire(import.meta.url);
  const there = new Set<number>();
  for (const name of ['sans', ...fallbacks.sans] as const) {
    const font = create(readFileSync(resolve(faces[name].file)));
    if ('characterSet' in font) for (const codePoint of font.characterSet) there.add(codePoint);
  }
  const wrong: string[] = [];
  for (let codePoint = 0x20; codePoint <= 0x10ffff; codePoint += 1) {
    if (/[\p{Cn}\p{Cs}\p{Co}]/u.test(String.fromCodePoint(codePoint))) continue;
    if (drawable(codePoint) !== there.has(codePoint)) wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});
