import { afterEach, describe, expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { createdIds } from '#domain/answers/success.ts';
import { call, setUp } from '../faults/client.ts';
import type { Setting } from '../faults/client.ts';
import { httpAnswer } from '../faults/servers.ts';
import type { Answer } from '../faults/servers.ts';
import { always, failureOf, reads, writes } from './support/calls.ts';

const settings: Setting[] = [];
afterEach(async () => {
  for (const setting of settings.splice(0)) await setting.close();
});

async function facing(answer: Answer, options: Parameters<typeof setUp>[1] = {}): Promise<Setting> {
  const setting = await setUp(answer, options);
  settings.push(setting);
  return setting;
}

describe('an answer that says who somebody is', () => {
  const latin1 = Buffer.from('{"id":"U\u00e91"}', 'latin1').toString('latin1');
  test.each([
    ['an identifier twice', '{"id":"U1","id":"U2"}', 'names a member twice'],
    ['it twice, once escaped', '{"id":"U1","name":{"a":[1,{}]},"\\u0069d" : "U2"}', 'names a member twice'],
    [
      'a member twice inside another',
      '{"id":"U1","organization":{"id":"O1","id":"O2"}}',
      'names a member twice',
    ],
  ])('with %s is refused', async (_what, text, why) => {
    const { client } = await facing(always(200, text));
    for (const read of [client.me, client.organization]) {
      expect(failureOf(await read(call))).toMatchObject({
        kind: 'bad-answer',
        message: expect.stringContaining(why),
      });
    }
  });

  test('in bytes that are not UTF-8 is refused', async () => {
    const { client } = await facing((socket) => {
      socket.write(
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${String(latin1.length)}\r\n\r\n${latin1}`, 'latin1'),
      );
    });
    expect(failureOf(await client.me(call))).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringContaining('not valid UTF-8'),
    });
  });

  test('with equal names in several objects, and as values, is taken', async () => {
    const { client } = await facing(
      always(200, '{"id":"id","a":{"id":"a"},"b":[{"id":1},{"id":2}],"x":"\\"id\\":"}'),
    );
    expect(await client.me(call)).toMatchObject({ kind: 'ok' });
  });
});

describe('a success', () => {
  test.each<[string, string, unknown]>([
    ['an object', '{"success":true,"Ids":["F1"]}', { success: true, Ids: ['F1'] }],
    ['an array', '["F1"]', ['F1']],
    ['a JSON string', '"F1"', 'F1'],
    ['a plain text', 'updated', 'updated'],
    ['nothing', '', undefined],
    ['JSON behind a byte order mark', '\ufeff{"success":true}', { success: true }],
  ])('with %s acknowledges a write', async (_what, text, expected) => {
    const { client } = await facing(always(200, text));
    for (const write of Object.values(writes)) {
      expect(await write(client)).toEqual({ kind: 'acknowledged', body: expected });
    }
  });

  test.each([
    ['success:false', '{"success":false,"error":"no"}'],
    ['success:"false"', '{"success":"false"}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['a web page after blanks', '\n\n  <html><body>Welcome to the hotel</body></html>'],
    ['XML', '<?xml version="1.0"?><ok/>'],
    ['JSON that is cut off', '{"success":true,"Ids":["F'],
    ['two answers in one', '{"success":true}{"success":false}'],
    ['binary data', '\u0000\u0001\u0002'],
  ])('with %s acknowledges nothing', async (_what, text) => {
    const { client } = await facing(always(200, text));
    for (const write of Object.values(writes)) {
      expect(await write(client)).toMatchObject({ kind: 'unknown', message: expect.stringMatching(/\w/u) });
    }
  });

  test.each([
    ['success:false', '{"success":false,"id":"F1","data":[]}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['plain text', 'hello'],
    ['JSON that is cut off', '[{"id":"F1"},{"id'],
    ['a number', '12'],
    ['null', 'null'],
  ])('with %s is a bad answer to a read', async (_what, text) => {
    const { client } = await facing(always(200, text));
    for (const read of Object.values(reads)) expect(failureOf(await read(client)).kind).toBe('bad-answer');
  });

  test('that is another finding than the one asked for is a bad answer', async () => {
    for (const text of [
      '{"id":"F2","title":"T"}',
      '{"title":"T"}',
      '[{"id":"F1"}]',
      '{"data":{"id":"F1"}}',
    ]) {
      const { client } = await facing(always(200, text));
      expect(failureOf(await client.readFinding(call, 'F1')).kind, text).toBe('bad-answer');
    }
  });

  test('that is slow to be told from a failure: the status decides before the body', async () => {
    const { client } = await facing(always(404, '{"id":"F1","success":true}'));
    expect(failureOf(await client.readFinding(call, 'F1')).kind).toBe('not-found');
    expect(await client.createFinding(call, 'p', {})).toMatchObject({ kind: 'refused', status: 404 });
  });
});

describe('a list', () => {
  const listed = async (text: string, profile = defaultProfile) => {
    const { client } = await facing(always(200, text), { profile });
    return client.listPage(call, { project: 'p', page: 1, pageSize: 10 });
  };

  test.each([
    ['an array', '[{"id":"F1"},{"id":2}]'],
    ['an object with one array', '{"data":[{"id":"F1"},{"id":2}],"total":2,"success":true}'],
  ])('comes as %s', async (_what, text) => {
    expect(await listed(text)).toEqual({
      kind: 'ok',
      value: [
        { kind: 'record', id: 'F1', record: { id: 'F1' } },
        { kind: 'record', id: '2', record: { id: 2 } },
      ],
    });
  });

  test.each(['[]', '{"items":[]}', '{"items":[],"error":null,"next":null}'])('%s is empty', async (text) => {
    expect(await listed(text)).toEqual({ kind: 'ok', value: [] });
  });

  test.each([
    '{}',
    '{"data":{}}',
    '{"data":[],"more":[]}',
    '{"roles":["a"]}',
    '{"error":"backend down","data":[]}',
    '{"error":"no","data":[]}',
    '{"success":false,"data":[]}',
    '"F1"',
  ])('%s is none', async (text) => {
    expect(await listed(text)).toMatchObject({ kind: 'failed', failure: { kind: 'bad-answer' } });
  });

  test('keeps its good rows beside bad ones, in order, duplicates too', async () => {
    const long = 'x'.repeat(1_001);
    const rows = [
      { id: 'F1' },
      null,
      'F2',
      { title: 'no id' },
      { id: '' },
      { id: {} },
      { id: long },
      { id: 'F1' },
    ];
    const result = await listed(JSON.stringify(rows));
    if (result.kind !== 'ok') throw new Error('not read');
    expect(result.value.map((row) => (row.kind === 'record' ? row.id : null))).toEqual([
      'F1',
      null,
      null,
      null,
      null,
      null,
      null,
      'F1',
    ]);
    expect(result.value.map((row) => (row.kind === 'record' ? row.record : row.raw))).toEqual(rows);
  });

  test('with members named __proto__ changes nothing but the record', async () => {
    const result = await listed('[{"id":"F1","__proto__":{"title":"x"}}]');
    if (result.kind !== 'ok' || result.value[0]?.kind !== 'record') throw new Error('not read');
    expect(Object.keys(result.value[0].record)).toEqual(['id', '__proto__']);
    expect(result.value[0].record['title']).toBeUndefined();
    expect({}).not.toHaveProperty('title');
  });

  test('with numbers beyond all measure keeps them by their digits', async () => {
    const digits = '9'.repeat(5_000);
    const result = await listed(`[{"id":${digits.slice(0, 30)},"n":${digits},"x":1e999999,"zero":-0}]`);
    if (result.kind !== 'ok' || result.value[0]?.kind !== 'record') throw new Error('not read');
    expect(result.value[0].id).toBe(digits.slice(0, 30));
    expect(JSON.stringify(result.value[0].record)).toContain(`"n":${digits},"x":1e999999,"zero":-0`);
  });

  test('with bytes that are not UTF-8 is read, the bad ones marked', async () => {
    const bytes = Buffer.concat([
      Buffer.from('[{"id":"F1","title":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}]'),
    ]);
    const { client } = await facing((socket) => socket.write(httpAnswer(200, bytes)));
    const result = await client.listPage(call, { project: 'p', page: 1, pageSize: 10 });
    expect(result).toMatchObject({ kind: 'ok', value: [{ record: { title: 'a\ufffd\ufffd' } }] });
  });

  test('is known by its bytes alone, and can be read all the same', async () => {
    const bodies = ['[{"id":"F1"}]', '[{"id":"F1"}]', '[{"id": "F1"}]', '{"error":"no"}'];
    const { client } = await facing((socket) => socket.write(httpAnswer(200, bodies.shift() ?? '')));
    const refresh = async (knownBody: string | null) =>
      client.refreshPage(call, { project: 'p', page: 1, pageSize: 10 }, knownBody);
    const first = await refresh(null);
    if (first.kind === 'failed' || first.value.kind !== 'new') throw new Error('the first is not known');
    const { bodyHash, rows } = first.value;
    expect(rows).toEqual([{ kind: 'record', id: 'F1', record: { id: 'F1' } }]);
    const again = await refresh(bodyHash);
    if (again.kind === 'failed' || again.value.kind !== 'known') throw new Error('the second is known');
    expect(again.value.read()).toEqual({ kind: 'ok', value: rows });
    expect(await refresh(bodyHash)).toMatchObject({ kind: 'ok', value: { kind: 'new', rows } });
    expect(failureOf(await refresh(bodyHash)).kind).toBe('bad-answer');
  });
});

test.each<[unknown, readonly string[]]>([
  [{ success: true, Ids: ['F1'] }, ['F1']],
  [{ Ids: ['F1', 2] }, ['F1', '2']],
  [{ Ids: 'F1' }, ['F1']],
  [{ Ids: [] }, []],
  [{ Ids: ['F1', null] }, []],
  [{ Ids: [''] }, []],
  [{ Ids: { 0: 'F1' } }, []],
  [{ success: true }, []],
  [['F1'], []],
  ['F1', []],
  [undefined, []],
])('of a creation answered %j the identifiers are %j', (answer, ids) => {
  expect(createdIds(answer as Parameters<typeof createdIds>[0])).toEqual(ids);
});

test('a finding created with an identifier named Ids in its prototype has none', () => {
  expect(createdIds(JSON.parse('{"__proto__":{"Ids":["F1"]}}'))).toEqual([]);
});
