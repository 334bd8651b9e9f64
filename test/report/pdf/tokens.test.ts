import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeSource } from '#report/pdf/layout/code.ts';
import { tokensOf } from '#report/pdf/layout/tokens.ts';
import { hasRealData, noRealData, realFindings } from '../../support/real-data.ts';

test('a recorded exchange shows its start line, its headers and its body by their kinds', () => {
  expect(
    tokensOf('POST /a?b=1 HTTP/1.1\nHost: shop\nContent-Type: application/json\n\n{"q": [1, true]}'),
  ).toEqual([
    { text: 'POST', kind: 'keyword' },
    { text: ' /a?b=1 HTTP/1.1\n', kind: 'plain' },
    { text: 'Host:', kind: 'name' },
    { text: ' shop\n', kind: 'plain' },
    { text: 'Content-Type:', kind: 'name' },
    { text: ' application/json\n', kind: 'plain' },
    { text: '\n', kind: 'plain' },
    { text: '{', kind: 'plain' },
    { text: '"q"', kind: 'name' },
    { text: ': [', kind: 'plain' },
    { text: '1', kind: 'value' },
    { text: ', ', kind: 'plain' },
    { text: 'true', kind: 'keyword' },
    { text: ']}', kind: 'plain' },
  ]);
});

test.each([
  [
    "SELECT * FROM a WHERE b = 'x' -- all",
    ['keyword', 'plain', 'keyword', 'plain', 'keyword', 'plain', 'string', 'comment'],
  ],
  ['$ curl -H "A: b" a.test # c', ['plain', 'string', 'plain', 'comment']],
  ['const a = "b"; // c', ['keyword', 'plain', 'string', 'plain', 'comment']],
  ['just a text, no code', ['plain']],
])('%s is told by how it begins', (text, kinds) => {
  expect(tokensOf(text).map(({ kind }) => kind)).toEqual(kinds);
});

test('a language that nobody knows is plain, one that its author names is taken', () => {
  expect(tokensOf('x = 1', 'brainfuck')).toEqual([{ text: 'x = 1', kind: 'plain' }]);
  expect(tokensOf('x = 1', 'Python').at(-1)).toEqual({ text: '1', kind: 'value' });
});

test('together the tokens are the text, whatever it is', () => {
  const starts = fc.constantFrom(
    '',
    '<',
    '{"',
    'SELECT ',
    '$ ',
    'HTTP/1.1 200 OK\n',
    'GET / HTTP/1.1\r\n',
    'const ',
  );
  const code = fc.tuple(starts, fc.string({ unit: 'binary', maxLength: 300 })).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      code,
      (text) =>
        tokensOf(text)
          .map((token) => token.text)
          .join('') === text,
    ),
    { seed: 11, numRuns: 150 },
  );
});

test('together the tokens of real requests are the requests', (context) => {
  if (!hasRealData) context.skip(noRealData);
  const texts = realFindings()
    .filter((_, at) => at % 20 === 0)
    .map(({ requests }) => codeSource(JSON.stringify(requests ?? '', null, 2)));
  expect(
    texts.filter(
      (text) =>
        tokensOf(text)
          .map((token) => token.text)
          .join('') !== text,
    ),
  ).toEqual([]);
});
