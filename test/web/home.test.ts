import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { document, run } from '../cli/support/dossier.ts';
import { patienceMs } from '../support/patience.ts';
import { endAll, startServing, visit } from './support.ts';
import type { Serving, Visitor } from './support.ts';

/*
 * One home through its life in the local browser: new, open, locked, unlocked, shared with other commands, and its
 * server stopped in the middle of a call. The tests follow one another.
 */

const passphrase = 'correct horse battery';
const record = {
  title: 'Written while the service slept',
  asset: ['a.example'],
  severity: 'low',
  description: 'x',
};

let folder: string;
let home: string;
let temporary: string;
let serving: Serving;
let visitor: Visitor;
let recoveryCode: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-serve-home-'));
  home = join(folder, 'home');
  temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  serving = await startServing(home, { env: { TMPDIR: temporary } });
  visitor = await visit(serving.url);
});
afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

const opened = () => ({ kind: 'open', home, protected: true, lockAfterMinutes: 15 });
const open = () => ({ ok: true, value: opened() });
const locked = () => ({ ok: true, value: { kind: 'locked', home } });
/** The processes that the program has started and that still run; none if the system does not tell. */
const childrenOf = ({ running: { child } }: Serving): readonly string[] => {
  if (process.platform !== 'linux') return [];
  const tasks = `/proc/${String(child.pid)}/task`;
  return readdirSync(tasks).flatMap((task) => {
    try {
      const pids = readFileSync(join(tasks, task, 'children'), 'utf8').split(' ');
      return pids.filter((pid) => pid !== '');
    } catch {
      return []; // The thread has ended meanwhile.
    }
  });
};
const codeOf = async (name: string, input: unknown = {}): Promise<string> => {
  const outcome = await visitor.call(name, input);
  return outcome.ok === true ? 'ok' : outcome.error.code;
};

describe('a new home', () => {
  test('is told as new, opens nothing by itself, and takes no short passphrase', async () => {
    expect(await visitor.call('home.state')).toEqual({ ok: true, value: { kind: 'new', home } });
    expect(await codeOf('engagement.list')).toBe('locked');
    expect(await codeOf('sample.open')).toBe('locked');
    expect(await codeOf('home.unlock', { passphrase })).toBe('wrong-state');
    expect(await codeOf('home.create', { passphrase: '1234567' })).toBe('invalid');
    expect(await visitor.call('home.state')).toEqual({ ok: true, value: { kind: 'new', home } });
  });

  test('is made with a passphrase, and shows its recovery code', async () => {
    const events = await visitor.events();
    const made = await visitor.call('home.create', { passphrase });
    expect(made).toEqual({ ok: true, value: { recoveryCode: expect.stringMatching(/^(\w{4}-){7}\w{4}$/) } });
    recoveryCode = made.value.recoveryCode;
    expect((await events.next()).value).toEqual({
      event: 'desk',
      data: { kind: 'home', state: opened() },
    });
    expect(await visitor.call('home.state')).toEqual(open());
    expect(await codeOf('home.create', { passphrase })).toBe('wrong-state');
  });

  test('has the sample engagement after one call, and again after a second', async () => {
    const projects = ['fjm-portal-2026', 'fjm-internal-2026', 'fjm-driver-2026'];
    for (const _ of ['first', 'second']) {
      expect(await visitor.call('sample.open')).toEqual({ ok: true, value: { projects } });
    }
    const engagements = await visitor.call('engagement.list');
    expect(
      engagements.value.map(({ project, name, client, findings }: Record<string, unknown>) => ({
        project,
        name,
        client,
        some: Number(findings) > 10,
      })),
    ).toEqual([
      { project: projects[0], name: 'Customer portal', client: 'Fjellmark Logistics', some: true },
      { project: projects[1], name: 'Internal network', client: 'Fjellmark Logistics', some: true },
      { project: projects[2], name: 'Driver app', client: 'Fjellmark Logistics', some: true },
    ]);
  });

  test('keeps the digits of a number on their way through the browser', async () => {
    const answer = await visitor.ask('/call/finding.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"project":"fjm-portal-2026","records":[${JSON.stringify(record).slice(0, -1)},"observation":12345678901234567890.10}]}`,
    });
    const created = JSON.parse(answer.body);
    const [id] = created.value[0].findings;
    const got = await visitor.ask('/call/finding.get', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    expect(got.body).toContain('"observation":12345678901234567890.10');
    await visitor.call('finding.delete', { ids: [id] });
    const made = await visitor.call('finding.create', { project: 'fjm-portal-2026', records: [record] });
    expect(made).toMatchObject({ ok: true, value: [{ state: 'queued' }] });
  });
});

describe('a home with a passphrase', () => {
  test('answers nothing while it is locked but what it stands at, and keeps no page of a report, nor the file of one', async () => {
    const project = 'fjm-portal-2026';
    const before = childrenOf(serving);
    await visitor.call('preview.open', { view: 'w', project });
    expect(await visitor.call('preview.page', { view: 'w', project, page: 1 })).toMatchObject({ ok: true });
    const showing = childrenOf(serving).filter((pid) => !before.includes(pid));
    const kept: string[] = [];
    const keeping = codeOf('report.keep', { project, force: true, options: { template: 'executive' } }).then(
      (code) => kept.push(code),
    );
    await vi.waitUntil(
      () => kept.length > 0 || readdirSync(temporary).some((name) => name.startsWith('.dossier-report-')),
      patienceMs,
    );
    expect(await visitor.call('home.lock')).toEqual(locked());
    await keeping;
    // A report may be made before the lock comes.
    expect(['cancelled', 'ok']).toContain(kept[0]);
    expect([showing.length, readdirSync(temporary, { recursive: true })]).toEqual([
      process.platform === 'linux' ? 1 : 0,
      [],
    ]);
    await vi.waitUntil(() => childrenOf(serving).every((pid) => before.includes(pid)), patienceMs);
    expect(await visitor.call('home.state')).toEqual(locked());
    for (const name of ['engagement.list', 'desk.status', 'sample.open', 'home.connect']) {
      const input = name === 'home.connect' ? { baseUrl: 'http://127.0.0.1:1/api/', token: null } : {};
      expect(await codeOf(name, input), name).toBe('locked');
    }
    expect((await visitor.ask('/')).status).toBe(200);
  });

  test('opens by nothing but its passphrase or its recovery code, and still has its queue', async () => {
    expect(await visitor.call('home.unlock', { passphrase: 'not the passphrase' })).toEqual({
      ok: false,
      error: {
        code: 'wrong-passphrase',
        message: 'The passphrase is wrong. Nothing was changed; try again.',
      },
    });
    expect(await visitor.call('home.unlock', { passphrase: recoveryCode })).toEqual(open());
    expect(await visitor.call('home.lock')).toEqual(locked());
    expect(await visitor.call('home.unlock', { passphrase })).toEqual(open());
    const queue = await visitor.call('queue.list');
    expect(queue.value.map(({ kind }: { kind: string }) => kind)).toEqual(['create']);
  });

  test('changes it, and shows a new recovery code', async () => {
    const next = 'another passphrase';
    expect(await codeOf('home.protect', { current: 'wrong one', passphrase: next })).toBe('wrong-passphrase');
    expect(await codeOf('home.protect', { current: null, passphrase: null })).toBe('wrong-passphrase');
    expect(await codeOf('home.protect', { current: passphrase, passphrase: 'short' })).toBe('invalid');
    const changed = await visitor.call('home.protect', { current: passphrase, passphrase: next });
    expect(changed.value.recoveryCode).toMatch(/^(\w{4}-){7}\w{4}$/);
    await visitor.call('home.lock');
    expect(await codeOf('home.unlock', { passphrase })).toBe('wrong-passphrase');
    expect(await codeOf('home.unlock', { passphrase: changed.value.recoveryCode })).toBe('ok');
    recoveryCode = (await visitor.call('home.protect', { current: next, passphrase })).value.recoveryCode;
  });
});

describe('beside other commands', () => {
  test('a command and a second window work through the one that has the home open', async () => {
    const [command, second] = await Promise.all([
      run(['engagement', 'list', '--json', '--home', home]),
      startServing(home),
    ]);
    expect(document(command)).toHaveLength(3);
    const other = await visit(second.url);
    expect(await other.call('home.state')).toEqual(open());
    const seen = await visitor.events();
    expect(await other.call('engagement.add', { project: 'fjm-cloud-2026' })).toMatchObject({ ok: true });
    expect((await seen.next()).value).toEqual({ event: 'desk', data: { kind: 'changed' } });
    expect((await visitor.call('engagement.list')).value).toHaveLength(4);
    // Locking one window locks the vault: the other one and the terminal need its passphrase again.
    expect(await other.call('home.lock')).toEqual(locked());
    expect(await visitor.call('home.state')).toEqual(locked());
    expect(await visitor.call('engagement.list')).toMatchObject({ ok: false, error: { code: 'locked' } });
    const refused = await run(['engagement', 'list', '--json', '--home', home]);
    expect(document(refused)).toMatchObject({ error: { code: 'locked' } });
    expect(await other.call('home.unlock', { passphrase: 'not the passphrase' })).toMatchObject({
      error: { code: 'wrong-passphrase' },
    });
    expect(await other.call('home.unlock', { passphrase })).toEqual(open());
    expect(await visitor.call('home.unlock', { passphrase })).toEqual(open());
    expect(await visitor.call('home.lock')).toEqual(locked());
    expect(await other.call('engagement.list')).toMatchObject({ ok: false, error: { code: 'locked' } });
    expect(await other.call('home.state')).toEqual(locked());
    expect(await other.call('home.unlock', { passphrase })).toEqual(open());
    expect((await other.call('engagement.list')).value).toHaveLength(4);
    expect(await second.stop()).toBe(0);
  });

  test('the passphrase given with the command opens it at once, also after another one held it', async () => {
    await visitor.call('home.unlock', { passphrase });
    const second = await startServing(home, { env: { DOSSIER_PASSPHRASE: passphrase } });
    const other = await visit(second.url);
    expect((await other.call('engagement.list')).value).toHaveLength(4);
    expect(await serving.stop()).toBe(0);
    expect((await other.call('engagement.list')).value).toHaveLength(4);
    expect((await other.call('queue.list')).value).toHaveLength(1);
    // The sample service ended with the first; started again it is the same address, so the same store.
    expect(await other.call('sample.open')).toMatchObject({ ok: true });
    expect((await other.call('queue.list')).value).toEqual([]);
    const found = await other.call('finding.list', { project: 'fjm-portal-2026', query: 'slept' });
    expect(found.value.rows.map(({ title, sync }: Record<string, unknown>) => [title, sync])).toEqual([
      ['Written while the service slept', 'synced'],
    ]);
    serving = second;
    visitor = other;
  });
});

describe('Ctrl-C', () => {
  test('stops a call at a safe point, answers it and ends with 0; the home is free', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const reached = once(silent, 'connection');
    const events = await visitor.events();
    const call = visitor.call('home.connect', {
      baseUrl: `http://127.0.0.1:${String(port)}/api/`,
      token: 'x',
    });
    await reached;
    expect(await serving.stop()).toBe(0);
    expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    for await (const _ of events);
    silent.close();
    const after = await run(['engagement', 'list', '--json', '--home', home], {
      env: { DOSSIER_PASSPHRASE: passphrase },
    });
    expect(document(after)).toHaveLength(4);
  });
});

describe('the command line', () => {
  test.each([
    [['--port', '0'], 'takes a whole number of at least 1'],
    [['--port', '65536'], 'goes up to 65535'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await run(['serve', ...args, '--home', home]);
    expect({ code, said: stderr.includes(message) }).toEqual({ code: 2, said: true });
  });

  test('a port that is taken is named', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await run(['serve', '--port', String(port), '--home', home]);
    taken.close();
    expect(code).toBe(2);
    expect(stderr).toContain(
      `The port ${String(port)} cannot be used: another program has it. Give another by --port`,
    );
  });
});
