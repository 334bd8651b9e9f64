import { expect, test } from 'vitest';
import { parseBaseUrl } from '#domain/connection/base-url.ts';

test.each([
  ['https://service.example.test/api/', 'https://service.example.test/api/'],
  ['https://service.example.test/api', 'https://service.example.test/api/'],
  ['  HTTPS://Service.Example.Test:443/tenant/api  ', 'https://service.example.test/tenant/api/'],
  ['http://127.0.0.1:8080/api/', 'http://127.0.0.1:8080/api/'],
  ['http://127.9.8.7/api/', 'http://127.9.8.7/api/'],
  ['http://[::1]:8080/api/', 'http://[::1]:8080/api/'],
  ['http://localhost:8080/api/', 'http://localhost:8080/api/'],
  ['https://xn--mnchen-3ya.test/api/', 'https://xn--mnchen-3ya.test/api/'],
  ['https://service.example.test/x/../api/', 'https://service.example.test/api/'],
  ['service.example.test/api', 'https://service.example.test/api/'],
  ['intranet/api/', 'https://intranet/api/'],
  ['10.0.0.5:8443/api/', 'https://10.0.0.5:8443/api/'],
  ['localhost:8080/api/', 'http://localhost:8080/api/'],
  ['127.0.0.1:8080/api', 'http://127.0.0.1:8080/api/'],
  ['[::1]:8080/api/', 'http://[::1]:8080/api/'],
])('%s is taken as %s', (text, baseUrl) => {
  expect(parseBaseUrl(text)).toEqual({ kind: 'ok', baseUrl });
});

test('a missing /api/ is pointed out', () => {
  expect(parseBaseUrl('https://service.example.test')).toEqual({
    kind: 'ok',
    baseUrl: 'https://service.example.test/',
    notice: expect.stringContaining('/api/'),
  });
});

test.each([
  ['http://service.example.test/api/', 'Plain http:'],
  ['http://192.168.0.1/api/', 'Plain http:'],
  ['http://localhost.example.test/api/', 'Plain http:'],
  ['http://127.0.0.1.example.test/api/', 'Plain http:'],
  ['http://[::ffff:127.0.0.1]/api/', 'Plain http:'],
  ['http://0.0.0.0/api/', 'Plain http:'],
  ['https://consultant:geheim@service.example.test/api/', 'credentials'],
  ['https://geheim@service.example.test/api/', 'credentials'],
  ['https://consultant:1#geheim@service.example.test/api/', 'credentials'],
  ['https://consultant:1/geheim@service.example.test/api/', 'credentials'],
  ['consultant:1/geheim@service.example.test/api/', 'credentials'],
  ['https://service.example.test/api/?token=geheim', 'query'],
  ['https://service.example.test/api/?', 'query'],
  ['https://service.example.test/api/#geheim', 'fragment'],
  ['ftp://service.example.test/api/', 'https:'],
  ['file:///etc/passwd', 'https:'],
  ['javascript:alert(1)', 'https:'],
  ['consultant@service.example.test/api/', 'not a web address'],
  ['geheim', 'not a web address'],
  ['consultant:geheim@service.example.test/api/', 'https:'],
  ['https://service.exa\nmple.test/api/', 'not a web address'],
  ['https:\\\\service.example.test\\api\\', 'not a web address'],
  ['https://', 'not a web address'],
  ['', 'not a web address'],
])('%j is refused with a word about %s, and without repeating it', (text, word) => {
  const reading = parseBaseUrl(text);
  expect(reading).toEqual({ kind: 'invalid', message: expect.stringContaining(word) });
  expect(JSON.stringify(reading)).not.toContain('geheim');
});
