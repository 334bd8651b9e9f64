import { describe, expect, it } from 'vitest';
import { coverageOf, scopeOf, unreadPatterns } from '#domain/preflight/scope.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';
import { checked } from './support.ts';

const entries = (what: readonly string[]) => what.map((text) => ({ what: text, note: '' }));
const scope = (inside: readonly string[], outside: readonly string[] = []) =>
  scopeOf({ scopeIn: entries(inside), scopeOut: entries(outside) });

/** Each asset with where it stands; what is excluded, with the entry that says so. */
const standing = (assets: readonly string[], within: ReturnType<typeof scope>) =>
  Object.fromEntries(
    assets.map((asset) => {
      const coverage = coverageOf(asset, within);
      return [asset, coverage.kind === 'excluded' ? `not: ${coverage.by}` : coverage.kind];
    }),
  );

describe('where an asset stands to the scope', () => {
  it('is told by host, by domain and by URL', () => {
    const within = scope(
      ['app.acme.test', '*.shop.acme.test', 'https://Portal.acme.test:8443/login', 'http://intranet/'],
      ['pay.shop.acme.test', 'https://app.acme.test/admin', 'app.acme.test:22'],
    );
    expect(
      standing(
        [
          'app.acme.test',
          'APP.acme.test.',
          'https://app.acme.test/account?x=1#y',
          'app.acme.test:443 (production)',
          'https://app.acme.test/admin/users',
          'https://app.acme.test/administration',
          'app.acme.test:22',
          'eu.shop.acme.test',
          'shop.acme.test',
          'pay.shop.acme.test',
          'portal.acme.test',
          'http://intranet/wiki',
          'www.acme.test',
          'evil-app.acme.test',
        ],
        within,
      ),
    ).toEqual({
      'app.acme.test': 'covered',
      'APP.acme.test.': 'covered',
      'https://app.acme.test/account?x=1#y': 'covered',
      'app.acme.test:443 (production)': 'covered',
      'https://app.acme.test/admin/users': 'not: https://app.acme.test/admin',
      'https://app.acme.test/administration': 'covered',
      'app.acme.test:22': 'not: app.acme.test:22',
      'eu.shop.acme.test': 'covered',
      'shop.acme.test': 'uncovered',
      'pay.shop.acme.test': 'not: pay.shop.acme.test',
      'portal.acme.test': 'covered',
      'http://intranet/wiki': 'covered',
      'www.acme.test': 'uncovered',
      'evil-app.acme.test': 'uncovered',
    });
  });

  it('is told by address, network and range', () => {
    const within = scope(
      ['10.20.0.0/16', '192.0.2.7', '198.51.100.10-20', '203.0.113.5 - 203.0.113.9', '2001:db8:1::/48'],
      ['10.20.30.0/24', '10.20.40.5'],
    );
    expect(
      standing(
        [
          '10.20.1.1',
          'https://10.20.1.1:8443/x',
          '10.20.30.255',
          '10.20.40.5:445',
          '10.20.40.0/24',
          '10.21.0.1',
          '192.0.2.7',
          '192.0.2.8',
          '198.51.100.20',
          '198.51.100.21',
          '203.0.113.6',
          '2001:db8:1:2::9',
          '[2001:db8:1::1]:443',
          '2001:db8:2::1',
          '10.20.1.1, 10.99.1.1',
          '999.1.1.1',
        ],
        within,
      ),
    ).toEqual({
      '10.20.1.1': 'covered',
      'https://10.20.1.1:8443/x': 'covered',
      '10.20.30.255': 'not: 10.20.30.0/24',
      '10.20.40.5:445': 'not: 10.20.40.5',
      '10.20.40.0/24': 'covered',
      '10.21.0.1': 'uncovered',
      '192.0.2.7': 'covered',
      '192.0.2.8': 'uncovered',
      '198.51.100.20': 'covered',
      '198.51.100.21': 'uncovered',
      '203.0.113.6': 'covered',
      '2001:db8:1:2::9': 'covered',
      '[2001:db8:1::1]:443': 'covered',
      '2001:db8:2::1': 'uncovered',
      '10.20.1.1, 10.99.1.1': 'covered',
      '999.1.1.1': 'unknown',
    });
  });

  it('goes by the closer line, and by what is out where both are as close', () => {
    const within = scope(
      ['kept.acme.test', '10.0.0.0/24', 'both.test'],
      ['*.acme.test', '10.0.0.0/8', 'both.test'],
    );
    expect(
      standing(
        ['kept.acme.test', 'x.acme.test', '10.0.0.9', '10.1.0.9', 'both.test', 'http://both.test/x'],
        within,
      ),
    ).toEqual({
      'kept.acme.test': 'covered',
      'x.acme.test': 'not: *.acme.test',
      '10.0.0.9': 'covered',
      '10.1.0.9': 'not: 10.0.0.0/8',
      'both.test': 'not: both.test',
      'http://both.test/x': 'not: both.test',
    });
  });

  it('is left open where nothing can be said', () => {
    const hosts = scope(['app.acme.test', 'Payroll'], ['Old  Mobile app']);
    const networks = scope(['10.0.0.0/8', '']);
    const assets = ['Login page', 'payroll', 'old mobile app', 'config.php', '10.0.0.1', 'x@acme.test', ''];
    expect([
      standing(assets, hosts),
      standing(['dc01.corp.test', 'srv-0417', '10.0.0.1'], networks),
      standing(['app.acme.test'], scope([], ['b.test'])),
      standing(['app.acme.test'], scope([])),
    ]).toEqual([
      {
        'Login page': 'unknown',
        payroll: 'covered',
        'old mobile app': 'not: Old  Mobile app',
        'config.php': 'unknown',
        '10.0.0.1': 'unknown',
        'x@acme.test': 'unknown',
        '': 'unknown',
      },
      { 'dc01.corp.test': 'unknown', 'srv-0417': 'unknown', '10.0.0.1': 'covered' },
      { 'app.acme.test': 'unknown' },
      { 'app.acme.test': 'unknown' },
    ]);
  });
});

it.each(['.', '/'])('an asset with many thousands of %j in a row is placed at once', (sign) => {
  const asset = `https://app.acme.test/${sign.repeat(60_000)}x`;
  const startMs = cpuMs();
  const coverage = coverageOf(asset, scope(['app.acme.test']));
  const tookMs = cpuMs() - startMs;
  expect([coverage, tookMs < 500]).toEqual([{ kind: 'covered' }, true]);
});

describe('assets of a finding', () => {
  it('that are out of scope stop a report, and those that no line names are for the person to judge', () => {
    const asset = ['app.harbour.test', 'old.harbour.test', 'www.harbour.test'];
    const within = scope(['app.harbour.test'], ['old.harbour.test']);
    const said = { finding: 'f1', title: 'Session outlives logout', field: 'asset' };
    expect(checked({ asset }, {}, undefined, within)).toEqual([
      {
        ...said,
        level: 'error',
        code: 'out-of-scope',
        message: '"old.harbour.test" was not to be tested: the scope excludes "old.harbour.test".',
      },
      {
        ...said,
        level: 'warning',
        code: 'not-in-scope',
        message: '"www.harbour.test" is in no line of the agreed scope.',
      },
    ]);
  });
});

describe('one host in whatever spelling', () => {
  it('stands where it stands in any other, in the asset and in the scope', () => {
    const out = ['bücher.kunde.example', '10.9.0.0/16', 'out.kunde.example', '*.out.kunde.example'];
    const assets = [
      'xn--bcher-kva.kunde.example',
      'https://XN--BCHER-KVA.kunde.example:8443/x',
      '::ffff:10.9.0.1',
      '[::ffff:a09:1]:445',
      '\\\\srv.out.kunde.example\\share',
      'admin@out.kunde.example',
    ];
    const within = scope(['*.kunde.example', '10.0.0.0/8'], out);
    expect(Object.values(standing(assets, within))).toEqual([
      'not: bücher.kunde.example',
      'not: bücher.kunde.example',
      'not: 10.9.0.0/16',
      'not: 10.9.0.0/16',
      'not: *.out.kunde.example',
      'not: out.kunde.example',
    ]);
    const spelled = scope(
      ['*'],
      ['xn--bcher-kva.kunde.example', '::ffff:10.9.0.0/112', 'me@out.kunde.example'],
    );
    expect(
      Object.values(
        standing(['bücher.kunde.example', '10.9.7.7', 'out.kunde.example', 'else.example'], spelled),
      ),
    ).toEqual([
      'not: xn--bcher-kva.kunde.example',
      'not: ::ffff:10.9.0.0/112',
      'not: me@out.kunde.example',
      'covered',
    ]);
  });

  it('is found in entries with stars, masks and several places', () => {
    const within = scope(
      ['app-*.acme.test', '10.1.*.*', '10.2.3.x', '10.4.0.0/255.255.0.0', 'a.acme.test, bücher.acme.test'],
      ['.eu.acme.test'],
    );
    expect(
      standing(
        ['app-1.acme.test', 'web-1.acme.test', '10.1.9.9', '10.2.3.4', '10.2.4.4', '10.4.7.7', 'a.acme.test'],
        within,
      ),
    ).toEqual({
      'app-1.acme.test': 'covered',
      'web-1.acme.test': 'uncovered',
      '10.1.9.9': 'covered',
      '10.2.3.4': 'covered',
      '10.2.4.4': 'uncovered',
      '10.4.7.7': 'covered',
      'a.acme.test': 'covered',
    });
    expect(standing(['xn--bcher-kva.acme.test', 'x.eu.acme.test'], within)).toEqual({
      'xn--bcher-kva.acme.test': 'covered',
      'x.eu.acme.test': 'not: .eu.acme.test',
    });
  });

  it('a pattern that is none is named, and nothing else', () => {
    const unread = [
      '10.0.0.0/33',
      '300.1.1.0/24',
      '10.*.5.1',
      '10.0.0.9-10.0.0.1',
      '2001:db8::/129',
      '^.*\\.kunde\\.example$',
      'app?.kunde.example',
      'app[1-3].kunde.example',
      'hosts in 10.0.0.0/40',
    ];
    const fine = [
      ...[
        '*',
        '*.kunde.example',
        'app-*.kunde.example',
        '10.1.*.*',
        '10.0.0.0/24',
        '2001:db8::/48',
        'fe80::1%eth0',
      ],
      ...[
        'Building access',
        'The mobile app (iOS)',
        'https://a.test/x?y=1',
        'srv-db-01',
        '\\\\srv\\share',
        'v1.2',
      ],
      ...[
        'https://*.kunde.example/',
        '203.0.113.5 - 203.0.113.9',
        '[::1]:443',
        'a.test, b.test',
        'SAP <PRD>',
      ],
    ];
    expect([unreadPatterns(entries(unread)), unreadPatterns(entries(fine))]).toEqual([unread, []]);
  });
});

describe('an exclusion and an inclusion of one place', () => {
  it.each([
    [['a.test:8443'], ['a.test'], 'a.test:8443', 'covered'],
    [['a.test'], ['a.test:8443'], 'a.test', 'covered'],
    [['https://a.test/x/y'], ['https://a.test/x'], 'https://a.test/x/y/z', 'covered'],
    [['https://a.test/x'], ['https://a.test/x/y'], 'https://a.test/x/y', 'excluded'],
    [['a.test'], ['a.test'], 'a.test', 'excluded'],
    [['*.a.test'], ['b.a.test'], 'b.a.test', 'excluded'],
    [['b.a.test'], ['*.a.test'], 'b.a.test', 'covered'],
    [['10.0.0.0/24'], ['10.0.0.0/16'], '10.0.0.7', 'covered'],
    [['10.0.0.0/16'], ['10.0.0.0/24'], '10.0.0.7', 'excluded'],
    [['10.0.0.0/24'], ['10.0.0.7'], '10.0.0.7', 'excluded'],
  ])('within %j and without %j: %s is %s', (inside, outside, asset, kind) => {
    expect(coverageOf(asset, scope(inside, outside)).kind).toBe(kind);
  });

  it('of two names in one entry counts for both if it holds nothing else', () => {
    const both = scope(['a.test, b.test', 'the portal c.test and more d.test', '  ']);
    expect(standing(['a.test', 'b.test', 'c.test', 'd.test'], both)).toEqual({
      'a.test': 'covered',
      'b.test': 'covered',
      'c.test': 'covered',
      'd.test': 'uncovered',
    });
  });

  it('is asked of an asset only where the scope names places of its kind, and none of a user', () => {
    expect(standing(['b.test', '10.0.0.1', 'Building'], scope(['a.test']))).toEqual({
      'b.test': 'uncovered',
      '10.0.0.1': 'unknown',
      Building: 'unknown',
    });
    expect(standing(['me@b.test'], scope(['a.test']))).toEqual({ 'me@b.test': 'unknown' });
    expect(standing(['10.0.0.1', 'b.test'], scope(['10.0.1.0/24']))).toEqual({
      '10.0.0.1': 'uncovered',
      'b.test': 'unknown',
    });
  });

  it('says which assets are in no line, and which are excluded by what, in one and in several', () => {
    const said = (asset: string[]) =>
      checked({ asset }, {}, undefined, scope(['a.test'], ['x.test', 'y.test'])).map(({ code, message }) => [
        code,
        message,
      ]);
    expect(said(['a.test'])).toEqual([]);
    expect(said(['x.test', 'b.test'])).toEqual([
      ['out-of-scope', '"x.test" was not to be tested: the scope excludes "x.test".'],
      ['not-in-scope', '"b.test" is in no line of the agreed scope.'],
    ]);
    expect(said(['x.test', 'y.test', 'b.test', 'c.test'])).toEqual([
      ['out-of-scope', '"x.test", "y.test" were not to be tested: the scope excludes "x.test", "y.test".'],
      ['not-in-scope', '"b.test", "c.test" are in no line of the agreed scope.'],
    ]);
    expect(checked({ asset: ['b.test'] }, {}, undefined, scope([], ['x.test']))).toEqual([]);
  });
});
