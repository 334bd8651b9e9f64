import { expect, test } from 'vitest';
import { reportFormats } from '#contract/deliverable/choices.ts';
import { formatNamed, formatOfPath, isReadable } from '#domain/deliverable/formats.ts';

test.each([
  ['pdf', 'pdf'],
  ['PDF', 'pdf'],
  ['docx', 'docx'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xlsx', 'xlsx'],
  ['csv', 'csv'],
  ['json', 'json'],
  ['md', 'markdown'],
  ['Markdown', 'markdown'],
  ['jira', 'jira'],
  ['GitHub', 'github'],
  ['doc', null],
  ['', null],
])('the name %j means the format %j', (name, format) => {
  expect(formatNamed(name)).toBe(format);
});

test.each([
  ['/work/report.v2.PDF', 'pdf'],
  ['C:\\work\\report.md', 'markdown'],
  ['/work.pdf/report', null],
  ['C:\\work.pdf\\report', null],
  ['/work/t.Jira.csv', 'jira'],
  ['/work/t.github.json', 'github'],
  ['/work/t.github.csv', 'csv'],
  ['/work/.jira.csv', 'jira'],
  ['/jira/t.csv', 'csv'],
  ['report', null],
  ['report.', null],
  ['report.txt', null],
])('the path %j names the format %j', (path, format) => {
  expect(formatOfPath(path)).toBe(format);
});

test('four formats are to be read, the others are lists for programs', () => {
  expect(reportFormats.filter(isReadable)).toEqual(['pdf', 'docx', 'html', 'markdown']);
});
