import { expect, test } from 'vitest';
import { isWithin, parseAddresses, parseNumberHost, shownAddress } from '#domain/hosts/addresses.ts';

/** The first and the last address of a range. */
function ends(text: string): string | null {
  const range = parseAddresses(text);
  if (range === null) return null;
  return `${shownAddress(range)} ${shownAddress({ ...range, from: range.to })}`;
}

test.each([
  ['10.1.2.3', '10.1.2.3 10.1.2.3'],
  ['255.255.255.255', '255.255.255.255 255.255.255.255'],
  ['10.1.2.3-9', '10.1.2.3 10.1.2.9'],
  ['10.1.2.3-3', '10.1.2.3 10.1.2.3'],
  ['10.1.2.3-10.2.0.0', '10.1.2.3 10.2.0.0'],
  ['10.1.2.3/32', '10.1.2.3 10.1.2.3'],
  ['10.1.2.3/0', '0.0.0.0 255.255.255.255'],
  ['10.1.2.3/255.255.255.255', '10.1.2.3 10.1.2.3'],
  ['10.1.2.3/0.0.0.0', '0.0.0.0 255.255.255.255'],
  ['::1-::9', '::1 ::9'],
  ['2001:db8::1/128', '2001:db8::1 2001:db8::1'],
  ['::ffff:10.1.2.3/96', '0.0.0.0 255.255.255.255'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0 1:2:3:4:5:6:7:0'],
  ['::1:0:0:2', '::1:0:0:2 ::1:0:0:2'],
])('%j goes from and to %j', (text, range) => {
  expect(ends(text)).toBe(range);
});

test.each([
  ...['256.1.1.1', '1.1.1', '1.1.1.1.1', '1.1.1.x', '', '10.1.2.9-3', '10.1.2.9-10.1.2.3', '10.1.2.3-256'],
  ...['10.1.2.3-9-12', '10.1.2.3-::1', '::1-3', '10.1.2.3-x', '10.1.2.3/33', '10.1.2.3/', '10.1.2.3/x'],
  ...['10.1.2.3/1000', '2001:db8::/129', '::1::', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9'],
  ...['1:2:3:4:5:6:7:8::', 'g::', '12345::', '::x', 'x/24', '10.1.2.3/255.255.0.255'],
])('%j is no address', (text) => {
  expect(parseAddresses(text)).toBeNull();
});

test.each([
  ['10.0.0.1', '10.0.0.0/24', true],
  ['10.0.0.0/24', '10.0.0.0/24', true],
  ['10.0.0.255', '10.0.0.0/24', true],
  ['10.0.1.0', '10.0.0.0/24', false],
  ['9.255.255.255', '10.0.0.0/24', false],
  ['10.0.0.0/23', '10.0.0.0/24', false],
  ['::a00:1', '10.0.0.0/24', false],
])('%s lies in %s: %s', (inner, outer, lies) => {
  const [one, other] = [parseAddresses(inner), parseAddresses(outer)];
  expect(one !== null && other !== null && isWithin(one, other)).toBe(lies);
});

test.each([
  ['0x0a090001', '10.9.0.1'],
  ['168361985', '10.9.0.1'],
  ['10.9.1', '10.9.0.1'],
  ['10.589825', '10.9.0.1'],
  ['4294967295', '255.255.255.255'],
  ['255.16777215', '255.255.255.255'],
  ['0377.0.0.01', '255.0.0.1'],
  ['09.0.0.1', '9.0.0.1'],
])('the number %s of a URL is the address %s', (text, address) => {
  const range = parseNumberHost(text);
  expect(range === null ? null : shownAddress(range)).toBe(address);
});

test.each([
  '4294967296',
  '256.1',
  '1.256.1',
  '1.1.1.256',
  '255.16777216',
  '1.2.3.4.5',
  'a.1',
  '1.a',
  '0xg',
  '',
])('%j of a URL is no address in numbers', (text) => {
  expect(parseNumberHost(text)).toBeNull();
});
