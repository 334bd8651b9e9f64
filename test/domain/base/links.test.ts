import { expect, test } from 'vitest';
import { readLink } from '#domain/base/links.ts';

test('an address that may be opened outside is told with its host, in the letters that a browser goes by', () => {
  expect(readLink('https://a.test:8443/x?y=1#z')).toEqual({
    host: 'a.test:8443',
    address: 'https://a.test:8443/x?y=1#z',
  });
  expect(readLink('https://b\u00fccher.test')?.host).toBe('xn--bcher-kva.test');
});

test.each([
  'http://a.test/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://mara@a.test/',
  'https://:secret@a.test/',
  'https://mara:secret@a.test/',
  'a.test',
  `https://a.test/${'x'.repeat(2_000)}`,
  `https://a.test/${'\u00fc'.repeat(1_000)}`,
])('%.40s is not opened', (address) => {
  expect(readLink(address)).toBeNull();
});

test('the longest address that is opened has 2,000 characters', () => {
  const longest = `https://a.test/${'x'.repeat(1_985)}`;
  expect([readLink(longest)?.address, readLink(`${longest}x`)]).toEqual([longest, null]);
  expect(readLink(`https://a.test/${'a/../'.repeat(500)}`)).toBeNull();
});
