import { expect, test } from 'vitest';
import { serviceProfileSchema } from '#contract/profile.ts';
import { assetsIn, metricsIn, projectsIn } from '#domain/answers/named-reads.ts';

const { reads } = serviceProfileSchema.parse({});
const clients = new Map([['org-1', 'Acme']]);

test('projects are read by the names of the profile, whatever stands beside them', () => {
  const rows = [
    { name: 'web', displayName: 'Web shop', client: 'org-1' },
    { projectName: 'api', client: { id: 'org-2', name: 'Other' } },
    { id: 7 },
    'bare',
    { nothing: true },
    null,
  ];
  expect(projectsIn({ projects: rows, total: 6 }, reads, clients)).toEqual([
    { project: 'web', name: 'Web shop', client: 'Acme' },
    { project: 'api', name: null, client: 'Other' },
    { project: '7', name: null, client: null },
    { project: 'bare', name: null, client: null },
  ]);
  expect([projectsIn('no list', reads, clients), projectsIn({ id: 1 }, reads, clients)]).toEqual([
    null,
    null,
  ]);
});

test('assets are named once each', () => {
  const rows = [{ name: 'a.test' }, { host: 'b.test' }, 'a.test', { nothing: 1 }];
  expect([assetsIn(rows, reads), assetsIn({ id: 1 }, reads)]).toEqual([['a.test', 'b.test'], null]);
});

test('metrics are the values of an answer, under the names that lead to them', () => {
  expect(metricsIn({ findings: 3, bySeverity: { high: 2, low: 1 }, tags: ['a', 'b'], none: null })).toEqual([
    { name: 'findings', value: '3' },
    { name: 'bySeverity · high', value: '2' },
    { name: 'bySeverity · low', value: '1' },
    { name: 'tags', value: 'a, b' },
  ]);
  expect(metricsIn([{ count: 1 }])).toEqual([{ name: '1 · count', value: '1' }]);
});

test.each([
  ['projects/', true],
  ['assets/?project=:project', true],
  ['auth/logout', false],
  ['auth', false],
  ['auth?now=1', false],
  ['AUTH/logout', false],
  ['auth%2flogout', false],
  ['a%75th/logout', false],
  ['projects/%2e%2e/auth/logout', false],
  ['authors/', true],
  ['//elsewhere.test/', false],
  ['https://elsewhere.test/', false],
  ['../up', false],
  ['a/../../b', false],
  ['', false],
])('the path %j of a profile is one that only reads below the address: %s', (projects, fits) => {
  expect(serviceProfileSchema.safeParse({ reads: { projects } }).success).toBe(fits);
});
