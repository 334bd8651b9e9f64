import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { metricsOf, type CvssVersion } from '#domain/finding/cvss/cvss-metrics.ts';
import { ratingOf, vectorIn, withMetric } from '#domain/finding/cvss/cvss-text.ts';

const full31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const full40 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

test('both calculators find their vector in one text, with its score', () => {
  const text = `${full31} ${full40}`;
  const seen = (version: CvssVersion) => {
    const found = vectorIn(text, version);
    return found.kind === 'vector' ? [text.slice(found.start, found.end), found.score, found.missing] : found;
  };
  expect({ three: seen('3.1'), four: seen('4.0') }).toEqual({
    three: [full31, 9.8, []],
    four: [full40, 9.3, []],
  });
});

test('an unfinished vector has no score and names what is missing', () => {
  expect(vectorIn('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/C:H/I:H/A:H', '3.1')).toMatchObject({
    kind: 'vector',
    missing: ['Scope'],
    score: null,
  });
});

test('a vector that is not understood says why and is never changed', () => {
  const broken = [
    'CVSS:3.1/AV:Q/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AV:L',
    'CVSS:3.1/AV:N/ZZ:H',
    'CVSS:3.1/AV:N//AC:L',
    'cvss:3.1/av:n/ac:l',
    'CVSS:3.2/AV:N/AC:L',
    'CVSS:3.1/AV:N:H',
    `x ${'y'.repeat(2_000)} CVSS:3.1/AV:N`,
  ];
  const told = broken.map((text) => {
    const found = vectorIn(text, '3.1');
    return [
      found.kind === 'unreadable' ? found.why : found.kind,
      withMetric(text, '3.1', 'AC', 'H') === text,
    ];
  });
  expect(told).toEqual([
    ['Attack vector (AV) cannot be "Q".', true],
    ['Attack vector (AV) stands twice.', true],
    ['CVSS 3.1 knows no metric "ZZ:H".', true],
    ['It has an empty part.', true],
    ['Its beginning is not written in capital letters.', true],
    ['CVSS 3.2 is not known here.', true],
    ['CVSS 3.1 knows no metric "AV:N:H".', true],
    ['The text is too long for a vector.', true],
  ]);
});

test('choosing a metric changes nothing but that metric', () => {
  expect([
    withMetric('', '3.1', 'AV', 'N'),
    withMetric('see mail of 3 May', '4.0', 'AV', 'N'),
    withMetric(full31, '3.1', 'AC', 'H'),
    withMetric(`(${full31}), agreed`, '3.1', 'E', 'P'),
    withMetric(`${full31}/E:P`, '3.1', 'E', 'X'),
    withMetric('CVSS:3.1/A:H/AV:N', '3.1', 'C', 'L'),
    withMetric('CVSS:3.0/AV:N', '3.1', 'AC', 'L'),
    withMetric(full31, '4.0', 'E', 'X'),
  ]).toEqual([
    'CVSS:3.1/AV:N',
    'see mail of 3 May CVSS:4.0/AV:N',
    full31.replace('AC:L', 'AC:H'),
    `(${full31}/E:P), agreed`,
    full31,
    'CVSS:3.1/C:L/A:H/AV:N',
    'CVSS:3.0/AV:N/AC:L',
    full31,
  ]);
});

test.each(['3.1', '4.0'] as const)(
  'every vector of %s put together metric by metric has a score',
  (version) => {
    const metrics = metricsOf(version);
    const choices = fc.tuple(
      ...metrics.map(({ values }) => fc.constantFrom(...values.map(({ key }) => key))),
    );
    fc.assert(
      fc.property(choices, (chosen) => {
        const vector = metrics.reduce(
          (text, { key }, at) => withMetric(text, version, key, chosen[at] ?? ''),
          '',
        );
        const found = vectorIn(vector, version);
        expect(found).toMatchObject({ kind: 'vector', missing: [], score: cvssScore(vector) });
        expect(cvssScore(vector)).toBeTypeOf('number');
      }),
      { numRuns: 60 },
    );
  },
);

test('ratings begin where the standard says', () => {
  expect([0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map(ratingOf)).toEqual([
    ...['none', 'low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'],
  ]);
});
