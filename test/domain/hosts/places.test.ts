import { describe, expect, it, test } from 'vitest';
import { parseAddresses, shownAddress } from '#domain/hosts/addresses.ts';
import { canonicalHost, canonicalPieces } from '#domain/hosts/host-name.ts';
import { assetIdentity, bareHost, placeOf, placesIn, soleHost } from '#domain/hosts/places.ts';

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

it('every place in what a user wrote is found, with its port, its path and whether it is a user', () => {
  const named = placesIn(
    'https://a.test:8443/x/y/?z, me@b.test; Server (10.0.0.1) \u2013 c.test/ and words',
  ).map(({ host, addresses, port, path, isUser }) => [
    host ?? (addresses === null ? null : shownAddress(addresses)),
    port,
    path,
    isUser,
  ]);
  expect(named).toEqual([
    ['a.test', '8443', '/x/y', false],
    ['b.test', null, '', true],
    ['10.0.0.1', null, '', false],
    ['c.test', null, '', false],
  ]);
});

it('a range may be written with blanks around its dash', () => {
  expect(placesIn('10.0.0.1 \u2013 9 10.0.0.3')).toHaveLength(2);
});

it.each([
  ['https://me@a.test/', 'a.test', false],
  ['me@a.test:/etc', 'a.test', true],
  ['\\\\a.test\\share', 'a.test', false],
  ['a.test', 'a.test', false],
])('%j names %j, as a user: %s', (word, host, isUser) => {
  expect(placeOf(word)).toMatchObject({ host, isUser });
});

it.each(['https://a.test:x/', '[::1]x', 'https://', '10.0.0.1/99', '[a.test', 'a:b:c', '\\\\@x'])(
  '%j is no place',
  (word) => {
    expect(placeOf(word)).toBeNull();
  },
);

it('behind a scheme anything is a host, also what cannot be decoded', () => {
  expect([
    placeOf('http://srv1/')?.host,
    placeOf('http://%zz/')?.host,
    placeOf('http://10.0.0.1/99')?.path,
    placeOf('srv1')?.host,
  ]).toEqual(['srv1', '%zz', '/99', undefined]);
});

it.each([
  ['a.test, b.test', null],
  ['a.test?x', null],
  ['a.test#x', null],
  ['plain', null],
  ['', null],
  ['A.test.', 'a.test'],
  ['10.0.0.0/24', null],
])('%j alone is the bare host %j', (text, host) => {
  expect(bareHost(text)).toBe(host);
});

it('an asset that is no host is the same one whatever its blanks', () => {
  expect(['  Building   access ', '10.0.0.0/24 '].map(assetIdentity)).toEqual([
    'Building access',
    '10.0.0.0/24',
  ]);
});

it.each([
  [`xn--${'a'.repeat(63)}-`, true],
  [`xn--${'a'.repeat(62)}-`, false],
  ['xn--\u00e9', true],
  ['xn--a!b', true],
  ['xn--99999999', true],
])('a label %j that is not well formed stays as it is: %s', (label, stays) => {
  expect(canonicalHost(`${label}.test`) === `${label}.test`).toBe(stays);
});

it.each([
  ['xn--maana-pta.test', 'ma\u00f1ana.test'],
  ['xn--ihqwcrb4cv8a8dqg056pqjye.test', '\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587.test'],
  ['xn--3B-ww4c5e180e575a65lsy2b.test'.toLowerCase(), '3\u5e74b\u7d44\u91d1\u516b\u5148\u751f.test'],
  ['xn--n3h.test', '\u2603.test'],
  ['xn--ls8h.test', '\u{1f4a9}.test'],
])('the label in %j is %j', (name, host) => {
  expect(canonicalHost(name)).toBe(host);
});
