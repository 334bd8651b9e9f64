import { expect, test } from 'vitest';
import { parseJson } from '#domain/base/json.ts';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { integrationsText, rightsIn, rightText } from '#domain/answers/rights.ts';

test('every list that the records name is told as it came, under its head', () => {
  const user = { roles: ['pentester'], licenses: ['assessment', 'review'], projects: ['web', 'api', 'web'] };
  const organization = { linkedClients: [{ id: 'c1', name: 'Fjellmark' }], roles: ['none of the user'] };
  expect(rightsIn(user, organization, defaultProfile)).toEqual([
    { kind: 'roles', names: ['pentester'] },
    { kind: 'licences', names: ['assessment', 'review'] },
    { kind: 'memberships', names: ['web', 'api'] },
    { kind: 'linkedClients', names: ['Fjellmark'] },
  ]);
});

test.each<[string, string, readonly string[]]>([
  ['one text', '"reader"', ['reader']],
  ['entries with a role', '[{"project":"web","role":"lead"}]', ['web (lead)']],
  ['entries without a name', '[{"level":3},7,true]', ['{"level":3}', '7', 'true']],
  ['lists in lists', '["a",[["b"]]]', ['a', 'b']],
  ['a number with all its digits', '12345678901234567890', ['12345678901234567890']],
  ['nothing', '[]', []],
])('%s: an unknown shape is plain text', (_what, text, names) => {
  const parsed = parseJson(text);
  if (parsed.kind !== 'ok') throw new Error(parsed.message);
  expect(rightsIn({ roles: parsed.value }, {}, defaultProfile)).toEqual([{ kind: 'roles', names }]);
});

test('a list that no record names is absent, also where every object inherits its name', () => {
  expect(rightsIn({ roles: null }, {}, defaultProfile)).toEqual([]);
  const profile = serviceProfileSchema.parse({ rights: { roles: ['constructor', 'duties'] } });
  expect(rightsIn({ duties: ['audit'], roles: ['other'] }, {}, profile)).toEqual([
    { kind: 'roles', names: ['audit'] },
  ]);
});

test('a long list and a long name are cut where they are printed', () => {
  const names = Array.from({ length: 130 }, (_, index) => `p${String(index)}`);
  expect(rightText({ kind: 'memberships', names })).toMatch(/^p0, p1, .* p99 and 30 more$/u);
  expect(rightText({ kind: 'roles', names: ['x'.repeat(5_000)] }).length).toBeLessThanOrEqual(300);
  expect(rightText({ kind: 'roles', names: [] })).toBe('none');
  expect(rightText({ kind: 'roles', names: ['a\u202Eb\nc'] })).toBe('a b c');
});

test('integrations are named only if the service names some', () => {
  const named = rightsIn({ integrations: [{ name: 'CI scanner' }, 'Reports'] }, {}, defaultProfile);
  expect([integrationsText(named), integrationsText([{ kind: 'integrations', names: [] }])]).toEqual([
    'The service names these integrations: CI scanner, Reports.',
    null,
  ]);
});
