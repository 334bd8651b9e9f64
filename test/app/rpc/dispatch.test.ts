import { describe, expect, test } from 'vitest';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { procedures } from '#contract/procedures/index.ts';
import { AnswerText, createDispatcher } from '#app/rpc/dispatch.ts';
import type { CallContext, Handlers } from '#app/rpc/dispatch.ts';
import { createSmallTable } from '../support/small-table.ts';

function dispatcherWith(changed: Partial<Handlers> = {}) {
  const internal: unknown[] = [];
  const handlers = { ...createSmallTable(), ...changed };
  return {
    internal,
    dispatch: createDispatcher({ rows: procedures, handlers, onInternal: (error) => internal.push(error) }),
  };
}

function context(signal = new AbortController().signal, events: ProgressEvent[] = []): CallContext {
  return { token: null, signal, progress: (event) => events.push(event) };
}

describe('the dispatcher', () => {
  test('answers a call with the value of its handler', async () => {
    const { dispatch } = dispatcherWith();
    expect(await dispatch('engagement.add', '{"project":"p","name":"N"}', context())).toBe(
      '{"ok":true,"value":{"project":"p","name":"N","client":null,"findings":0,"lastSyncedAt":null,"copy":"whole"}}',
    );
  });

  test('passes an answer on that is JSON text already', async () => {
    const handlers = {
      ...createSmallTable(),
      'finding.list': () => new AnswerText<{ rows: [] }>('{"rows":[1.0,"ü"]}'),
    };
    const answers = [null, 'a"1'].map((account) =>
      createDispatcher({ rows: procedures, handlers, account: () => account, onInternal: () => undefined })(
        'finding.list',
        '{"project":"p"}',
        context(),
      ),
    );
    expect(await Promise.all(answers)).toEqual([
      '{"ok":true,"value":{"rows":[1.0,"ü"]}}',
      '{"ok":true,"account":"a\\"1","value":{"rows":[1.0,"ü"]}}',
    ]);
  });

  test('carries numbers through with all their digits, in and out', async () => {
    const { dispatch } = dispatcherWith({
      'finding.edit': ({ id, changes }) => ({
        op: 'o',
        kind: 'update',
        project: 'p',
        findings: [id],
        title: 'T',
        fields: ['CVSS'],
        state: 'queued',
        attempts: 0,
        error: null,
        conflict: {
          reason: 'fields',
          fields: { CVSS: { mine: JSON.parse(JSON.stringify(changes)) as never } },
        },
        results: [],
      }),
      'finding.create': ({ records }) => records as never,
    });
    const answer = await dispatch(
      'finding.create',
      '{"project":"p","records":[{"v":900719925474099312345,"w":1.0}]}',
      context(),
    );
    expect(answer).toBe('{"ok":true,"value":[{"v":900719925474099312345,"w":1.0}]}');
  });

  test('hands a field named __proto__ on to the rules instead of dropping it', async () => {
    let seen: string[] = [];
    const { dispatch } = dispatcherWith({
      'finding.edit': ({ changes }) => {
        seen = Object.keys(changes);
        throw new Error('enough');
      },
    });
    await dispatch('finding.edit', '{"id":"f","changes":{"__proto__":"x","title":"t"}}', context());
    expect(seen).toEqual(['__proto__', 'title']);
  });

  test.each([
    ['a procedure that does not exist', 'finding.burn', '{}'],
    ['a name of the object prototype', 'constructor', '{}'],
    ['no JSON', 'finding.get', '{'],
    ['a member too many', 'finding.get', '{"id":"f","more":1}'],
    ['a wrong type', 'finding.get', '{"id":7}'],
  ])('refuses %s as wrong usage', async (_what, name, input) => {
    const { dispatch, internal } = dispatcherWith();
    const outcome: unknown = JSON.parse(await dispatch(name, input, context()));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'usage' } });
    expect(internal).toEqual([]);
  });

  test('keeps what was thrown unforeseen to itself', async () => {
    const { dispatch, internal } = dispatcherWith();
    const text = await dispatch('connection.disconnect', '{}', context());
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(text).not.toContain('client text');
    expect(internal).toHaveLength(1);
  });

  test('tells a full disk by its name', async () => {
    const { dispatch } = dispatcherWith({
      'queue.list': () => {
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    });
    expect(JSON.parse(await dispatch('queue.list', '{}', context()))).toMatchObject({
      error: { code: 'disk-full' },
    });
  });

  test('a call that was cancelled before it began does nothing', async () => {
    const { dispatch } = dispatcherWith();
    const text = await dispatch('engagement.add', '{"project":"p"}', context(AbortSignal.abort()));
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await dispatch('engagement.list', '{}', context())).toBe('{"ok":true,"value":[]}');
  });

  test('gives a handler the store that is open as its call begins, and none to a call for another account', async () => {
    let open = 'first';
    const opened: string[] = [];
    const dispatch = createDispatcher({
      rows: procedures,
      handlers: {},
      onStore: { 'queue.list': (store: { readonly id: string }) => store.id },
      openStore() {
        opened.push(open);
        return { id: open };
      },
      account: () => open,
      onInternal: () => undefined,
    });
    const ask = (account?: string): Promise<string> =>
      dispatch('queue.list', '{}', { ...context(), account });
    const before = await ask();
    open = 'second';
    expect([before, await ask('second'), await ask('first')]).toEqual([
      '{"ok":true,"account":"first","value":"first"}',
      '{"ok":true,"value":"second"}',
      '{"ok":false,"error":{"code":"other-account","message":"Another account is open by now. Nothing was done for this one."}}',
    ]);
    expect(opened).toEqual(['first', 'second']);
  });
});
