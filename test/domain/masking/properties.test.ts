import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, it, test } from 'vitest';
import { maskedRequests, shownRequests } from '#domain/masking/requests.ts';
import { maskedValue, secretsIn } from '#domain/masking/secrets.ts';
import { hasRealData, noRealData, realFindings } from '../../support/real-data.ts';

/** What messages are made of, so that what is drawn is often nearly one. */
const words = constantFrom(
  ...[
    'Cookie: ',
    'Set-Cookie: ',
    'Authorization: ',
    'Bearer ',
    'Basic ',
    'a=b; ',
    'sid=',
    'X-Api-Key:',
    'Host: x',
  ],
  ...[
    '\r\n',
    '\n',
    '\\r\\n',
    '\\n',
    ' ',
    '\t',
    '&',
    '?',
    ';',
    '=',
    ':',
    ',',
    '"',
    "'",
    '\\"',
    '\\\\\\"',
    '{',
    '}',
  ],
  ...[
    'password',
    'access_token',
    'token',
    '"password":"',
    '"token" : ',
    '\\"pin\\":',
    '12',
    '"name":"Cookie","value":"',
  ],
  ...[
    '<password>',
    '</password>',
    '<input name="token" value="',
    '">',
    'name="password"\r\n\r\n',
    '\r\n--',
    '********',
  ],
  ...[
    'https://u:',
    '@',
    '-----BEGIN PRIVATE KEY-----',
    '-----END',
    'eyJhbGciOiJIUzI1NiJ9.',
    'AKIAQ3EGRZ4PLM7VKJ2D',
  ],
  ...[
    'abcdefghijklmnopqrstuvwxyz',
    'GET / HTTP/1.1',
    'HTTP/1.1 200 OK',
    '...',
    '\u2026',
    '[shortened]',
    '\u0416',
    '\u{1f600}',
  ],
);
const messages = array(oneof({ weight: 6, arbitrary: words }, string({ maxLength: 4 })), {
  maxLength: 30,
}).map((parts) => parts.join(''));
const runs = { numRuns: 2_000 };

test('what is no secret stays as it is: without the places of the secrets, the texts are the same', () => {
  assert(
    property(messages, (text) => {
      const secrets = secretsIn(text);
      let [rest, expected, at] = ['', '', 0];
      for (const secret of secrets) {
        expect([secret.from >= at, secret.to > secret.from]).toEqual([true, true]);
        rest += text.slice(at, secret.from);
        expected += text.slice(at, secret.from) + maskedValue(text, secret);
        at = secret.to;
      }
      expect(maskedRequests(text).value).toBe(expected + text.slice(at));
      if (secrets.length === 0) expect(rest + text.slice(at)).toBe(text);
    }),
    runs,
  );
});

test('masked twice is masked once', () => {
  assert(
    property(messages, (text) => {
      const once = maskedRequests(text).value;
      expect(maskedRequests(once)).toEqual({ value: once, hits: [] });
    }),
    runs,
  );
});

test('cut bodies keep their beginning, and nothing of a secret comes out by a cut', () => {
  assert(
    property(messages, (text) => {
      const cut = shownRequests(text, {
        maskSecrets: false,
        cutBodies: 8,
        sentence: (bytes) => `[${bytes}]`,
      });
      const gone = cut.leftOut.reduce((sum, { bytes }) => sum + bytes, 0);
      const notes = cut.leftOut.map(({ bytes }) => `[${bytes}]`).join('');
      const written =
        Buffer.byteLength(typeof cut.value === 'string' ? cut.value : '') - Buffer.byteLength(notes);
      const added = written + gone - Buffer.byteLength(text);
      expect(added).toBeGreaterThanOrEqual(0);
      expect(added).toBeLessThanOrEqual(cut.leftOut.length);
    }),
    runs,
  );
});

/** Texts that make a pattern try again at every letter, if it is one that does. */
it.each([
  'eyJ-',
  'eyJaaaaaaaaaa.',
  '"token":"',
  '\\"token\\":\\"',
  '\\\\\\"token\\\\\\":\\"',
  'token=',
  '?token=',
  '&a[a[a[',
  'Cookie: ',
  '\nCookie: a',
  '\\nCookie: a',
  '"Cookie: ',
  '\\"Cookie: ',
  'Cookie',
  '-----BEGIN PRIVATE KEY-----',
  '<token>',
  '<input name=',
  '<token ',
  'name="token"\n',
  'name="token"\n\n',
  'http://',
  'a:b@',
  'a://a:',
  'bearer ',
  'password = "',
  '\\',
  ' ',
  '\n',
  '\r\n ',
  'a',
  '*',
  '\u0301',
  'HTTP/1.1 200\n',
  'GET / HTTP/1.1\n\n',
])('a megabyte of %j is read in time that grows with its length alone', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const { value } = shownRequests(text, { maskSecrets: true, cutBodies: 4_096, sentence: () => '' });
  expect(typeof value).toBe('string');
});

test('of the real requests passwords in addresses and a cookie set by a script are masked, and nothing else', (context) => {
  if (!hasRealData) context.skip(noRealData);
  const hits = realFindings().flatMap((record) => maskedRequests(record['requests'] ?? null).hits);
  const counts = new Map<string, number>();
  for (const { where, kind, count } of hits) {
    const name = `${kind} ${where.replace(/^.*, /u, '')}`;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  expect(Object.fromEntries(counts)).toEqual({
    'cookie document.cookie': 4,
    'password upass': 14,
    'password upass2': 14,
  });
});
