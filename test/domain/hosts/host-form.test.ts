import { describe, expect, it, test } from 'vitest';
import { domainOf, isHost, isMachine, looksLikeHost, tokensIn } from '#domain/hosts/host-form.ts';

test.each([
  'portal.contoso.test',
  'a.b.xn--p1ai',
  '203.0.114.9',
  '100.63.0.1',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.1',
  ...['171.16.0.1', '192.169.1.1', '191.168.1.1', '169.253.1.1', '168.254.1.1', '101.64.0.1'],
  ...['192.0.3.1', '192.1.2.1', '193.0.2.1', '198.51.101.1', '198.52.100.1', '199.51.100.1'],
  ...['203.1.113.1', '204.0.113.1', '8.8.8.9'],
  'github.com.test',
])('%s is a host of somebody', (name) => {
  expect(isHost(name)).toBe(true);
});

test.each([
  ...['github.com', 'docs.github.com', 'app.js', 'localhost', '1.2.3', '1.2.3.4.5'],
  ...['0.1.2.3', '10.1.2.3', '127.0.0.1', '224.0.0.1', '255.255.255.255', '256.1.1.1'],
  ...['172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '100.64.0.1', '100.127.9.9'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '8.8.8.8', '1.1.1.1'],
  ...['1.256.1.1', '1.1.256.1', '1.1.1.256', 'github.io', 'localhost.localdomain'],
])('%s is nobody\u2019s, or everybody\u2019s', (name) => {
  expect(isHost(name)).toBe(false);
});

test.each([
  ['a.test', true],
  ['a_b-c.test', true],
  ['b\u00fccher.test', true],
  ['a.xn--p1ai', true],
  ['test', false],
  ['a..test', false],
  ['a b.test', false],
  ['a.t', false],
  ['a.t3st', false],
  ['notes.md', false],
  ['', false],
])('%j has the form of a host: %s', (name, is) => {
  expect(looksLikeHost(name)).toBe(is);
});

test.each([
  ['srv-db-0417', true],
  ['web-0417', true],
  ['web-041', false],
  ['srv-db-main', false],
  ['srvdb0417', false],
  ['0417-srv-db', false],
  ['srv--0417', false],
])('%s is a machine of its own name: %s', (name, is) => {
  expect(isMachine(name)).toBe(is);
});

test.each([
  ['a.b.contoso.test', 'contoso.test'],
  ['contoso.test', 'contoso.test'],
  ['a.contoso.co.uk', 'contoso.co.uk'],
  ['a.b.contoso.github.io', 'contoso.github.io'],
  ['203.0.114.9', '203.0.114.9'],
  ['bucket.s3.amazonaws.com', 'bucket.s3.amazonaws.com'],
  ['notamazonaws.com', 'notamazonaws.com'],
])('%s stands in the domain %s', (host, domain) => {
  expect(domainOf(host)).toBe(domain);
});

describe('the words of a text that could be hosts', () => {
  it.each([
    ['a.test', ['a.test']],
    ['see a.test, b-1 and c_d.', ['a.test', 'b-1']],
    ['a.test.', ['a.test']],
    ['.a.test-', ['a.test']],
    ['a..b', ['a..b']],
    ['plain words. here', []],
    ['a. b', []],
    ['https://a.test:80/x-y', ['a.test', 'x-y']],
    ['\u{20000}-a', ['\u{20000}-a']],
    ['a-\u{1f600}b.c', ['b.c']],
    ['a\ud800b.c', ['b.c']],
    ['b.c\udc00', ['b.c']],
    ['', []],
  ])('of %j are %j', (text, tokens) => {
    expect([...tokensIn(text)]).toEqual(tokens);
  });
});
