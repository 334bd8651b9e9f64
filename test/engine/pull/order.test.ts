import { expect, test } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { RequestOrder } from '#engine/request-order.ts';

const finding = 1 as FindingRow;
const other = 2 as FindingRow;

test('an answer counts while nothing was written', () => {
  const order = new RequestOrder();
  expect(order.mayReplace(finding, order.begin())).toBe(true);
});

test('a request that began before a write, or while it was under way, may show the time before it', () => {
  const order = new RequestOrder();
  const before = order.begin();
  order.writing(finding);
  const during = order.begin();
  expect([before, during].map((startedAt) => order.mayReplace(finding, startedAt))).toEqual([false, false]);
  order.wrote(finding);
  expect([before, during].map((startedAt) => order.mayReplace(finding, startedAt))).toEqual([false, false]);
  expect(order.mayReplace(finding, order.begin())).toBe(true);
});

test('a write on one finding says nothing of another', () => {
  const order = new RequestOrder();
  const before = order.begin();
  order.writing(finding);
  order.wrote(finding);
  expect(order.mayReplace(other, before)).toBe(true);
});
