import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { meaningOf } from '#core/query/meaning.ts';
import { parseQuery } from '#core/query/parse.ts';

const context = { profile: defaultProfile, nowMs: Date.parse('2026-03-10T12:00:00Z') };

/** Where a query is found broken, by the parser or by what its values mean, or null where it is whole. */
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
  ])('is understood: %s', (text) => {
    expect(problem(text)).toBeNull();
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
  ])('%s', (text, place) => {
    expect(pointed(text)).toBe(place);
  });

  it('and names the field that was probably meant', () => {
    expect(problem('sevrity:high')?.message).toBe(
      'There is no field "sevrity" to ask for. Did you mean "severity"?',
    );
    expect(problem('has:remedation')?.message).toBe(
      'A finding has no field "remedation". Did you mean "remediation"?',
    );
    expect(problem('is:conflcit')?.message).toBe('Nothing is ever "conflcit". Did you mean "conflict"?');
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
        if (parsed.kind === 'ok') expect(parsed.query.terms.length === 0).toBe(text.trim() === '');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is bounded: a query of a megabyte is refused, one of 10,000 wildcards is read', () => {
    expect(problem('x '.repeat(500_000))?.at).toBe(10_000);
    expect(problem(`asset:${'a*'.repeat(4_000)}`)).toBeNull();
  });
});
