import { expect, test } from 'vitest';
import { pasteLossText } from '#renderer/ui/text/paste-loss.ts';

test('what was not pasted is counted and named, with what to do', () => {
  expect(pasteLossText({ missing: 3, leftOut: [] })).toBe(
    '3 images were not pasted. Copy an image alone, or drop its file into the text.',
  );
  expect(pasteLossText({ missing: 1, leftOut: ['comments'] })).toBe(
    '1 image was not pasted. Copy an image alone, or drop its file into the text. Comments were not pasted.',
  );
  expect(pasteLossText({ missing: 0, leftOut: ['deleted'] })).toBe('Deleted text was not pasted.');
  expect(pasteLossText({ missing: 0, leftOut: ['deleted', 'comments', 'hidden'] })).toBe(
    'Deleted text, comments and hidden text were not pasted.',
  );
  expect(pasteLossText('too-large')).toMatch(/^Nothing pasted: too large.+Paste it in parts\.$/u);
});
