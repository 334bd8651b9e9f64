import { expect, it } from 'vitest';
import { assetTable, matrixTable, refValue, retestTable } from '#report/document/text/plain-tables.ts';
import { wordsOf } from '#report/languages/index.ts';

const words = wordsOf('en');
const ref = {
  target: 'finding-1',
  number: 'H1',
  title: 'Weak cipher',
  severity: 'high',
  severityText: 'High',
  cvss: '',
} as const;
const { target: _target, ...unprinted } = ref;

it('a finding leads to itself if it is printed', () => {
  expect([refValue(ref), refValue(unprinted)]).toEqual([
    { text: 'H1 Weak cipher', target: 'finding-1' },
    { text: 'H1 Weak cipher' },
  ]);
});

it('findings stand against assets with a cross where they meet', () => {
  const { columns, rows } = matrixTable(
    {
      kind: 'matrix',
      columns: [{ text: 'a.test' }, { text: 'b.test' }],
      rows: [{ ref, cells: [true, false] }],
    } as never,
    words,
  );
  expect([columns.map(({ title }) => title), rows]).toEqual([
    ['Finding', 'a.test', 'b.test'],
    [[[{ text: 'H1 Weak cipher', target: 'finding-1' }], [{ text: '×' }], []]],
  ]);
});

it('every asset stands with its findings', () => {
  const { columns, rows } = assetTable(
    { kind: 'assets', rows: [{ asset: { text: 'a.test' }, findings: [ref, unprinted] }] } as never,
    words,
  );
  expect([columns.map(({ title }) => title), rows]).toEqual([
    ['Asset', 'Findings'],
    [[[{ text: 'a.test' }], [{ text: 'H1 Weak cipher', target: 'finding-1' }, { text: 'H1 Weak cipher' }]]],
  ]);
});

it('a retest has a column for each round, with its days if it has any', () => {
  const { columns, rows } = retestTable(
    {
      kind: 'retest',
      rounds: [
        { name: 'First', period: '' },
        { name: 'Second', period: '5 March 2026' },
      ],
      rows: [{ ref, cells: [{ text: 'Fixed' }, null] }],
    } as never,
    words,
  );
  expect([columns.map(({ title }) => title), rows]).toEqual([
    ['Finding', 'Severity', 'First', 'Second (5 March 2026)'],
    [[[{ text: 'H1 Weak cipher', target: 'finding-1' }], [{ text: 'High' }], [{ text: 'Fixed' }], []]],
  ]);
});
