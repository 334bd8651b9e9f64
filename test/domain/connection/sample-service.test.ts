import { expect, test } from 'vitest';
import { isSampleService } from '#domain/connection/sample-service.ts';

const saysSo = { id: 'org', sample: true };

test('the sample is a service on this machine whose organization says so', () => {
  expect(isSampleService('http://127.0.0.1:4750/api/', saysSo)).toBe(true);
});

test.each([
  ['https://service.test/api/', saysSo],
  ['https://127.0.0.1.service.test/api/', saysSo],
  ['http://localhost:4750/api/', { id: 'org' }],
  ['http://localhost:4750/api/', { sample: 'true' }],
  ['not an address', saysSo],
])('%s with %j is none', (baseUrl, organization) => {
  expect(isSampleService(baseUrl, organization)).toBe(false);
});
