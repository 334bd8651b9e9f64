import { expect, test } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import {
  annotationsStay,
  kindWords,
  nameOf,
  quotedNameOf,
  removalWords,
  renamingWords,
  usesWords,
} from '#renderer/features/evidence/strings.ts';

test('an image is told by its format, its size, and its annotations if it has any', () => {
  const image = {
    type: 'image/png',
    width: 10,
    height: 20,
    bytes: 1_000,
    annotations: [],
  } as unknown as Evidence;
  const annotated = { ...image, type: 'image/jpeg', annotations: [{}, {}] } as unknown as Evidence;
  expect(kindWords(image)).toMatch(/^PNG · 10 × 20 · [^·]+$/u);
  expect(kindWords(annotated)).toMatch(/^JPEG · 10 × 20 · [^·]+ · 2 annotations$/u);
  expect(annotationsStay(1)).toMatch(/^This image has 1 annotation, /u);
});

test('an image without a caption is called by its place, a long caption is cut', () => {
  expect([
    nameOf(' ', 0),
    nameOf(' The  login\npage ', 4),
    nameOf('x'.repeat(60), 0),
    nameOf('x'.repeat(61), 0),
    quotedNameOf('', 2),
    quotedNameOf('Login', 2),
  ]).toEqual(['image 1', 'The login page', 'x'.repeat(60), `${'x'.repeat(59)}…`, 'image 3', '“Login”']);
});

test('where an image is used is listed, with what becomes of it', () => {
  const three = ['description', 'remediation', 'retest'] as const;
  expect([
    usesWords([]),
    usesWords(['retest']),
    usesWords(['description', 'remediation']),
    usesWords(three),
  ]).toEqual([
    'Not in the text',
    'In Retest',
    'In Description and Remediation',
    'In Description, Remediation and Retest',
  ]);
  expect(removalWords([])).toBe('');
  expect(removalWords(['description'])).toMatch(/^Description shows this image\. /u);
  expect(removalWords(three)).toMatch(/^Description, Remediation and Retest show this image\. /u);
  expect(renamingWords([])).toMatch(/^Texts show an image by its name/u);
  expect(renamingWords(['description'])).toMatch(/^Description shows this image by its name\. /u);
  expect(renamingWords(three)).toMatch(/Retest show this image by its name\. /u);
});
