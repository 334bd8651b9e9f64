import { expect, test } from 'vitest';
import { cvssProblem, cvssProblemText } from '#domain/finding/cvss/cvss-problem.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';

const whole = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const other = 'CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const four = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

test.each([
  ['a whole vector', whole, null],
  ['whole vectors of two versions', `${whole} ${four}`, null],
  ['one vector written twice', `${whole} (${whole.toLowerCase()})`, null],
  ['a vector at the end of a sentence', `It is ${whole}.`, null],
  ['a score', '7.5', null],
  ['nothing', '', null],
  ['a half vector', 'CVSS:3.1/AV:N/AC:L', 'half'],
  ['the beginning of a vector', 'CVSS:4.0', 'half'],
  ['a half vector behind a score', '9.8 CVSS:3.1/AV:N', 'half'],
  ['a half vector beside a whole one', `${whole} CVSS:4.0/AV:N`, 'half'],
  ['a broken vector beside a whole one', `CVSS:4.0/AV:Q/AC:L ${whole}`, 'broken'],
  ['a version that does not exist', 'CVSS:5.0/AV:N', 'broken'],
  ['two vectors of one version', `${whole}\n${other}`, 'several'],
  ['a half vector in a member', { score: 9.8, vectorString: 'CVSS:3.1/AV:N' }, 'half'],
  ['a half vector in a list', [whole, 'CVSS:3.1/AV:N'], 'half'],
])('%s', (_name, value, kind) => {
  expect(cvssProblem(value)?.kind ?? null).toBe(kind);
});

test('a half vector is named with what it lacks, and the whole one beside it is scored', () => {
  const text = `${whole} CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H`;
  const problem = cvssProblem(text);
  expect([problem === null ? null : cvssProblemText(problem), cvssScore(text)]).toEqual([
    'The vector "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H" is not whole: it lacks Availability, vulnerable system, Confidentiality, subsequent systems, Integrity, subsequent systems and 1 more.',
    9.8,
  ]);
});
