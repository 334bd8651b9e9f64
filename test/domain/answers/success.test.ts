import { describe, expect, it, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { parseJson } from '#domain/base/json.ts';
import {
  acknowledgement,
  callerId,
  createdIds,
  readBody,
  readIdentityBody,
  readList,
  readObject,
  readRecord,
} from '#domain/answers/success.ts';

const bad = (message: string) => ({ kind: 'bad', message });

describe('a response with a success status to a write', () => {
  test.each<[string, unknown]>([
    ['', undefined],
    [' \n', undefined],
    ['{"id":"f1"}', { id: 'f1' }],
    ['"done"', 'done'],
    ['Deleted 3 findings', 'Deleted 3 findings'],
  ])('%j acknowledges it', (text, value) => {
    expect(acknowledgement(text, [])).toEqual({ kind: 'ok', value });
  });

  test.each([
    '{"id":"f1"',
    '["f1",',
    '"f1',
    'f1\0',
    'f\ufffd1',
    '<html>',
    '<!doctype html>',
    '{"success":false}',
  ])('%j does not', (text) => {
    expect(acknowledgement(text, []).kind).toBe('bad');
  });

  it('that refuses says so in the words of the service, without a secret, if there are any', () => {
    expect(acknowledgement('{"success":false,"error":"No tok-1234 here"}', ['tok-1234'])).toEqual(
      bad('the service answered with a success status, but says "success: false": No [hidden] here'),
    );
    expect(acknowledgement('{"success":false}', [])).toEqual(
      bad('the service answered with a success status, but says "success: false"'),
    );
  });

  it('that is no answer is told apart: a web page, and what could not be read', () => {
    expect(acknowledgement('<html>', [])).toEqual(bad('a web page came instead of an answer'));
    expect(acknowledgement('{"id":', [])).toEqual(bad('the answer to it could not be read'));
  });
});

describe('a response with a success status to a read', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;

  it.each<[string, Json]>([
    [' {"id":"f1"}\n', { id: 'f1' }],
    ['[]', []],
    ['"text"', 'text'],
    [`[{"id":"f1"},{"a":${deep}}]`, [{ id: 'f1' }, `{"a":${deep}}`]],
  ])('%.40s is read', (text, value) => {
    expect(readBody(text)).toEqual({ kind: 'ok', value });
  });

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['<html></html>', 'it is a web page instead of data'],
    ['{"id":', 'it is not valid JSON'],
    ['done <', 'it is not valid JSON'],
    [deep, 'it is nested too deep'],
    [`[{"a":${deep}}]`, 'it is nested too deep'],
    ['{"success":false}', 'it has a success status, but says "success: false"'],
  ])('%.40s is not: %s', (text, message) => {
    expect(readBody(text)).toEqual(bad(message));
  });

  it('that says who the user is must be readable in one way alone', () => {
    expect(readIdentityBody('{"id":"u1"}')).toEqual({ kind: 'ok', value: { id: 'u1' } });
    expect(readIdentityBody(null)).toEqual(bad('it says who somebody is, and is not valid UTF-8'));
    expect(readIdentityBody('{"id":"u1","id":"u2"}')).toEqual(
      bad('it says who somebody is, and names a member twice'),
    );
    expect(readIdentityBody('{"id":"u1","id":')).toEqual(bad('it is not valid JSON'));
  });
});

describe('a list', () => {
  const rows = (body: Json) => {
    const read = readList(body, defaultProfile);
    return read.kind === 'ok' ? read.value : read.message;
  };
  const found = [{ kind: 'record', id: 'f1', record: { id: 'f1' } }];

  it.each<[Json]>([
    [[{ id: 'f1' }]],
    [{ findings: [{ id: 'f1' }], total: 1 }],
    [{ anything: [{ id: 'f1' }], error: null }],
    [{ anything: [{ id: 'f1' }], error: false }],
    [{ anything: [{ id: 'f1' }], error: '' }],
  ])('is read from %j', (body) => {
    expect(rows(body)).toEqual(found);
  });

  it.each<[Json]>([
    ['f1'],
    [null],
    [{}],
    [{ total: 1 }],
    [{ findings: [{ id: 'f1' }], more: [] }],
    [{ findings: ['f1'] }],
    [{ findings: [], error: 'no' }],
    [{ findings: [], error: true }],
    [{ findings: [], error: {} }],
  ])('is not in %j', (body) => {
    expect(rows(body)).toBe('it is not a list of findings');
  });

  it('may be empty, and keeps order, duplicates, and raw what has no usable identifier', () => {
    const long = 'x'.repeat(1_001);
    const body = [
      { id: 'f2' },
      7,
      { id: 'f2' },
      { title: 'a' },
      { id: 'f\ufffd' },
      { id: '\ud800' },
      { id: long },
    ];
    const raw = (row: Json) => ({ kind: 'unreadable', id: null, raw: row });
    const record = { kind: 'record', id: 'f2', record: { id: 'f2' } };
    const [, , , untitled = null, replaced = null, broken = null, tooLong = null] = body;
    expect(rows(body)).toEqual([record, raw(7), record, ...[untitled, replaced, broken, tooLong].map(raw)]);
    expect(rows([{ id: long.slice(1) }])).toMatchObject([{ kind: 'record', id: long.slice(1) }]);
    expect([rows([]), rows({ findings: [] })]).toEqual([[], []]);
    expect(rows({ findings: [7, { id: 'f1' }] })).toEqual([raw(7), ...found]);
  });
});

describe('one record', () => {
  it('is a finding of the identifier that was asked for', () => {
    expect(readRecord({ id: 'f1', a: 1 }, 'f1', defaultProfile)).toEqual({
      kind: 'ok',
      value: { id: 'f1', a: 1 },
    });
    expect(readRecord([], 'f1', defaultProfile)).toEqual(bad('it is not a finding'));
    expect(readRecord({ a: 1 }, 'f1', defaultProfile)).toEqual(bad('it is a finding without identifier'));
    expect(readRecord({ id: 'f2' }, 'f1', defaultProfile)).toEqual(bad('it is another finding'));
  });

  it('of context is any object', () => {
    expect(readObject({ a: 1 })).toEqual({ kind: 'ok', value: { a: 1 } });
    expect(readObject([])).toEqual(bad('it is not an object'));
  });
});

describe('the identifiers of a creation', () => {
  const exact = parseJson('12345678901234567890');

  it.each<[Json | undefined, readonly string[]]>([
    [{ Ids: ['f1', 'f2'] }, ['f1', 'f2']],
    [{ Ids: 'f1' }, ['f1']],
    [{ Ids: [7] }, ['7']],
    [{ Ids: [exact.kind === 'ok' ? exact.value : null] }, ['12345678901234567890']],
    [{ Ids: [] }, []],
    [{ Ids: ['f1', ''] }, []],
    [{ Ids: ['f1', null] }, []],
    [{ Ids: ['f1', { id: 'f2' }] }, []],
    [{ Ids: null }, []],
    [{ ids: ['f1'] }, []],
    ['f1', []],
    [undefined, []],
  ])('of %j are %j', (body, ids) => {
    expect(createdIds(body)).toEqual(ids);
  });
});

test('the caller is named by the first member of the profile that has a value', () => {
  const profile = { ...defaultProfile, callerId: ['id', 'userId', 'email'] };
  expect([
    callerId({ userId: 'u1', email: 'a@b.test' }, profile),
    callerId({ id: '', userId: null, email: 'a@b.test' }, profile),
    callerId({ id: 7 }, profile),
    callerId({ id: true, name: 'a' }, profile),
    callerId({}, { ...profile, callerId: ['constructor'] }),
  ]).toEqual(['u1', 'a@b.test', '7', null, null]);
});
