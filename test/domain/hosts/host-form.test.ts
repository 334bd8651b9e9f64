import { expect, test } from 'vitest';
import { isHost } from '#domain/hosts/host-form.ts';

test.each([
  'portal.contoso.test',
  'a.b.xn--p1ai',
  '203.0.114.9',
  '100.63.0.1',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.1',
])('%s is a host of somebody', (name) => {
  expect(isHost(name)).toBe(true);
});

test.each([
  ...['github.com', 'docs.github.com', 'app.js', 'localhost', '1.2.3', '1.2.3.4.5'],
  ...['0.1.2.3', '10.1.2.3', '127.0.0.1', '224.0.0.1', '255.255.255.255', '256.1.1.1'],
  ...['172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '100.64.0.1', '100.127.9.9'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '8.8.8.8', '1.1.1.1'],
])('%s is nobody\u2019s, or everybody\u2019s', (name) => {
  expect(isHost(name)).toBe(false);
});
