import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../support/system/cpu-time.ts';
import { checked, found, othersOf } from './support.ts';

const harbour = { client: 'Harbour Board', assets: ['app.harbour.test', '10.0.0.7'] };
const others = othersOf(harbour, {
  client: 'Contoso Freight GmbH',
  name: 'Gate kiosk "Poseidon"',
  project: 'cf-kiosk-2026',
  assets: [
    'https://portal.contoso.test/login',
    '203.0.114.9',
    '10.0.0.8',
    'srv-db-0417',
    'github.com',
    'app.js',
  ],
});
const hits = (texts: readonly string[]): string[] =>
  texts.filter((description) => found({ description }, {}, others).includes('other-client description'));

describe('what belongs to another client', () => {
  it('is found by name, host, domain, address and project, whatever the case', () => {
    const texts = [
      'As seen at Contoso  Freight last year.',
      'CONTOSO FREIGHT, again',
      'Requests to portal.contoso.test are answered.',
      'Mail to anna@mail.Contoso.test bounced.',
      'The host 203.0.114.9 answers.',
      'The machine SRV-DB-0417 is old.',
      'Copied from cf-kiosk-2026.',
      'Found in gate kiosk "Poseidon" too.',
      'Beyond 漢字.\u{20000}-a\ud800: \u{1d49c}.portal.contoso.test',
    ];
    expect(hits(texts)).toEqual(texts);
  });

  it('names a machine by one word only if that word is long enough to be nobody else', () => {
    const short = othersOf(harbour, {
      client: 'Contoso',
      name: '',
      project: 'x',
      assets: ['web-0417', 'web-041'],
    });
    const texts = ['The machine web-0417 is old.', 'The machine web-041 is old.'];
    expect(
      texts.filter((description) => found({ description }, {}, short).includes('other-client description')),
    ).toEqual(['The machine web-0417 is old.']);
  });

  it('is found behind texts without a blank, in time', () => {
    const blobs = ['QUJD', 'a.', 'a-', '..', '__', '漢字'].map((unit) => unit.repeat(150_000));
    const texts = blobs.map((blob) => `${blob} portal.contoso.test`);
    expect([hits(texts), hits(blobs)]).toEqual([texts, []]);
  });

  it('is not what everybody has: public sites, addresses inside a network, parts of words', () => {
    const texts = [
      'See https://owasp.org/x, github.com and example.com.',
      'The host 10.0.0.8 answers.',
      'notcontoso.test and contoso.tester.io',
      'The freight of Contosox',
      'The file app.js is loaded.',
    ];
    expect(hits(texts)).toEqual([]);
  });

  it('is found in assets, references and requests, and quoted', () => {
    const record = {
      references: ['https://portal.contoso.test/a'],
      requests: [{ request: 'GET / HTTP/1.1\r\nHost: portal.contoso.test\r\n\r\n' }],
    };
    expect(checked(record, {}, others).map(({ field, message }) => [field, message])).toEqual([
      [
        'references',
        'The list of references names "portal.contoso.test", which belongs to another engagement.',
      ],
      ['requests', 'A request names "portal.contoso.test", which belongs to another engagement.'],
    ]);
  });

  it('is nothing that this engagement has itself, and nothing of the same client', () => {
    const shared = othersOf(
      { client: null, assets: ['www.contoso.test'] },
      { client: null, assets: ['portal.contoso.test', 'vpn.fabrikam.test'] },
    );
    const same = othersOf(
      { client: 'Contoso AG', assets: [] },
      { client: 'contoso gmbh', assets: ['portal.contoso.test'] },
    );
    expect([[...shared.hosts], [...shared.domains], [...same.hosts], same.names]).toEqual([
      ['vpn.fabrikam.test'],
      ['fabrikam.test'],
      [],
      [],
    ]);
  });

  it('is told at once where a client has many thousands of blanks in its name', () => {
    const client = `Contoso${' '.repeat(60_000)}Freight`;
    const startMs = cpuMs();
    const { names } = othersOf(harbour, { client, assets: [] });
    const tookMs = cpuMs() - startMs;
    expect([names.map(({ folded }) => folded), tookMs < 500]).toEqual([['contoso freight'], true]);
  });

  it('is no name that says nothing, and of a name of one word its own spelling', () => {
    const generic = othersOf(harbour, { client: 'Test Customer', name: 'Internal network', assets: [] });
    const apple = othersOf(harbour, { client: 'Orchard', assets: [] });
    expect([
      generic.names,
      found({ description: 'An orchard of servers' }, {}, apple),
      found({ description: 'At Orchard we saw the same' }, {}, apple),
    ]).toEqual([[], [], ['other-client description']]);
  });
});

describe('the names of another client', () => {
  const named = (client: string | null, name = '', project = 'x') =>
    othersOf(harbour, { client, name, project, assets: [] }).names.map(({ folded }) => folded);

  it('are its company without the legal form, and work of more than one word', () => {
    expect([
      named(' Contoso  Freight Ltd. '),
      named('Contoso GmbH & Co. KG'),
      named('ACME'),
      named('Abc'),
      named('Abcd'),
      named('2026 Test'),
      named(null),
      named(null, 'Poseidon'),
      named(null, 'Poseidon kiosk'),
      named(null, 'Test of the portal'),
      named(null, '', 'cf-kiosk-2026'),
    ]).toEqual([
      ['contoso freight'],
      ['contoso'],
      [],
      [],
      ['abcd'],
      [],
      [],
      [],
      ['poseidon kiosk'],
      [],
      ['cf-kiosk-2026'],
    ]);
  });

  it('are none of the words that this engagement has in its own names', () => {
    const own = { client: 'Harbour Contoso Board', name: 'Poseidon kiosk', assets: [] };
    expect(othersOf(own, { client: 'Contoso', name: 'Poseidon kiosk', assets: [] }).names).toEqual([]);
    expect(othersOf(own, { client: 'Ontoso', name: 'Kiosk of Poseidon', assets: [] }).names).toHaveLength(2);
  });

  it('of one word are looked for as they are written, and in capitals', () => {
    const orchard = othersOf(harbour, { client: 'Orchard Ltd', assets: [] });
    const texts = ['At Orchard.', 'At ORCHARD.', 'At orchard.', 'At Orchards.', 'AtOrchard.', 'Orchard'];
    expect(
      texts.filter((description) => found({ description }, {}, orchard).includes('other-client description')),
    ).toEqual(['At Orchard.', 'At ORCHARD.', 'Orchard']);
  });

  it('stand in a sentence once, however often and however they are written', () => {
    const orchard = othersOf(harbour, { client: 'Orchard', assets: [] });
    const [message] = checked({ description: 'ORCHARD and Orchard, xOrchard Orchard' }, {}, orchard);
    expect(message?.message).toBe('The description names "Orchard", which belongs to another engagement.');
  });

  it('do not make an engagement of the same client another one', () => {
    const same = (one: string | null, other: string | null) =>
      othersOf({ client: one, assets: [] }, { client: other, assets: ['b.contoso.test'] }).hosts.size === 0;
    expect([
      same('Contoso Ltd', ' contoso'),
      same('Contoso', 'Fabrikam'),
      same(null, null),
      same('Contoso', null),
      same('', ''),
    ]).toEqual([true, false, false, false, false]);
  });

  it('are found beside its hosts, in any place of the finding', () => {
    expect(checked({ title: 'As at Contoso Freight' }, {}, others).map(({ field }) => field)).toEqual([
      'title',
    ]);
    expect(found({ tags: ['Contoso Freight'] }, {}, others)).toEqual(['other-client tags']);
  });
});
