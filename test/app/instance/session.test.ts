import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { openHost } from '#app/client.ts';
import type { HostOptions, HostSession } from '#app/client.ts';
import { proofOf } from '#app/instance/proofs.ts';
import { createSystemClock } from '#app/platform/system.ts';
import { findEndpoint } from '#app/instance/endpoint.ts';
import { hasModes, noModes } from '../../support/system/modes.ts';

const never = new AbortController().signal;
const hostEntry = new URL('../support/small-host.ts', import.meta.url);
const holderEntry = fileURLToPath(new URL('../support/holder.ts', import.meta.url));

let home: string;
let told: string[];
let sessions: HostSession[];
let children: ChildProcess[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-session-'));
  told = [];
  sessions = [];
  children = [];
});
afterEach(async () => {
  await Promise.all(sessions.map((session) => session.close()));
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

async function open(more: Partial<HostOptions> = {}): Promise<HostSession> {
  const session = await openHost({
    home,
    mayMakeVault: true,
    version: '1.0.0',
    passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
    tell: (line) => told.push(line),
    signal: never,
    debug: false,
    hostEntry,
    ...more,
  });
  sessions.push(session);
  return session;
}

/** Closes a session inside a test; the clean-up leaves it alone then. */
function close(session: HostSession): Promise<void> {
  sessions = sessions.filter((other) => other !== session);
  return session.close();
}

function add(session: HostSession, project: string): Promise<unknown> {
  return session.call('engagement.add', { project }, { token: null, signal: never });
}

async function projects(session: HostSession): Promise<string[]> {
  const outcome = await session.call('engagement.list', {}, { token: null, signal: never });
  return outcome.ok ? outcome.value.map(({ project }) => project) : [outcome.error.code];
}

/** Another process that has the home open, and says what it sees. */
async function startHolder(): Promise<{ child: ChildProcess; line: () => Promise<string> }> {
  const child = spawn(process.execPath, [holderEntry, home], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => (await lines.next()).value ?? '';
  expect(await line()).toBe('open');
  return { child, line };
}

describe('one home, one running instance', () => {
  test('a second command works through the first', async () => {
    const first = await open();
    const second = await open();
    await add(second, 'p');
    expect(await projects(first)).toEqual(['p']);
    expect(await projects(second)).toEqual(['p']);
  });

  test('a sync learns in the middle of its work that somebody works', async () => {
    const session = await open({ hostEntry: new URL('../support/busy-host.ts', import.meta.url) });
    const told: string[] = [];
    const begun = Promise.withResolvers<void>();
    const onProgress = (event: ProgressEvent): void => {
      if (event.kind === 'notice') told.push(event.text);
      begun.resolve();
    };
    const sync = session.call('sync.run', {}, { token: null, signal: never, onProgress });
    await begun.promise;
    await session.call('desk.worked', {}, { token: null, signal: never });
    await sync;
    expect(told).toEqual(['begun', 'saw somebody']);
  });

  test('the socket is for this user alone', async ({ skip }) => {
    skip(!hasModes, noModes);
    await open();
    expect(statSync(join(home, 'dossier.sock')).mode & 0o777).toBe(0o600);
  });

  test('a caller who reads is served while a sync runs', async () => {
    const first = await open();
    const second = await open();
    const stop = new AbortController();
    const events: ProgressEvent[] = [];
    const started = Promise.withResolvers<void>();
    const sync = second.call(
      'sync.run',
      {},
      {
        token: null,
        signal: stop.signal,
        onProgress: (event) => {
          events.push(event);
          started.resolve();
        },
      },
    );
    await started.promise;
    expect(await projects(first)).toEqual([]);
    expect(await projects(second)).toEqual([]);
    stop.abort();
    expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const told = { kind: 'sync', project: 'p', phase: 'sweep', done: 0, total: null };
    expect(events).toEqual(events.map(() => told));
  });

  test('the token of a second command is used for its own calls', async () => {
    await open();
    const second = await open();
    const asked = await second.call('connection.whoami', {}, { token: 'second', signal: never });
    expect(asked).toMatchObject({ ok: true, value: { user: { id: 'se' } } });
  });

  test('an instance ends after the calls of others, and nobody waits for an idle client', async () => {
    const first = await open();
    const second = await open();
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const sync = second.call(
      'sync.run',
      {},
      { token: null, signal: stop.signal, onProgress: () => started.resolve() },
    );
    await started.promise;
    let closed = false;
    const closing = close(first).then(() => (closed = true));
    expect(await projects(second)).toEqual([]);
    expect(closed).toBe(false);
    expect(told.at(-1)).toBe('Another command is using this vault through this one, which ends after it.');
    stop.abort();
    expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await closing;
  });

  test('a client whose instance has ended takes the home itself', async () => {
    const first = await open();
    const second = await open();
    await close(first);
    await add(second, 'later');
    expect(await projects(second)).toEqual(['later']);
  });

  test('the home is left as it was found: no socket, no pointer', async () => {
    await close(await open());
    const left = readdirSync(home).filter((name) => /sock|endpoint/.test(name));
    expect(left).toEqual([]);
  });

  test('a client that hangs up cancels its calls', async () => {
    const first = await open();
    const second = await open();
    const started = Promise.withResolvers<void>();
    const sync = second.call(
      'sync.run',
      {},
      { token: null, signal: never, onProgress: () => started.resolve() },
    );
    const stopped = expect(sync).rejects.toMatchObject({ code: 'cancelled' });
    await started.promise;
    await close(second);
    await stopped;
    // It would never resolve if the call of the client went on.
    await close(first);
  });

  test('an instance that is closed under a call of its own lets that end before the store is closed', async () => {
    const session = await open({ hostEntry: new URL('../support/late-host.ts', import.meta.url) });
    const begun = Promise.withResolvers<void>();
    const options = { token: null, signal: never, onProgress: () => begun.resolve() };
    const stopped = expect(session.call('sync.run', {}, options)).rejects.toMatchObject({
      code: 'cancelled',
      message: 'Stopped: the vault was closed.',
    });
    await begun.promise;
    await close(session);
    await stopped;
    expect(readFileSync(join(home, 'order'), 'utf8')).toBe('sync store');
  });

  test('a client that reads nothing, as a suspended command, keeps no instance from being stopped', async () => {
    const patient: number[] = [];
    const system = createSystemClock();
    const sleep: Clock['sleep'] = (ms, signal) => {
      if (ms < 10_000) return system.sleep(ms, signal);
      patient.push(ms);
      return Promise.resolve();
    };
    const first = await open({ clock: { ...system, sleep } });
    // Too much for what the system keeps for a socket that nobody reads.
    await add(first, 'x'.repeat(900));
    for (let n = 0; n < 40; n += 1) await add(first, `${String(n)} ${'x'.repeat(900)}`);
    const { address = '', secret = null } = findEndpoint(home) ?? {};
    const client = connect(address);
    const greeting = { kind: 'hello', version: '1.0.0', nonce: 'n', proof: proofOf(secret, 'guest', 'n') };
    const calls = Array.from({ length: 400 }, (_, id) => ({
      kind: 'call',
      id,
      name: 'engagement.list',
      input: '{}',
      token: null,
    }));
    client.pause();
    for (const frame of [greeting, ...calls]) client.write(`${JSON.stringify(frame)}\n`);
    await expect.poll(() => client.writableLength).toBe(0);
    expect(await projects(first)).toHaveLength(41);
    sessions = [];
    await first.lock();
    client.destroy();
    expect(patient).toEqual([10_000]);
  });

  test('a client that makes many calls at once leaves no listener of its connection behind', async () => {
    await open();
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', onWarning);
    const { address = '', secret = null } = findEndpoint(home) ?? {};
    const client = connect(address);
    let read = '';
    client.setEncoding('utf8').on('data', (text: string) => (read += text));
    const greeting = { kind: 'hello', version: '1.0.0', nonce: 'n', proof: proofOf(secret, 'guest', 'n') };
    const call = { kind: 'call', name: 'engagement.list', input: '{}', token: null };
    const calls = Array.from({ length: 30 }, (_, id) => ({ ...call, id }));
    client.write([greeting, ...calls].map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    await expect.poll(() => read.match(/"kind":"outcome"/g)?.length).toBe(30);
    client.destroy();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('a client that writes while it is hung up on still reads the outcome of what was under way', async () => {
    const first = await open();
    const { address = '', secret = null } = findEndpoint(home) ?? {};
    const client = connect(address);
    const send = (frame: object): boolean => client.write(`${JSON.stringify(frame)}\n`);
    let read = '';
    client.setEncoding('utf8').on('data', (text: string) => (read += text));
    client.on('error', (error) => (read += String(error)));
    send({ kind: 'hello', version: '1.0.0', nonce: 'n', proof: proofOf(secret, 'guest', 'n') });
    send({ kind: 'call', id: 1, name: 'sync.run', input: '{}', token: null });
    await expect.poll(() => read).toContain('"progress"');
    client.pause();
    sessions = [];
    const stopping = first.lock();
    // Well within the second that a client has before its socket is destroyed.
    for (const began = performance.now(); performance.now() < began + 200 && !client.destroyed;) {
      send({ kind: 'cancel', id: 2 });
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.resume();
    await Promise.all([stopping, client.closed || once(client, 'close')]);
    expect(read).toMatch(/"kind":"outcome".*cancelled[^\n]*\n$/);
  });

  test('a client needs no passphrase, but a wrong one is told', async () => {
    const passphrase = { given: 'correct horse battery', ask: null, askNew: null, showRecoveryCode: null };
    const first = await open({ passphrase });
    const second = await open();
    expect(await projects(second)).toEqual([]);
    await expect(open({ passphrase: { ...passphrase, given: 'battery horse' } })).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    expect(await projects(first)).toEqual([]);
  });

  test('a mistyped passphrase is asked for again, and the home is free meanwhile', async () => {
    const given = 'correct horse battery';
    await close(await open({ passphrase: { given, ask: null, askNew: null, showRecoveryCode: null } }));
    const answers = ['mistyped once', given];
    const session = await open({
      passphrase: {
        given: null,
        ask: async () => {
          const other = await open({
            passphrase: { given, ask: null, askNew: null, showRecoveryCode: null },
          });
          await close(other);
          return answers.shift() ?? '';
        },
        askNew: null,
        showRecoveryCode: null,
      },
    });
    expect(await projects(session)).toEqual([]);
    expect(answers).toEqual([]);
  });

  test('a new home shows its recovery code once, and the code opens it', async () => {
    const codes: string[] = [];
    const showRecoveryCode = (code: string): void => void codes.push(code);
    await close(
      await open({
        passphrase: { given: 'correct horse battery', ask: null, askNew: null, showRecoveryCode },
      }),
    );
    const session = await open({
      passphrase: { given: codes[0] ?? '', ask: null, askNew: null, showRecoveryCode },
    });
    expect(await projects(session)).toEqual([]);
    expect(codes).toHaveLength(1);
  });

  test('a home whose key file is gone is not given a new key', async () => {
    await close(await open());
    for (const name of ['key.json', 'key.backup.json']) rmSync(join(home, name));
    mkdirSync(join(home, 'stores'));
    await expect(open()).rejects.toMatchObject({ code: 'damaged-store' });
    expect(readdirSync(home)).not.toContain('key.json');
  });

  test('another version of the program is not let in, and told why', async () => {
    await open();
    await expect(open({ version: '2.0.0' })).rejects.toMatchObject({
      code: 'busy',
      message: 'Version 1.0.0 of the program has this vault open, this is 2.0.0. Close that one first.',
    });
  });

  test.each([
    'GET / HTTP/1.1\r\n\r\n',
    '{"kind":"call","id":1,"name":"queue.list","input":"{}","token":null}\n',
  ])('a client that does not greet is sent away, and the instance goes on: %j', async (words) => {
    const first = await open();
    const socket = connect(findEndpoint(home)?.address ?? '');
    socket.write(words);
    await once(socket.resume(), 'close');
    expect(await projects(first)).toEqual([]);
  });
});

describe('an instance in another process', () => {
  test('serves this one; after kill -9 nothing stale is in the way', async () => {
    const holder = await startHolder();
    const client = await open();
    await add(client, 'there');
    expect(await projects(client)).toEqual(['there']);
    holder.child.kill('SIGKILL');
    await once(holder.child, 'exit');
    expect(findEndpoint(home)).toBeDefined();
    expect(await projects(client)).toEqual([]);
    const next = await open();
    expect(await projects(next)).toEqual([]);
  });

  test('killed in the middle of a sync of ours: it is gone on with here', async () => {
    const holder = await startHolder();
    const client = await open();
    const stop = new AbortController();
    let begun = 0;
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sync = client.call(
      'sync.run',
      {},
      {
        token: null,
        signal: stop.signal,
        onProgress: () => {
          begun += 1;
          if (begun === 1) first.resolve();
          else second.resolve();
        },
      },
    );
    await first.promise;
    holder.child.kill('SIGKILL');
    await second.promise;
    stop.abort();
    expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('killed in the middle of a change of ours: it is told, not made a second time', async () => {
    const holder = await startHolder();
    const client = await open();
    const begun = Promise.withResolvers<void>();
    const creating = client.call(
      'finding.create',
      { project: 'p', records: [{}] },
      { token: null, signal: never, onProgress: () => begun.resolve() },
    );
    const told = expect(creating).rejects.toMatchObject({ code: 'busy' });
    await begun.promise;
    holder.child.kill('SIGKILL');
    await told;
  });

  test('that does not answer is named after a while', async () => {
    const holder = await startHolder();
    holder.child.stdin?.write('hang\n');
    expect(await holder.line()).toBe('hangs');
    await expect(open({ connectTimeoutMs: 300 })).rejects.toMatchObject({ code: 'busy' });
  });
});
