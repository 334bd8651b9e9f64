import { expect, test } from 'vitest';
import { looksLikeNetwork, matchNetwork } from '#domain/query/network.ts';

/** What a network asks of the assets, in short: `10.0.0.*` for what begins so. */
function asked(network: string): string[] | null {
  return (
    matchNetwork(network)?.map((match) => {
      if (match.kind !== 'condition' || match.condition.kind !== 'text') return match.kind;
      // Entries of a list stand between separators.
      const [, text = '', end] = match.condition.text.split('\u001f');
      return end === undefined ? `${text}*` : text;
    }) ?? null
  );
}

test('a network finds itself and what begins with one of its addresses', () => {
  expect(asked('10.1.2.0/24')).toEqual(['10.1.2.0/24', '10.1.2.*']);
  expect(asked('10.1.2.9/24')).toEqual(['10.1.2.9/24', '10.1.2.*']);
  expect(asked('10.1.3.0/23')).toEqual(['10.1.3.0/23', '10.1.2.*', '10.1.3.*']);
  expect(asked('10.1.2.6/30')).toEqual(['10.1.2.6/30', '10.1.2.4', '10.1.2.5', '10.1.2.6', '10.1.2.7']);
  expect(asked('10.1.2.6/32')).toEqual(['10.1.2.6/32', '10.1.2.6']);
  expect(asked('10.0.0.0/8')).toEqual(['10.0.0.0/8', '10.*']);
  expect(asked('128.0.0.0/1')).toHaveLength(129);
});

test.each(['10.1.2.0', '10.1.2.0/0', '10.1.2.0/33', '256.1.2.0/24', '10.1.2/24', 'a.test/24'])(
  '%s asks for nothing but itself',
  (text) => {
    expect(asked(text)).toBeNull();
  },
);

test('a text has the form of a network also if it is none, but for that of all addresses', () => {
  expect(['10.1.2.0/24', '256.1.2.0/99', '0.0.0.0/0', '10.1.2.0'].map(looksLikeNetwork)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
