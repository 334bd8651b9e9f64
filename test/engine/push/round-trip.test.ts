import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { parseJson, stringify } from '#domain/base/json.ts';
import { bench, edit, isList, isUpdate, project, row, states, sync, watch, type Bench } from '../support.ts';

function json(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  return parsed.value;
}

/** A service that shows one finding as this text, to the letter, in list and detail. */
async function showing(text: string, id: string, over: Parameters<typeof bench>[0] = {}): Promise<Bench> {
  const made = await bench({ count: 0, ...over });
  watch(made.service, made.requests, (request) => {
    if (isList(request)) return { kind: 'body', body: request.path.includes('page=1&') ? `[${text}]` : '[]' };
    if (request.path === `/api/scans/${encodeURIComponent(id)}` && request.method === 'GET') {
      // The service answers 404 of its own: it does not know this finding.
      return { kind: 'status', status: 200, handled: false, body: text };
    }
    return undefined;
  });
  await sync(made.desk);
  return made;
}

async function stored(desk: Bench['desk'], id: string): Promise<string> {
  const { remote } = await desk.call('finding.get', { id });
  return stringify(remote ?? {});
}

const odd = [
  [
    'numbers with more digits than a double holds',
    '{"id":"x","title":"t","asset":["a"],"review_version":90071992547409931234567890,"CVSS":7.10,"e":1E400,"z":-0,"f":0.1000000000000000055511151231257827,"n":[1.0,2e0]}',
  ],
  [
    'members named like parts of an object',
    '{"id":"x","title":"t","asset":["a"],"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}},"toString":"s","hasOwnProperty":1,"requests":{"__proto__":[1],"a":{"__proto__":null}}}',
  ],
  [
    'control characters, lone surrogates and directions',
    '{"id":"x","title":"\\u0000\\u0007\\ud800 \\u202etxt\\ufeff","asset":["\\u0000"],"description":"\\r\\n\\u2028\\u2029\\udfff"}',
  ],
  [
    'nulls, booleans and nesting where texts belong',
    '{"id":"x","title":null,"asset":null,"severity":[[]],"description":{"a":[true,false,null]},"tags":{"a":1},"references":"no list","cwe":7}',
  ],
  ['a number as identifier and title', '{"id":"x","title":12345678901234567890,"asset":[1,2,3],"status":5}'],
] as const;

describe('a record of the service', () => {
  test.each(odd)('with %s is kept member by member, digit by digit', async (_name, text) => {
    const { desk } = await showing(text, 'x');
    expect(await stored(desk, 'x')).toBe(stringify(json(text)));
    desk.restart();
    expect(await stored(desk, 'x')).toBe(stringify(json(text)));
    const again = await sync(desk);
    expect(again.pulled).toMatchObject({ seen: 1, created: 0, changed: 0, unchanged: 1 });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('whose last digit changes counts as changed', async () => {
    let version = '9007199254740993';
    const text = (): string => `{"id":"x","title":"t","asset":["a"],"review_version":${version}}`;
    const made = await bench({ count: 0 });
    watch(made.service, made.requests, (request) =>
      isList(request)
        ? { kind: 'body', body: request.path.includes('page=1&') ? `[${text()}]` : '[]' }
        : request.path === '/api/scans/x'
          ? { kind: 'status', status: 200, handled: false, body: text() }
          : undefined,
    );
    await sync(made.desk);
    version = '9007199254740992';
    expect((await sync(made.desk)).pulled).toMatchObject({ changed: 1 });
    expect(await stored(made.desk, 'x')).toContain('9007199254740992');
  });

  test('with a review version beyond 2^53 keeps it', async () => {
    const { desk, service } = await bench({
      reviewVersion: (count) => 90071992547409930n + BigInt(count),
      count: 1,
    });
    const id = service.create(project, { body: { title: 'Candidate', asset: ['a'] }, candidate: 'public' });
    await sync(desk);
    expect(await stored(desk, id)).toContain('"review_version":90071992547409931');
    expect(await row(desk, id)).toMatchObject({ candidate: true });
  });

  test.each(['__proto__', 'constructor', 'a b/c?d#e', '../../users/me', 'Ünï', '%2e%2e', '0', '-1'])(
    'named %j is found, edited and sent under that name',
    async (id) => {
      const text = JSON.stringify({ id, title: 't', asset: ['a'] });
      const { desk, requests } = await showing(text, id);
      expect((await row(desk, id))?.title).toBe('t');
      await edit(desk, id, { title: 'Edited' });
      await sync(desk);
      const sent = requests
        .filter(isUpdate)
        .map(({ path, body }) => [path, (JSON.parse(body) as { id: string }).id]);
      expect(sent).toEqual([[`/api/scans/${project}`, id]]);
      expect(
        requests.filter(({ path }) => !path.startsWith('/api/scans/') && !path.startsWith('/api/users/me')),
      ).toEqual([]);
    },
  );

  test('whose identifier is a number beyond 2^53 is updated under that number', async () => {
    const id = '90071992547409931';
    const { desk, requests } = await showing(`{"id":${id},"title":"t","asset":["a"]}`, id);
    await edit(desk, id, { title: 'Edited' });
    await sync(desk);
    expect(requests.filter(isUpdate).map(({ body }) => body)).toEqual([
      `{"id":${id},"title":"Edited","asset":["a"]}`,
    ]);
  });
});

describe('an update', () => {
  test('sends fields back that were not edited digit by digit, where the profile sends all', async () => {
    const text =
      '{"id":"x","title":"t","asset":["a"],"CVSS":7.10,"requests":[{"request":1E400,"__proto__":{"n":90071992547409931}}],"unknown":1.0}';
    const { desk, requests } = await showing(text, 'x', { profile: { updateSends: 'all-fields' } });
    await edit(desk, 'x', { severity: 'low' });
    await sync(desk);
    const [sent = ''] = requests.filter(isUpdate).map(({ body }) => body);
    expect(sent).toContain('"CVSS":7.10');
    expect(sent).toContain('"requests":[{"request":1E400,"__proto__":{"n":90071992547409931}}]');
    expect(sent).not.toContain('unknown');
  });

  test('carries an edited value digit by digit, through restart and conflict', async () => {
    const made = await bench();
    const { desk, service, requests } = made;
    await edit(desk, 'f1', { requests: json('[{"n":90071992547409931,"m":1.50,"__proto__":[2E5]}]') });
    desk.restart();
    service.edit('f1', { requests: 'theirs' });
    await sync(desk);
    const [operation] = await desk.call('queue.list');
    expect(stringify(operation?.conflict?.fields.requests?.mine ?? null)).toBe(
      '[{"n":90071992547409931,"m":1.50,"__proto__":[2E5]}]',
    );
    await desk.call('queue.resolve', { op: operation?.op ?? '', choice: 'mine' });
    await sync(desk);
    expect(
      requests
        .filter(isUpdate)
        .map(({ body }) => body)
        .join(),
    ).toContain('"requests":[{"n":90071992547409931,"m":1.50,"__proto__":[2E5]}]');
  });

  test('of a field named __proto__ is refused, and pollutes nothing', async () => {
    const { desk } = await bench();
    await expect(
      edit(desk, 'f1', json('{"__proto__":{"polluted":1}}') as Record<string, Json>),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect(await states(desk)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('of a text of a megabyte with every kind of line end arrives as it was given', async () => {
    const { desk, service } = await bench();
    const text = 'line\r\nline\rline\n\t \u{1F680}\u0000é e\u0301 </script> ${x}\n'.repeat(20_000);
    await edit(desk, 'f1', { description: text });
    await sync(desk);
    expect(service.finding('f1')?.['description']).toBe(text);
    expect(await states(desk)).toEqual([]);
  });
});
