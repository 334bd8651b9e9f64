import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '#domain/query/parse.ts';
import { quoted } from '#domain/query/quoted.ts';
import { completionsOf, isUnfinished } from '#renderer/features/findings/list/completion.ts';

const values = {
  severities: ['critical', 'high', 'medium', 'low', 'info'],
  statuses: ['open', 'pending retest', 'closed'],
  tags: ['xss', 'a,b', 'quote"d'],
  assets: ['www.acme.test', 'https://acme.test:8443/x'],
  people: ['Mara Lindqvist'],
  tools: ['nessus', 'nuclei'],
};

const characters = fc.constantFrom(...'ab "\\,*:-<>=é\n\t日');

function unfinished(marked: string): boolean {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return isUnfinished(text, caret, completionsOf(text, caret, values));
}

/** What a query with `|` at its caret may go on with: the whole query after each choice. */
function after(marked: string): string[] {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return completionsOf(text, caret, values).map(
    ({ insert, from, to }) => text.slice(0, from) + insert + text.slice(to),
  );
}

it.each([
  'sev|',
  '-|',
  'tag:x|',
  'tag:xss asset:www|',
  'severity:|',
  'severity:>=|',
  'severity:high,|',
  'title:|',
  '"cross si|',
  'title:"a \\" b|',
  'login OR|',
  'login OR |',
  'login AND |',
  'NOT |',
])('a term may still become another one while it is typed: %s', (marked) => {
  expect(unfinished(marked)).toBe(true);
});

it.each(['|', 'login|', 'login |', 'tag:xss|', 'tag:XSS|', 'severity:hgh|', '"cross site"|', 'tag:zzz|'])(
  'a term is what it is: %s',
  (marked) => {
    expect(unfinished(marked)).toBe(false);
  },
);

describe('the query field offers', () => {
  it('every field where a term begins', () => {
    expect(after('|').slice(0, 3)).toEqual(['title:', 'severity:', 'status:']);
    expect(after('xss |').length).toBe(16);
  });

  it('the fields that begin as was typed, behind an exclusion too', () => {
    expect(after('sta|')).toEqual(['status:', 'state:']);
    expect(after('-s|')).toEqual(['-severity:', '-status:', '-state:']);
    expect(after('xss statu| tag:xss')).toEqual(['xss status: tag:xss']);
  });

  it('the values of a field, those that begin so first', () => {
    expect(after('severity:|')).toEqual(values.severities.map((name) => `severity:${name}`));
    expect(after('severity:i|')).toEqual(
      ['info', 'critical', 'high', 'medium'].map((name) => `severity:${name}`),
    );
    expect(after('is:co|')).toEqual(['is:conflict']);
    expect(after('has:rem|')).toEqual(['has:remediation']);
    expect(after('from:n|')).toEqual(['from:nessus', 'from:nuclei', 'from:none']);
  });

  it('a value behind a comparison, a comma and an exclusion', () => {
    expect(after('severity:>=med|')).toEqual(['severity:>=medium']);
    expect(after('severity:high,cr|')).toEqual(['severity:high,critical']);
    expect(after('-status:cl| xss')).toEqual(['-status:closed xss']);
  });

  it('comparisons for scores and moments', () => {
    expect(after('cvss:|')).toEqual(['cvss:>=9', 'cvss:>=7', 'cvss:>=4']);
    expect(after('updated:<7|')).toEqual(['updated:<7d']);
  });

  it('a value in quotes where it would be read as something else', () => {
    expect(after('status:pend|')).toEqual(['status:"pending retest"']);
    expect(after('status:"pending r|')).toEqual(['status:"pending retest"']);
    expect(after('tag:a|')).toEqual(['tag:"a,b"']);
    expect(after('tag:quo|')).toEqual(['tag:"quote\\"d"']);
  });

  it('nothing inside a quoted text, for an unknown field, or where the value is whole', () => {
    expect([
      after('"severity:|'),
      after('nonsense:|'),
      after('severity:medium|'),
      after('status:"open"|'),
    ]).toEqual([[], [], [], []]);
  });

  it('only what the query language can read', () => {
    fc.assert(
      fc.property(
        fc.array(characters).map((all) => all.join('')),
        (value) => {
          fc.pre(value.trim() !== '');
          const parsed = parseQuery(`tag:${quoted(value)}`);
          const test = parsed.kind === 'ok' ? parsed.query.alternatives[0]?.[0]?.test : undefined;
          expect(test?.kind === 'field' ? test.values.map(({ pieces }) => pieces) : parsed).toEqual([
            [value],
          ]);
        },
      ),
    );
  });
});
