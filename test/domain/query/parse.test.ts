import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { meaningOf } from '#domain/query/meaning.ts';
import { parseQuery } from '#domain/query/parse.ts';

const context = { profile: defaultProfile, nowMs: Date.parse('2026-03-10T12:00:00Z') };

/** Where a query is found broken, by the parser or by what its values mean, or null if it is whole. */
function problem(text: string): { message: string; at: number } | null {
  const parsed = parseQuery(text);
  const result = parsed.kind === 'broken' ? parsed : meaningOf(parsed.query, context);
  return result.kind === 'broken' ? { message: result.message, at: result.at } : null;
}

/** The part of the query that a problem points at. */
function pointed(text: string): string {
  const found = problem(text);
  expect(found).not.toBeNull();
  return text.slice(found?.at);
}

describe('a query that is whole', () => {
  it.each([
    '',
    '   ',
    'login',
    '"a phrase"',
    'severity:high',
    'severity:>=medium',
    'severity:high,critical',
    'SEVERITY:High',
    'status:open',
    'asset:*.acme.test',
    'tag:xss',
    'cvss:>=7',
    'cvss:9.8',
    'is:candidate',
    'is:queued,conflict',
    'is:gone',
    'has:remediation',
    'has:cvss',
    'updated:<7d',
    'updated:>=2026-03-01',
    'updated:2026-03-01T10:00Z',
    '-is:private -"false positive"',
    'title:"a b, c",other',
    'tag:a\\,b',
    '10.0.0.1:8080',
    '<script>alert(1)</script>',
    'sql*',
    'id:F-1 cwe:CWE-79 owasp:A03',
    'severity:weird',
    'sql AND search',
    'severity:high AND NOT status:closed',
    'NOT severity:high',
    'severity>=high',
    '-severity=high',
    'cvss\u22657',
    'severity:\u2264medium',
    'severity\uff1ahigh',
    '\u201csql injection\u201d',
    'severity:\u00abhigh\u00bb',
    '\u2013severity:low',
    '\u2212login',
    'cvss:8.0,9.0',
    'severity:high,medium severity:medium,low',
    "can't",
    '<title>',
    '?id=5',
    'login or',
    'note',
    'asset:"a;b"',
    'asset:a\\;b',
    '"this OR that"',
    'Cross-site scripting (XSS)',
    'PROGRA~1',
    'price 1,5',
    'state in cookie',
    'title:Why?',
    'asset:https://a.example/x?id=1',
    'title:/p?q=1',
    'tag:need\\?',
    'asset:10.0.0.0/22',
    'In the login, SQL',
    '#1234',
    'tag:a tag:b asset:c asset:d',
    '-severity:high severity:low',
    'severity:high -severity:low',
    '-severity:high -severity:low',
  ])('is understood: %s', (text) => {
    expect(problem(text)).toBeNull();
  });
});

describe('OR', () => {
  it.each([
    ['a b OR c', [['a', 'b'], ['c']]],
    [
      'a AND b OR c AND d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a or -b || NOT c', [['a'], ['-b'], ['-c']]],
    ['a OR b c OR d', [['a'], ['b', 'c'], ['d']]],
    ['"a OR b" c', [['a or b', 'c']]],
    ['severity:low OR severity:high', [['severity'], ['severity']]],
    ['login or', [['login', 'or']]],
    ['or login', [['or', 'login']]],
    ['', [[]]],
  ])('parts what is met as a whole: %s', (text, terms) => {
    const parsed = parseQuery(text);
    if (parsed.kind === 'broken') throw new Error(parsed.message);
    const named = parsed.query.alternatives.map((all) =>
      all.map(
        ({ negated, test }) =>
          (negated ? '-' : '') + (test.kind === 'field' ? test.field : test.test.words.join(' ')),
      ),
    );
    expect(named).toEqual(terms);
  });
});

describe('a broken query points at the place', () => {
  it.each([
    ['sevrity:high', 'sevrity:high'],
    ['login sevrity:high', 'sevrity:high'],
    ['-foo:bar', 'foo:bar'],
    ['http://host', 'http://host'],
    ['login "never closed', '"never closed'],
    ['title:"never closed', '"never closed'],
    ['severity:', ''],
    ['severity: high', ' high'],
    ['severity:high,,low', ',low'],
    ['severity:high,', ''],
    ['severity:>=', ''],
    ['severity:>=hihg', 'hihg'],
    ['status:>=open', '>=open'],
    ['cvss:high', 'high'],
    ['cvss:>=', ''],
    ['is:hapy', 'hapy'],
    ['is:queued,conflcit', 'conflcit'],
    ['has:remedation', 'remedation'],
    ['has:*', '*'],
    ['updated:<7x', '7x'],
    ['updated:2026-13-45', '2026-13-45'],
    ['login -', '-'],
    ['login - xss', '- xss'],
    ['"a"b', 'b'],
    ['a"b"', '"b"'],
    ['title:"a"b', 'b'],
    ['*', '*'],
    ['*.acme.test', '*.acme.test'],
    ['""', '""'],
    ['OR library', 'OR library'],
    ['library OR', 'OR'],
    ['AND library', 'AND library'],
    ['library AND', 'AND'],
    ['a AND OR b', 'AND OR b'],
    ['a OR AND b', 'OR AND b'],
    ['a OR OR b', 'OR OR b'],
    ['a OR -', '-'],
    ['a OR (b c)', '(b c)'],
    ['severity:low OR severity:high severity:low', 'severity:low'],
    ['NOT', 'NOT'],
    ['NOT -library', 'NOT -library'],
    ['not severity:high', 'not severity:high'],
    ['NOT(severity:high)', '(severity:high)'],
    ['(severity:high)', '(severity:high)'],
    ['-(severity:high)', '(severity:high)'],
    ['!severity:high', '!severity:high'],
    ['--severity:low', '-severity:low'],
    ['+login', '+login'],
    ['!login', '!login'],
    ["'sql injection'", "'sql injection'"],
    ["title:'sql injection'", "'sql injection'"],
    ['severity >=high', ' >=high'],
    ['severity >= high', ' >= high'],
    ['>= high', '>= high'],
    ['severity!=high', '!=high'],
    ['severity==high', '==high'],
    ['cvss:=>7', '=>7'],
    ['sevrity>=high', 'sevrity>=high'],
    ['-stat=open', 'stat=open'],
    ['severity:high;low', ';low'],
    ['tag:xss|sqli', '|sqli'],
    ['status:open, closed', ' closed'],
    ['tag:-xss', '-xss'],
    ['tag:!xss', '!xss'],
    ['tag:(xss,sqli)', '(xss,sqli)'],
    ['severity:high severity:low', 'severity:low'],
    ['status:open status:closed', 'status:closed'],
    ['cvss:>=8,9', '8,9'],
    ['cvss:7,5', '7,5'],
    ['cvss:"7,5"', '"7,5"'],
    ['cvss:11', '11'],
    ['"sql injection\u201d', '"sql injection\u201d'],
    ['-(xss)', '(xss)'],
    ['(xss sql)', '(xss sql)'],
    ['( severity:high )', '( severity:high )'],
    ['severity in (high, low)', ' in (high, low)'],
    ['-severity IN (high)', ' IN (high)'],
    ['severity NOT IN (high)', ' NOT IN (high)'],
    ['status is open', ' is open'],
    ['title like sql', ' like sql'],
    ['cvss BETWEEN 7 AND 9', ' BETWEEN 7 AND 9'],
    ['-title~xss', 'title~xss'],
    ['title !~ xss', ' !~ xss'],
    ['title:~xss', '~xss'],
    ['-NOT xss', 'NOT xss'],
    ['-xss|sql', 'xss|sql'],
    ['xss,sql', 'xss,sql'],
    ['-xss, -sql', 'xss, -sql'],
    ['severity:high , low', ', low'],
    ['xss~2', 'xss~2'],
    ['x?s', 'x?s'],
    ['-title:x?s', 'x?s'],
    ['-tag:keep?', 'keep?'],
    ['title:%xss%', '%xss%'],
    ['-#keep', '#keep'],
    ['+"sql injection"', '+"sql injection"'],
    ['severity:high..critical', 'high..critical'],
    ['cvss:[7 TO 10]', '[7 TO 10]'],
    ['updated>2026-02-30', '2026-02-30'],
    ['updated>2026-02-30T10:00', '2026-02-30T10:00'],
  ])('%s', (text, place) => {
    expect(pointed(text)).toBe(place);
  });

  it('and names the field that was probably meant', () => {
    expect(problem('sevrity:high')?.message).toBe('Unknown field "sevrity". Did you mean "severity"?');
    expect(problem('has:remedation')?.message).toBe(
      'Unknown field "remedation". Did you mean "remediation"?',
    );
    expect(problem('is:conflcit')?.message).toBe('Unknown state "conflcit". Did you mean "conflict"?');
  });

  it('and says what to write instead', () => {
    expect(problem('severity:high severity:low')?.message).toContain('write severity:high,low');
    expect(problem('cvss:>=8,9')?.message).toContain('cvss:>=8.9 for one');
    expect(problem('cvss:"7,5"')?.message).toContain('write 7.5');
    expect(problem('severity!=high')?.message).toContain('-severity:value');
    expect(problem('cvss:7..9')?.message).toContain('cvss:>=7 cvss:<=9');
    expect(problem('cvss:[7')?.message).toContain('cvss:>=value cvss:<=value');
    expect(problem('#keep')?.message).toContain('by tag:keep;');
    expect(problem('severity:high+')?.message).toContain('severity:>=high');
    expect(problem('is:open')?.message).toContain('Write status:open');
    expect(problem('ip:10.0.0.5')?.message).toContain('Write asset:value');
    expect(problem('no:remediation')?.message).toContain('-has:remediation');
    expect(problem('severity: high')?.message).toContain('without a blank');
    expect(problem('tag:""')?.message).toContain('-has:tags');
  });

  it.each([
    ['--severity:low', 'One - is enough to exclude what follows it'],
    ['!severity:high', 'Use - to exclude, not "!"'],
    ['+severity:high', 'Use - to exclude, not "+"'],
    ['xss (severity:high', 'Parentheses are not supported. Use severity:one,other'],
    ['xss {severity:high', 'Parentheses are not supported. Use severity:one,other'],
    ['(xss OR sql) tag:web', 'Parentheses are not supported. Use tag:one,other, or quote the text'],
    ['a AND (b OR c)', 'Parentheses are not supported. Use tag:one,other, or quote the text'],
    ['xss|sql', 'Use one OR other, or title:one,other'],
    ['+login', 'Remove the +: every word is required already'],
    ['!login', 'Use - to exclude: -severity:info'],
    ['library OR', 'OR needs a term before and after it, or quotes'],
    ['and OR b AND', 'AND needs a term before and after it, or quotes'],
    ['not severity:high', 'Use - to exclude: -severity:high, or quote the word'],
    ["'sql injection'", 'A phrase stands in double quotes: "like this"'],
    ['severity >=high', 'Field, sign and value stand together, without blanks: severity:value; '],
    ['severity in (high)', 'Field, sign and value stand together: severity:value, or severity:one,other; '],
    ['tag:-xss', 'To exclude, write the - before the field: -tag:value'],
    ['tag:!xss', '"!" is no comparison of a query; a - before the field excludes: -tag:value'],
    ['tag:{xss}', 'Parentheses are not supported. Use tag:one,other, or quote the value'],
  ])('and says of %s: %s', (text, message) => {
    expect(problem(text)?.message.startsWith(message)).toBe(true);
  });

  it.each([
    "'sql injection",
    "it's fine",
    "rock 'n roll",
    '+1',
    'severity',
    'severity alone',
    'id:-1',
    'and library',
    'library and',
    'or',
    'library & banner',
  ])('is not: %s', (text) => {
    expect(problem(text)).toBeNull();
  });

  it('and names the value that was probably meant, of the profile or of the engagement', () => {
    const held = (): readonly string[] => ['Retest', 'weird'];
    const told = (text: string): string | null => {
      const parsed = parseQuery(text);
      const result = parsed.kind === 'broken' ? parsed : meaningOf(parsed.query, { ...context, held });
      return result.kind === 'broken' ? result.message : null;
    };
    expect(told('severity:hihg')).toBe('Unknown severity "hihg". Did you mean "high"?');
    expect(told('-severity:hgih')).toBe('Unknown severity "hgih". Did you mean "high"?');
    expect(told('severity:crit')).toBe('Unknown severity "crit". Did you mean "critical"?');
    expect(told('severity:hi')).toContain('Known: critical, high');
    expect(told('severity:zz*')).toContain('Unknown severity "zz*"');
    expect(told('status:opne')).toBe('Unknown status "opne". Did you mean "open"?');
    expect(told('status:rtest')).toBe('Unknown status "rtest". Did you mean "Retest"?');
    const whole = [
      'severity:weird',
      'status:RETEST',
      'severity:informational',
      'severity:mod*',
      'severity:>=moderate',
    ];
    expect(whole.map(told)).toEqual(whole.map(() => null));
  });

  it('and lists the fields where nothing comes close', () => {
    expect(problem('zzzzzz:1')?.message).toContain('Known fields: title, severity, status, asset');
  });
});

describe('any text at all', () => {
  const part = fc.constantFrom(
    ...['severity', 'is', 'has', 'updated', 'cvss', 'title', 'gone', 'high', 'foo'],
    ...[':', ',', '-', '"', '\\', '*', ' ', '>', '>=', '<', '=', '7d', '7', '\u0000', '\ud800', 'ß', '漢'],
  );
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
  );

  it('is understood or broken at a place inside the text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const found = problem(text);
        if (found === null) return;
        expect(Number.isInteger(found.at)).toBe(true);
        expect(found.at).toBeGreaterThanOrEqual(0);
        expect(found.at).toBeLessThanOrEqual(text.length);
        expect(found.message).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never matches everything unless it is blank', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseQuery(text);
        if (parsed.kind === 'ok')
          expect(parsed.query.alternatives.flat().length === 0).toBe(text.trim() === '');
      }),
      { numRuns: 2_000 },
    );
  });

  it('has at most as many terms as are asked of a store at once', () => {
    const terms = (count: number): string =>
      Array.from({ length: count }, (_, at) => `w${String(at)}`).join(' ');
    expect(problem(terms(100))).toBeNull();
    expect(problem(terms(101))).toEqual({
      message: 'A query has at most 100 terms',
      at: terms(100).length + 1,
    });
  });

  it('is bounded: a query of a megabyte is refused, one of 10,000 wildcards is read', () => {
    expect(problem('x '.repeat(500_000))?.at).toBe(10_000);
    expect(problem(`asset:${'a*'.repeat(4_000)}`)).toBeNull();
  });
});
