import { describe, expect, it, test } from 'vitest';
import { parseAddresses, shownAddress } from '#domain/hosts/addresses.ts';
import { canonicalHost, canonicalPieces } from '#domain/hosts/host-name.ts';
import { assetIdentity, bareHost, soleHost } from '#domain/hosts/places.ts';

test.each([
  ['bücher.kunde.example', 'bücher.kunde.example'],
  ['xn--bcher-kva.kunde.example', 'bücher.kunde.example'],
  ['XN--BCHER-KVA.Kunde.Example.', 'bücher.kunde.example'],
  ['bu\u0308cher.kunde.example', 'bücher.kunde.example'],
  ['BÜCHER。kunde．example', 'bücher.kunde.example'],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['xn--fsqu00a.xn--0zwm56d', '例子.测试'],
  ['xn--strae-oqa.example', 'straße.example'],
  ['xn--999999999.example', 'xn--999999999.example'],
  ['xn--.example', '.example'],
  ['plain-host.example', 'plain-host.example'],
])('the name %j is the host %j', (name, host) => {
  expect(canonicalHost(name)).toBe(host);
});

test.each([
  [
    ['', 'a.', 'cme.test.'],
    ['', 'a.', 'cme.test'],
  ],
  [
    ['', '.XN--bcher-kva.example'],
    ['', '.bücher.example'],
  ],
  [
    ['xn--bcher-', '.example'],
    ['xn--bcher-', '.example'],
  ],
])('the pattern of %j is spelled %j', (pieces, spelled) => {
  expect(canonicalPieces(pieces)).toEqual(spelled);
});

describe('one host', () => {
  it.each([
    ['out.kunde.example', 'out.kunde.example'],
    ['OUT.kunde.example.', 'out.kunde.example'],
    ['https://user:p%40ss@out.kunde.example:8443/x?y#z', 'out.kunde.example'],
    ['https://a@b@out.kunde.example/', 'out.kunde.example'],
    ['admin@out.kunde.example', 'out.kunde.example'],
    ['root@out.kunde.example:22', 'out.kunde.example'],
    ['root@out.kunde.example:/etc', 'out.kunde.example'],
    ['mailto:info@out.kunde.example', 'out.kunde.example'],
    ['\\\\out.kunde.example\\share$', 'out.kunde.example'],
    ['\\\\out.kunde.example@SSL@8443\\DavWWWRoot', 'out.kunde.example'],
    ['\\\\?\\UNC\\out.kunde.example\\share', 'out.kunde.example'],
    ['//out.kunde.example/share', 'out.kunde.example'],
    ['smb://out.kunde.example/share', 'out.kunde.example'],
    ['jdbc:mysql://out.kunde.example:3306/db', 'out.kunde.example'],
    ['out.kunde.example\\SQLEXPRESS', 'out.kunde.example'],
    ['out.kunde.example:443 ', 'out.kunde.example'],
    ['https://b%C3%BCcher.kunde.example/', 'bücher.kunde.example'],
    ['https://xn--bcher-kva.kunde.example:443/', 'bücher.kunde.example'],
    ['\\\\SRV1\\c$', 'srv1'],
    ['10.9.0.1', '10.9.0.1'],
    ['::ffff:10.9.0.1', '10.9.0.1'],
    ['::FFFF:0a09:1', '10.9.0.1'],
    ['0:0:0:0:0:ffff:10.9.0.1', '10.9.0.1'],
    ['[::ffff:10.9.0.1]:443', '10.9.0.1'],
    ['http://[::ffff:a09:1]/x', '10.9.0.1'],
    ['64:ff9b::10.9.0.1', '10.9.0.1'],
    ['root@10.9.0.1', '10.9.0.1'],
    ['\\\\10.9.0.1\\c$', '10.9.0.1'],
    ['http://168361985/', '10.9.0.1'],
    ['http://0x0a.0x09.0.1/', '10.9.0.1'],
    ['http://012.011.0.1/', '12.11.0.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['\\\\2001-db8--1.ipv6-literal.net\\c$', '2001:db8::1'],
  ])('%j is %j', (text, host) => {
    expect(soleHost(text)).toBe(host);
  });

  it.each([
    'Building access',
    'srv-db',
    'version 1.2',
    'README.md',
    'a.test, b.test',
    '10.0.0.0/24',
    '',
    '@',
    '\\\\',
  ])('%j names none alone', (text) => {
    expect(soleHost(text)).toBeNull();
  });
});

it('an asset that is a host is the same one in every spelling; a port, a path or a user makes another', () => {
  const same = ['xn--bcher-kva.example', 'BÜCHER.example.', 'bücher.example'].map(assetIdentity);
  expect(new Set(same)).toEqual(new Set(['bücher.example']));
  expect(['::ffff:10.9.0.1', '10.9.0.1'].map(assetIdentity)).toEqual(['10.9.0.1', '10.9.0.1']);
  expect(['a.test:443', 'https://a.test/x', 'me@a.test', '\\\\a.test\\c$'].map(bareHost)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('addresses are read with mask and mapping, and shown in one spelling', () => {
  const shown = (text: string) => {
    const range = parseAddresses(text);
    if (range === null) return null;
    const { version, from, to } = range;
    return [from, to].map((address) => shownAddress({ version, from: address, to: address })).join(' ');
  };
  expect([
    shown('10.9.0.0/255.255.0.0'),
    shown('10.9.0.0/255.0.255.0'),
    shown('::ffff:10.9.0.0/112'),
    shown('::ffff:10.9.0.0/8'),
    shown('::ffff:10.9.0.1-::ffff:10.9.0.9'),
    shown('2001:db8::/32'),
    shown('::'),
    shown('1:0:0:2:0:0:0:3'),
    shown('10.0.0.0/33'),
  ]).toEqual([
    '10.9.0.0 10.9.255.255',
    null,
    '10.9.0.0 10.9.255.255',
    ':: ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '10.9.0.1 10.9.0.9',
    '2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ':: ::',
    '1:0:0:2::3 1:0:0:2::3',
    null,
  ]);
});
