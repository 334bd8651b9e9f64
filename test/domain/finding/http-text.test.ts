import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangesText, httpSpans, readRequests, withExchangeText } from '#domain/finding/http-text.ts';

const shown = (text: string) =>
  httpSpans(text).map(({ part, text: piece }) => `${part} ${JSON.stringify(piece)}`);

test('a request is coloured by request line, headers and body', () => {
  expect(shown('POST /a?b=1 HTTP/1.1\r\nHost: x\r\n folded\r\n\r\nA: b\r\n')).toEqual([
    'method "POST"',
    'separator " "',
    'target "/a?b=1"',
    'separator " "',
    'version "HTTP/1.1"',
    'separator "\\r\\n"',
    'header "Host"',
    'separator ": "',
    'value "x"',
    'separator "\\r\\n"',
    'value " folded"',
    'separator "\\r\\n"',
    'body "\\r\\nA: b\\r\\n"',
  ]);
});

test('a response is coloured by its status', () => {
  expect(shown('HTTP/2 404 Not Found\nServer: x')).toEqual([
    'version "HTTP/2"',
    'separator " "',
    'status "404"',
    'value " Not Found"',
    'separator "\\n"',
    'header "Server"',
    'separator ": "',
    'value "x"',
  ]);
});

test('prose stays prose', () => {
  expect([shown('see above'), shown('Visited the\nNote: it works'), shown('')]).toEqual([
    ['body "see above"'],
    ['body "Visited the\\nNote: it works"'],
    [],
  ]);
});

test('the parts joined are the text, whatever it is', () => {
  const piece = fc.constantFrom(
    'GET / HTTP/1.1',
    'HTTP/1.1 200',
    'A: b',
    ' x',
    '\r',
    '\n',
    '\r\n',
    '\0',
    ':',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(
        httpSpans(text)
          .map((span) => span.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('requests of every shape are read, and what is of no known shape is kept as it is', () => {
  const list = [{ request: 'GET /', response: null, note: 1 }, { response: 'HTTP/1.1 200 OK' }];
  expect([
    readRequests(undefined),
    readRequests('GET /'),
    readRequests(list),
    readRequests([]),
    ...[[{ request: 1 }], [{}], ['GET /'], { request: 'x' }, 7].map((value) => readRequests(value).kind),
  ]).toEqual([
    { kind: 'text', text: '' },
    { kind: 'text', text: 'GET /' },
    {
      kind: 'exchanges',
      exchanges: [
        { request: 'GET /', response: null, rest: { note: 1 } },
        { request: null, response: 'HTTP/1.1 200 OK', rest: {} },
      ],
    },
    { kind: 'exchanges', exchanges: [] },
    ...['other', 'other', 'other', 'other', 'other'],
  ]);
});

test('exchanges are written out as one text to be read, with whatever else is in them', () => {
  const list = [{ request: 'GET /\nHost: a', response: '200', note: 1 }, { request: 'GET /b' }];
  expect([exchangesText(list), exchangesText([]), exchangesText([{ steps: 1 }])]).toEqual([
    'Request 1\nGET /\nHost: a\n\nResponse 1\n200\n\n{"note":1}\n\nRequest 2\nGET /b',
    null,
    null,
  ]);
});

test('one side of an exchange is replaced, all else stays', () => {
  const list = [{ note: 1, request: 'a', x: [] }, { response: 'b' }];
  expect(JSON.stringify(withExchangeText(list, 0, 'request', 'c'))).toBe(
    '[{"note":1,"request":"c","x":[]},{"response":"b"}]',
  );
});
