import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Json } from '#contract/json.ts';
import { patienceMs } from '../patience.ts';
import { eventual } from './eventual.ts';
import type { EngineTab } from './engine.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const screenPath = '/usr/bin/Xvfb';
const librariesPath = '/usr/lib/x86_64-linux-gnu';

/** The Debian packages that it comes in. */
export const webKitPackages: readonly string[] = ['webkit2gtk-driver', 'xvfb'];

const Answer = z.object({ value: z.unknown() });
const Session = z.object({ sessionId: z.string() });
const Ran = z.object({ value: z.string().optional(), error: z.string().optional() });

/** The browser that WebKitGTK brings along for trials. */
function miniBrowser(): string | undefined {
  if (!existsSync(librariesPath)) return undefined;
  return readdirSync(librariesPath)
    .filter((name) => name.startsWith('webkit2gtk-'))
    .map((name) => join(librariesPath, name, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** What is missing for WebKit on this machine; null if nothing is. */
export function whyNoWebKit(): string | null {
  const missing = [driverPath, screenPath].filter((path) => !existsSync(path));
  if (miniBrowser() === undefined) missing.push('MiniBrowser');
  return missing.length === 0 ? null : `${missing.join(', ')} (Debian: ${webKitPackages.join(', ')})`;
}

/** Starts WebKitGTK's browser on a screen of its own, and drives it by WebDriver. */
export async function startWebKit(): Promise<EngineTab> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-webkit-'));
  const children: { child: ChildProcess; ended: Promise<void> }[] = [];
  function start(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    fd3 = false,
  ): ChildProcess {
    const stdio = ['ignore', 'ignore', 'ignore', ...(fd3 ? (['pipe'] as const) : [])] as const;
    const child = spawn(command, args, { stdio: [...stdio], env });
    children.push({ child, ended: new Promise((resolve) => child.once('exit', () => resolve())) });
    return child;
  }
  const screen = start(
    screenPath,
    ['-displayfd', '3', '-screen', '0', '1500x1000x24', '-nolisten', 'tcp'],
    process.env,
    true,
  );
  const display = await new Promise<string>((resolve) =>
    screen.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())),
  );
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${display}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  start(driverPath, [`--port=${String(port)}`, '--host=127.0.0.1'], env);
  const base = `http://127.0.0.1:${String(port)}`;

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = Answer.parse(await answer.json());
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  }

  await eventual(() => send('GET', '/status'));
  const session = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
    },
  });
  const way = `/session/${Session.parse(session).sessionId}`;
  await send('POST', `${way}/timeouts`, { script: 4 * patienceMs });
  await send('POST', `${way}/window/rect`, { x: 0, y: 0, width: 1500, height: 980 });
  return {
    async goTo(url) {
      await send('POST', `${way}/url`, { url });
    },
    async run(functionText, args) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${functionText})(...JSON.parse(arguments[0])))
          .then((value) => done({ value: JSON.stringify(value ?? null) }), (error) => done({ error: String(error) }));`;
      const answer = await send('POST', `${way}/execute/async`, { script, args: [JSON.stringify(args)] });
      const { value, error } = Ran.parse(answer);
      if (error !== undefined) throw new Error(error);
      return JSON.parse(value ?? 'null') as Json;
    },
    async act(source) {
      const parameters = source.type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {};
      await send('POST', `${way}/actions`, { actions: [{ ...source, ...parameters }] });
    },
    async close() {
      await send('DELETE', way).catch(() => undefined);
      for (const { child, ended } of children.toReversed()) {
        child.kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
