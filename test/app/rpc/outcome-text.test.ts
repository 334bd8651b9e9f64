import { expect, test } from 'vitest';
import { outcomeOf, splitOutcome } from '#app/rpc/outcome-text.ts';

test.each([undefined, 'mara', 'a "name", \\ and more: {"ok":true,"value":1}'])(
  'an outcome for %j is split into the text of its answer and the account',
  (account) => {
    for (const value of ['null', '{"rows":[{"title":"a \\"b\\",\\"value\\":"}]}', '1.0']) {
      const text = outcomeOf(value, account);
      expect(splitOutcome(text)).toEqual(account === undefined ? { value } : { account, value });
      expect(JSON.parse(text)).toEqual({ ok: true, account, value: JSON.parse(value) });
    }
  },
);

test('a failure has no answer to print', () => {
  expect(
    splitOutcome('{"ok":false,"error":{"code":"usage","message":"\\"ok\\":true,\\"value\\":1"}}'),
  ).toBeNull();
});
