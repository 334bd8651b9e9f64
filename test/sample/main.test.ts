import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { interrupt, interruptible } from '../support/system/interrupt.ts';

const MAIN = fileURLToPath(new URL('../../electron/sample/main.ts', import.meta.url));
const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

interface Started {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly tokens: Record<string, string>;
}

/** Starts the service as a process and reads the line that it prints. */
async function startProcess(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [...interruptible.args, MAIN, ...args], {
    stdio: ['pipe', 'pipe', 'inherit', ...interruptible.stdio],
    env: { ...process.env, ...interruptible.env },
  });
  cleanups.push(() => child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('It has no output.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, tokens } = JSON.parse(line) as Omit<Started, 'child'>;
  return { child, baseUrl, tokens };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'dossier-sample-'));
  cleanups.push(() => {
    rmSync(path, { recursive: true });
  });
  return path;
}

async function count({ baseUrl, tokens }: Started, project: string): Promise<number> {
  const response = await fetch(`${baseUrl}scans/?project=${project}&pageSize=200`, {
    headers: { 'X-SERVICE-TOKEN': tokens['mara'] ?? '' },
  });
  return ((await response.json()) as unknown[]).length;
}

test('serves generated findings and data files, and writes the ledger', async () => {
  const home = folder();
  const data = join(home, 'data.json');
  const ledger = join(home, 'ledger.jsonl');
  writeFileSync(
    data,
    JSON.stringify([
      { title: 'One', asset: ['a'] },
      { title: 'Two', asset: ['b'] },
    ]),
  );
  const started = await startProcess('--findings', '30', '--seed', '5', '--data', data, '--ledger', ledger);
  expect([await count(started, 'generated-2026'), await count(started, 'data-2026')]).toEqual([30, 2]);
  await fetch(`${started.baseUrl}scans/data-2026`, {
    method: 'PUT',
    headers: { 'X-SERVICE-TOKEN': started.tokens['mara'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Three', asset: ['c'] }),
  });
  expect(JSON.parse(readFileSync(ledger, 'utf8'))).toMatchObject({ n: 1, method: 'PUT', status: 201 });
});

test('ends with 0 on Ctrl-C', async () => {
  const { child } = await startProcess('--no-engagement');
  interrupt(child);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ends with 0 on SIGTERM', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows ends a program without asking it');
  const { child } = await startProcess('--no-engagement');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ends with its parent if asked to', async () => {
  const { child } = await startProcess('--no-engagement', '--with-parent');
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [['--port', 'x'], /--port wants a whole number/],
  [['--colour'], /Unknown option '--colour'/],
  [['--data', '/no/such/file.json'], /no such file/],
])('says what is wrong with %j and ends with 1', async (args, message) => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toMatch(message);
  expect(said).not.toContain('    at ');
});
