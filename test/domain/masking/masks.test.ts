import { describe, expect, it, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { longBodies } from '#domain/masking/bodies.ts';
import { maskedRequests, shownRequests } from '#domain/masking/requests.ts';

const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'dozjgNryP4J3jVmNHl0w5N'}`;

function masked(text: string): Json {
  return maskedRequests(text).value;
}

describe('a secret in a recorded message is masked', () => {
  it.each<[string, string]>([
    ['Authorization: Bearer 9f8a7b6c5d4e3f2a1b0c9d8e', 'Authorization: Bearer 9f8a********'],
    ['Proxy-Authorization: Basic bWFyYTpwYXNz', 'Proxy-Authorization: Basic ********'],
    ['authorization: opensesame', 'authorization: ********'],
    ['Cookie: lang=en; SID=8F3A91C27D604B5E8F3A', 'Cookie: lang=********; SID=8F3A********'],
    [
      'Set-Cookie: sid="a1b2c3d4"; Path=/; HttpOnly; SameSite=Lax',
      'Set-Cookie: sid="********"; Path=/; HttpOnly; SameSite=Lax',
    ],
    ['Cookie: a=1f3b5d7f;\r\n b=99aa\r\nHost: x', 'Cookie: a=********;\r\n b=********\r\nHost: x'],
    ['X-Api-Key: k-123\nX-CSRF-Token: abc', 'X-Api-Key: ********\nX-CSRF-Token: ********'],
    ['GET /?a=1&access_token=abc&b=2 HTTP/1.1', 'GET /?a=1&access_token=********&b=2 HTTP/1.1'],
    ['GET /;jsessionid=A1B2C3?x=1 HTTP/1.1', 'GET /;jsessionid=********?x=1 HTTP/1.1'],
    ['GET /?next=/in?token=abc&x=1', 'GET /?next=/in?token=********&x=1'],
    ['user=mara&user[password]=Winter24!&go=1', 'user=mara&user[password]=********&go=1'],
    ['user%5Bpassword%5D=x1', 'user%5Bpassword%5D=********'],
    ['{"user":"mara","newPassword" : "a\\"b","n":1}', '{"user":"mara","newPassword" : "********","n":1}'],
    ['{"pin": 1234, "size": 12}', '{"pin": "********", "size": 12}'],
    ['{"raw":"{\\"token\\":\\"abc\\",\\"a\\":1}"}', '{"raw":"{\\"token\\":\\"********\\",\\"a\\":1}"}'],
    [
      '{"raw":"GET /\\r\\nCookie: a=bcd\\r\\nHost: x"}',
      '{"raw":"GET /\\r\\nCookie: a=********\\r\\nHost: x"}',
    ],
    ['{"name":"Cookie","value":"a=bcd"}', '{"name":"Cookie","value":"a=********"}'],
    ["curl -H 'Authorization: Bearer abc' -d 'x'", "curl -H 'Authorization: Bearer ********' -d 'x'"],
    ['<u:Password a="1">s3</u:Password>', '<u:Password a="1">********</u:Password>'],
    [
      '<input type="hidden" name="csrf_token" value="abc">',
      '<input type="hidden" name="csrf_token" value="********">',
    ],
    [
      'Content-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--b',
      'Content-Disposition: form-data; name="password"\r\n\r\n********\r\n--b',
    ],
    ['ftp://mara:pa55@host/x', 'ftp://mara:********@host/x'],
    ['upass=k2R%21o3&upass2=r5B', 'upass=********&upass2=********'],
    ['document.cookie="a=bcd; path=/"', 'document.cookie="a=********; path=/"'],
    ['Cookie: bare', 'Cookie: ********'],
    ['var csrfToken = "abc";', 'var csrfToken = "********";'],
    [`id ${jwt}.`, 'id eyJh********.'],
    ['uses AKIAQ3EGRZ4PLM7VKJ2D here', 'uses AKIA******** here'],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQIB\nADANB\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY-----\n********\n-----END RSA PRIVATE KEY-----',
    ],
  ])('%j', (text, expected) => {
    expect(masked(text)).toBe(expected);
  });
});

it.each([
  'Host: app.harbour.test\r\nAccept: */*\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Access-Control-Allow-Headers: Authorization, X-Auth-Token',
  'WWW-Authenticate: Bearer realm="x"',
  'Authorization: Bearer <access token of the user>',
  'Cookie: PHPSESSID=xxxxxxxxxxxxxxxx; a=s%3A4nQm[shortened]',
  'Authorization: Bearer eyJh********',
  "pass=' OR 1=1--&user=admin&password=%27%20or",
  'max_tokens=5&next_page_token=CAE&tokenType=x&passenger=Ann&password_reset=&keyboard=de',
  '{"token_type":"x","password":true,"secret":null,"tokens":["a"]}',
  '<label for="password">Password</label><td>Password:</td>',
  '<input type="password" name="pass" placeholder="Your password">',
  'http://host:8080/a@b',
])('what is no live secret stays as it is: %j', (text) => {
  expect(maskedRequests(text)).toEqual({ value: text, hits: [] });
});

test('requests of every shape are masked, and it is told where and what', () => {
  const requests: Json = [
    { request: 'GET / HTTP/1.1\r\nCookie: a=1f3b; b=22\r\n\r\n', response: null, note: 'kept', at: 12 },
    {
      request: { headers: { Authorization: 'Bearer abc', Host: 'x' }, body: { password: 'p', pin: 1234 } },
      response: { headers: [{ name: 'Set-Cookie', value: 'a=b; Path=/' }, ['X-Api-Key', 'k']] },
      cookies: [{ name: 'sid', value: 'abc', path: '/' }],
    },
  ];
  expect(maskedRequests(requests)).toEqual({
    value: [
      {
        request: 'GET / HTTP/1.1\r\nCookie: a=********; b=********\r\n\r\n',
        response: null,
        note: 'kept',
        at: 12,
      },
      {
        request: {
          headers: { Authorization: 'Bearer ********', Host: 'x' },
          body: { password: '********', pin: '********' },
        },
        response: {
          headers: [{ name: 'Set-Cookie', value: 'a=********; Path=/' }, ['X-Api-Key', '********']],
        },
        cookies: [{ name: 'sid', value: '********', path: '/' }],
      },
    ],
    hits: [
      { where: 'Request 1, Cookie', kind: 'cookie', count: 2 },
      { where: 'Request 2, Authorization', kind: 'authorization', count: 1 },
      { where: 'Request 2, password', kind: 'password', count: 1 },
      { where: 'Request 2, pin', kind: 'password', count: 1 },
      { where: 'Response 2, Set-Cookie', kind: 'cookie', count: 1 },
      { where: 'Response 2, X-Api-Key', kind: 'token', count: 1 },
      { where: 'Request 2, sid', kind: 'token', count: 1 },
    ],
  });
});

function shown(text: string, cutBodies: number): Json {
  return shownRequests(text, {
    maskSecrets: true,
    cutBodies,
    sentence: (bytes) => `[${bytes}]`,
  }).value;
}

describe('a long body', () => {
  it.each<[string, number, string]>([
    [
      'POST / HTTP/1.1\r\nHost: abcdefgh\r\n\r\n0123456789',
      4,
      'POST / HTTP/1.1\r\nHost: abcdefgh\r\n\r\n0123\n[6]',
    ],
    ['HTTP/1.1 200 OK\nA: b\n\n0123456789', 10, 'HTTP/1.1 200 OK\nA: b\n\n0123456789'],
    ['no message at all', 2, 'no\n[15]'],
    ['ab\u20ac\u20ac', 4, 'ab\n[6]'],
    ['ab\u{1f600}c', 5, 'ab\n[5]'],
    ['abe\u0301e\u0301', 4, 'ab\n[6]'],
    ['ab\r\ncdef', 3, 'ab\n[6]'],
    ['ab\ncdef', 3, 'ab\n[4]'],
    ['abc', 0, '[3]'],
    [
      'GET /a HTTP/1.1\nHost: x\n\n0123456\n\nHTTP/1.1 200 OK\nB: c\n\n0123456',
      4,
      'GET /a HTTP/1.1\nHost: x\n\n0123\n[3]\n\nHTTP/1.1 200 OK\nB: c\n\n0123\n[3]',
    ],
    [
      'HTTP/1.1 200 OK\nA: b\n\n\u0089PNG\u0000\u0001\u0002\u0003\u0004 etc.',
      8,
      'HTTP/1.1 200 OK\nA: b\n\n[15]',
    ],
    ['HTTP/1.1 200 OK\nA: b\n\nGIF89a<?php echo 1; ?>', 6, 'HTTP/1.1 200 OK\nA: b\n\nGIF89a\n[16]'],
    ['x=1&token=abcdefghijklmnopqrstuvwxyz&y=1234567890', 12, 'x=1&token=abcd********\n[13]'],
    ['0123456789&token=abc', 4, '0123\n[16]'],
  ])('of %j beyond %i bytes is left out, at the border of a letter', (text, limit, expected) => {
    expect(shown(text, limit)).toBe(expected);
  });

  it('is not cut where it is as long as may be', () => {
    expect(longBodies('x'.repeat(4096), 4096)).toEqual([]);
  });
});
