import { describe, expect, it } from 'vitest';
import { roadmapRows } from '#domain/deliverable/management/roadmap.ts';

const findings = [
  { id: 'a', severity: 'critical', measure: 'Bind parameters.' },
  { id: 'b', severity: 'medium', measure: 'End sessions.' },
  { id: 'c', severity: 'low', measure: 'bind  parameters' },
  { id: 'd', severity: 'low', measure: '' },
  { id: 'e', severity: 'low', measure: '' },
] as const;
const entry = { measure: '', effort: '', when: '' } as const;

describe('the roadmap', () => {
  it('has one row for findings with an equal measure, with the worst of their severities', () => {
    const rows = roadmapRows(findings, []).map(({ measure, priority, findings: fixed }) => [
      measure,
      priority,
      fixed.map(({ id }) => id).join(),
    ]);
    expect(rows).toEqual([
      ['Bind parameters.', 'critical', 'a,c'],
      ['End sessions.', 'medium', 'b'],
      ['', 'low', 'd'],
      ['', 'low', 'e'],
    ]);
  });

  it('says what was written by hand: of a row the greatest effort, and when the worst finding is due', () => {
    const given = [
      { ...entry, finding: 'c', effort: 'low', when: 'Later' },
      { ...entry, finding: 'a', effort: 'high', when: '' },
      { ...entry, finding: 'd', measure: 'End sessions', when: ' ' },
      { ...entry, finding: 'gone', measure: 'Nothing' },
    ] as const;
    const rows = roadmapRows(findings, given).map(({ findings: fixed, effort, when }) => [
      fixed.map(({ id }) => id).join(),
      effort,
      when,
    ]);
    expect(rows).toEqual([
      ['a,c', 'high', 'Later'],
      ['b,d', null, null],
      ['e', null, null],
    ]);
  });
});
