import { expect, test } from 'vitest';
import { generateFindings } from '#sample/data/generator.ts';

test('the same seed gives the same findings, and a longer run begins with the shorter', () => {
  const short = [...generateFindings(42, 300, { candidateShare: 0.1 })];
  expect([...generateFindings(42, 500, { candidateShare: 0.1 })].slice(0, 300)).toEqual(short);
});

test('another seed gives other findings', () => {
  const bodies = (seed: number): unknown[] => [...generateFindings(seed, 50)].map(({ body }) => body);
  expect(bodies(1)).not.toEqual(bodies(2));
});

test('ids are unique within and between seeds', () => {
  const ids = [1, 2, 2 ** 32 - 1].flatMap((seed) => [...generateFindings(seed, 1_000)].map(({ id }) => id));
  expect(new Set(ids).size).toBe(3_000);
});

test('candidates come in the share that is asked for, public ones and private ones', () => {
  const kinds = [...generateFindings(3, 2_000, { candidateShare: 0.3 })].map(({ candidate }) => candidate);
  const count = (kind: string | undefined): number => kinds.filter((each) => each === kind).length;
  expect(count('public') + count('private')).toBeGreaterThan(500);
  expect(count('public') + count('private')).toBeLessThan(700);
  expect(count('private')).toBeGreaterThan(100);
  expect([...generateFindings(3, 500)].every(({ candidate }) => candidate === undefined)).toBe(true);
});

test('no placeholder is left in any text', () => {
  const text = JSON.stringify([...generateFindings(9, 2_000)]);
  expect(text).not.toMatch(/\{(host|path|param|user|version|number)\}/);
});
