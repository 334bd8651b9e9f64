import { expect, it } from 'vitest';
import { scopeEntries } from '#domain/engagement/scope-lines.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

it('lines of a scope become entries with their notes, as people paste them', () => {
  const text = [
    'app.acme.test',
    '  - *.shop.acme.test\tThe shop ',
    '',
    '* 10.0.0.0/8, 10.1.1.1;192.0.2.1-9',
    'portal.acme.test # behind the VPN',
    'Payroll, the old one \u2013 until March',
    'https://app.acme.test/a-b?x=1,2',
    'site-a.acme.test',
  ].join('\r\n');
  expect(scopeEntries(text).map(({ what, note }) => [what, note])).toEqual([
    ['app.acme.test', ''],
    ['*.shop.acme.test', 'The shop'],
    ['10.0.0.0/8', ''],
    ['10.1.1.1', ''],
    ['192.0.2.1-9', ''],
    ['portal.acme.test', 'behind the VPN'],
    ['Payroll, the old one', 'until March'],
    ['https://app.acme.test/a-b?x=1,2', ''],
    ['site-a.acme.test', ''],
  ]);
});

it('a pasted line with many thousands of blanks is read at once', () => {
  const line = `app.acme.test${' '.repeat(40_000)}x # a note`;
  const startMs = cpuMs();
  const entries = scopeEntries(line);
  const tookMs = cpuMs() - startMs;
  expect(entries).toEqual([{ what: line.slice(0, -' # a note'.length), note: 'a note' }]);
  expect(tookMs).toBeLessThan(500);
});
