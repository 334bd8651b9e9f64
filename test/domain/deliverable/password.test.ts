import { expect, test } from 'vitest';
import { preparedPassword } from '#domain/deliverable/password.ts';

test.each([
  ['Winter harbour', 'Winter harbour'],
  ['Winter\u00a0harbour\u3000x', 'Winter harbour x'],
  ['win\u00adter\u200b', 'winter'],
  ['\ufb01n\u2460', 'fin1'],
  ['u\u0308', '\u00fc'],
  ['100 % %41', '100 % %41'],
  ['x'.repeat(127), 'x'.repeat(127)],
  ['\u00fc'.repeat(63), '\u00fc'.repeat(63)],
])('the password %j is compared as %j', (given, password) => {
  expect(preparedPassword(given)).toEqual({ kind: 'ok', password });
});

test.each([
  ['', 'is empty'],
  ['\u00ad\u200b', 'is empty'],
  ['a\tb', 'has characters that cannot be typed everywhere, such as controls'],
  ['a\u2028b', 'has characters that cannot be typed everywhere, such as controls'],
  ['x'.repeat(128), 'is longer than the 127 bytes that a PDF can use'],
  ['\u00fc'.repeat(64), 'is longer than the 127 bytes that a PDF can use'],
  ['%'.repeat(128), 'is longer than the 127 bytes that a PDF can use'],
])('the password %j is refused without being quoted: it %s', (given, why) => {
  expect(preparedPassword(given)).toEqual({
    kind: 'refused',
    message: `The password ${why}. Choose another one.`,
  });
});
