import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitSeparator } from '#contract/finding/listing.ts';
import { leastScore, similarity, tellingWordsOf, type Compared } from '#domain/finding/similar.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

const word = fc.constantFrom('SQL', 'injection', 'in', 'login', 'the', 'Über', '—', '');
const finding: fc.Arbitrary<Compared> = fc.record({
  title: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  asset: fc.array(fc.constantFrom('a.test', 'A.test', 'b.test'), { maxLength: 3 }),
  cwe: fc
    .subarray(['79', '89'])
    .map((keys) => (keys.length === 0 ? '' : `${unitSeparator}${keys.join(unitSeparator)}${unitSeparator}`)),
});
const plain = (title: string, asset: readonly string[] = [], cwe = ''): Compared => ({ title, asset, cwe });
const key = (name: string): string => `${unitSeparator}${name}${unitSeparator}`;

describe('how alike two findings are', () => {
  it('is the same either way round, between 0 and 100, and 0 exactly where there is no reason', () => {
    fc.assert(
      fc.property(finding, finding, (one, other) => {
        const { score, why } = similarity(one, other);
        expect(similarity(other, one)).toEqual({ score, why });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        if (score >= leastScore) expect(why).not.toEqual([]);
      }),
    );
  });

  it('never falls by something more in common', () => {
    fc.assert(
      fc.property(finding, finding, (one, other) => {
        const before = similarity(one, other).score;
        const shared = similarity(
          { ...one, asset: [...one.asset, 'shared.test'] },
          { ...other, asset: [...other.asset, 'shared.test'] },
        );
        expect(shared.score).toBeGreaterThanOrEqual(before);
        expect(shared.why).toContain('asset');
      }),
    );
  });

  it.each([
    ['the same title in another case', plain('SQL Injection'), plain('sql injection '), ['title']],
    ['most words of it', plain('SQL injection in login form'), plain('Login form: SQL injection'), ['words']],
    [
      'one asset and one weakness',
      plain('Reflected input', ['app.test'], key('79')),
      plain('XSS', ['APP.test'], key('79')),
      ['asset', 'cwe'],
    ],
    [
      'half of the words and the asset',
      plain('Weak TLS ciphers', ['app.test']),
      plain('Weak TLS versions', ['app.test']),
      ['words', 'asset'],
    ],
  ])('is told by %s', (_what, one, other, why) => {
    const found = similarity(one, other);
    expect([found.score >= leastScore, found.why]).toEqual([true, why]);
  });

  it.each([
    ['one asset', plain('Weak TLS', ['app.test']), plain('Open redirect', ['app.test'])],
    ['one weakness', plain('Weak TLS', [], key('79')), plain('Open redirect', [], key('79'))],
    ['filling words', plain('Is not in the', []), plain('The is in not of', [])],
    ['nothing at all', plain(''), plain('')],
  ])('is coincidence by %s alone', (_what, one, other) => {
    expect(similarity(one, other).score).toBeLessThan(leastScore);
  });
});

it('is told at once of two findings with thousands of assets', () => {
  const hosts = (domain: string) => Array.from({ length: 6_000 }, (_, at) => `h${String(at)}.${domain}.test`);
  const startMs = cpuMs();
  const { why } = similarity(
    plain('Weak TLS', hosts('one')),
    plain('Weak TLS', [...hosts('two'), 'H5999.one.test']),
  );
  const tookMs = cpuMs() - startMs;
  expect([why, tookMs < 500]).toEqual([['title', 'asset'], true]);
});

it('leaves out what says nothing, and says nothing twice', () => {
  expect(tellingWordsOf('The SQL injection in the Login: sql!')).toEqual(['sql', 'injection', 'login']);
});
