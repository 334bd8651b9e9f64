import { expect, test } from 'vitest';
import { labelOf, memberLabel, namesOf } from '#domain/finding/labels/field-labels.ts';
import { foldSeverity, severityAliases, severityKeyOf } from '#domain/finding/labels/severity-names.ts';

test('a field is called by its label, another member by its own name', () => {
  expect([labelOf('asset'), memberLabel('asset'), memberLabel('CVSS'), memberLabel('impact')]).toEqual([
    'Assets',
    'Assets',
    'CVSS',
    'impact',
  ]);
});

test.each([
  [[], ''],
  [['title'], 'title'],
  [['asset', 'CVSS'], 'assets and CVSS'],
  [['title', 'owasp', 'Impact'], 'title, OWASP and Impact'],
])('the members %j are named in a sentence as %j', (members, names) => {
  expect(namesOf(members)).toBe(names);
});

test.each([
  ['Critical', 'critical'],
  [' HIGH ', 'high'],
  ['medium', 'medium'],
  ['Moderate', 'medium'],
  ['low', 'low'],
  ['info', 'info'],
  ['Informational', 'info'],
  ['information', 'info'],
  ['None', 'info'],
  ['very  high', 'unknown'],
  ['', 'unknown'],
])('the severity %j counts as %s', (written, key) => {
  expect(severityKeyOf(written)).toBe(key);
  expect(foldSeverity(written)).toBe(key === 'unknown' ? null : key);
});

test('every alias is known', () => {
  expect(severityAliases.map(foldSeverity)).not.toContain(null);
});
