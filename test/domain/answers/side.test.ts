import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { isReadOnly, sideOf } from '#domain/answers/side.ts';

describe('a user', () => {
  it.each<[JsonObject]>([
    [{ readOnly: true }],
    [{ read_only: true }],
    [{ isReadOnly: true, role: 'editor' }],
    [{ canWrite: false }],
    [{ can_write: false }],
    [{ canEdit: false }],
    [{ can_edit: false }],
    [{ role: 'Read-Only' }],
    [{ role: ' viewer ' }],
    [{ roles: ['reader', 'auditor'] }],
    [{ roles: [{ name: ' guest ' }, { name: 'observer' }] }],
    [{ permissions: [['view only']] }],
    [{ userRole: 'view' }],
  ])('of %j may only read', (user) => {
    expect(isReadOnly(user)).toBe(true);
  });

  it.each<[JsonObject]>([
    [{}],
    [{ readOnly: false }],
    [{ readOnly: 'true' }],
    [{ canWrite: true }],
    [{ canEdit: null }],
    [{ role: 'editor' }],
    [{ roles: ['reader', 'editor'] }],
    [{ role: 'reader', access: 'write' }],
    [{ roles: [] }],
    [{ roles: [{ id: 'viewer' }] }],
    [{ role: 'previewer' }],
    [{ name: 'viewer' }],
  ])('of %j may write, as far as is known', (user) => {
    expect(isReadOnly(user)).toBe(false);
  });
});

test.each<[JsonObject, JsonObject, string]>([
  [{}, { kind: 'Provider' }, 'provider'],
  [{}, { type: 'CLIENT' }, 'client'],
  [{ side: 'client_user' }, {}, 'client'],
  [{ userType: 'client' }, { organizationType: 'service provider' }, 'provider'],
  [{ role: 'client' }, { kind: 'internal' }, 'client'],
  [{ kind: 'owner', role: 'provider admin' }, {}, 'provider'],
  [{ kind: 7 }, { type: null }, 'unknown'],
  [{ name: 'provider' }, { description: 'client' }, 'unknown'],
])('a user of %j in the organization %j is of the side: %s', (user, organization, side) => {
  expect(sideOf(user, organization)).toBe(side);
});
