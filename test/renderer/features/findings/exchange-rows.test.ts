import { expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { exchangeRows, type ExchangeRow } from '#renderer/features/findings/editor/fields/exchange-rows.ts';

const exchange = (name: string, response = `200 ${name}`): Json => ({ request: `GET /${name}`, response });
const rows = (...names: string[]): readonly ExchangeRow[] =>
  exchangeRows(
    names.map((name) => exchange(name)),
    [],
    null,
  );
/** The rows as keys, each with its request; one that is gone in brackets. */
const told = (given: readonly ExchangeRow[]): string[] =>
  given.map(({ key, entry, gone }) => {
    const text = `${String(key)} ${String((entry as { request: string }).request)}`;
    return gone ? `(${text})` : text;
  });
const after = (was: readonly ExchangeRow[], now: readonly Json[], typedIn: number | null = null): string[] =>
  told(exchangeRows(now, was, typedIn));

it('finds an exchange again while others are removed, added and moved', () => {
  const was = rows('a', 'b', 'c');
  expect([
    after(was, [exchange('b'), exchange('c')], 1),
    after(was, [exchange('new'), exchange('a'), exchange('b'), exchange('c')], 1),
    after(was, [exchange('c'), exchange('b'), exchange('a')], 1),
  ]).toEqual([
    ['1 GET /b', '2 GET /c'],
    ['3 GET /new', '0 GET /a', '1 GET /b', '2 GET /c'],
    ['2 GET /c', '1 GET /b', '0 GET /a'],
  ]);
});

it('takes an exchange that changed at its place for the same one', () => {
  const was = rows('a', 'b');
  expect([
    after(was, [exchange('a'), { request: 'GET /other' }], 1),
    after(was, [exchange('x', '200 a'), exchange('b', '500')], 1),
  ]).toEqual([
    ['0 GET /a', '1 GET /other'],
    ['0 GET /x', '1 GET /b'],
  ]);
});

it('keeps the exchange that is typed in as gone where the list has it no more, at its place', () => {
  const was = rows('a', 'b', 'c');
  const without = [exchange('a'), exchange('c')];
  const gone = exchangeRows(without, was, 1);
  expect([
    told(gone),
    after(was, without),
    after(was, [exchange('a'), exchange('c'), exchange('d')], 1),
    after(was, [], 1),
    after(gone, without, null),
    after(gone, [exchange('a'), exchange('b'), exchange('c')]),
  ]).toEqual([
    ['0 GET /a', '(1 GET /b)', '2 GET /c'],
    ['0 GET /a', '2 GET /c'],
    ['0 GET /a', '(1 GET /b)', '2 GET /c', '3 GET /d'],
    ['(1 GET /b)'],
    ['0 GET /a', '(1 GET /b)', '2 GET /c'],
    ['0 GET /a', '1 GET /b', '2 GET /c'],
  ]);
});

it('lets an exchange without a word go', () => {
  const was = exchangeRows([exchange('a'), { request: '', response: '' }], [], null);
  expect(after(was, [exchange('a')], 1)).toEqual(['0 GET /a']);
});
