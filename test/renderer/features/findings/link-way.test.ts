import { expect, test } from 'vitest';
import { whyNotOpened } from '#renderer/features/findings/editor/fields/link-way.ts';

test('an address that the desktop does not open is said to be one, and every one is opened from the browser', () => {
  const closed = [
    'http://example.test/',
    'mailto:a@example.test',
    'https://someone:secret@example.test/',
    `https://example.test/${'a'.repeat(2_000)}`,
  ];
  const why =
    'Dossier opens only https links, up to 2,000 characters and without a password. Copy this one to open it elsewhere.';
  expect([
    closed.map((href) => whyNotOpened(href, true)),
    closed.map((href) => whyNotOpened(href, false)),
    whyNotOpened('https://example.test/', true),
  ]).toEqual([closed.map(() => why), closed.map(() => null), null]);
});
