import { expect, test } from 'vitest';
import { meaningOf } from '#domain/finding/cvss/cvss-meanings.ts';
import { metricsOf } from '#domain/finding/cvss/cvss-metrics.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';

test.each(['3.1', '4.0'] as const)(
  'every value of every metric of %s says what it means, in a sentence',
  (version) => {
    const silent = metricsOf(version).flatMap(({ key, values }) =>
      values.map((value) => meaningOf(version, key, value.key)).filter((text) => !/^[A-Z].+\.$/u.test(text)),
    );
    expect([silent, meaningOf(version, 'AV', 'Q')]).toEqual([[], '']);
  },
);

test('of one metric no two values mean the same', () => {
  const alike = (['3.1', '4.0'] as const).flatMap((version) =>
    metricsOf(version).filter(
      ({ key, values }) =>
        new Set(values.map((value) => meaningOf(version, key, value.key))).size < values.length,
    ),
  );
  expect(alike).toEqual([]);
});

test('a score stands for the severity that the standard names', () => {
  expect([0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map(severityOfScore)).toEqual([
    'info',
    ...['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'],
  ]);
});
