import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Json } from '#contract/json.ts';
import type { EngineTab } from './engine.ts';

/** Debian's, and that of packages by Mozilla; Ubuntu's own is a snap, which sees no profile of others. */
const firefoxPath = ['/usr/bin/firefox-esr', '/usr/lib/firefox/firefox'].find((path) => existsSync(path));

/** What is missing for Firefox on this machine; null if nothing is. */
export function whyNoFirefox(): string | null {
  return firefoxPath === undefined ? 'Firefox (Debian: firefox-esr)' : null;
}

const Message = z.object({
  id: z.number().nullable().default(null),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const Tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const Ran = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);

/** Starts the Firefox of this machine without a window, and drives it by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<EngineTab> {
  if (firefoxPath === undefined) throw new Error('There is no Firefox on this machine.');
  const profile = mkdtempSync(join(tmpdir(), 'dossier-firefox-'));
  const child = spawn(
    firefoxPath,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', '--width', '1500'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/u.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('Firefox ended at its start.')));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = Message.parse(JSON.parse(z.string().parse(data)));
    if (id === null) return;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message ?? ''}`));
  });
  function send(method: string, params: unknown): Promise<unknown> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  await send('session.new', { capabilities: {} });
  const [{ context }] = Tree.parse(await send('browsingContext.getTree', {})).contexts;
  await send('browsingContext.setViewport', { context, viewport: { width: 1500, height: 900 } });
  return {
    async goTo(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(functionText, args) {
      const answer = await send('script.callFunction', {
        functionDeclaration: `async (given) => JSON.stringify((await (${functionText})(...JSON.parse(given))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      });
      const ran = Ran.parse(answer);
      if (ran.type === 'exception') throw new Error(ran.exceptionDetails.text);
      return JSON.parse(ran.result.value) as Json;
    },
    async act(source) {
      const parameters = source.type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {};
      await send('input.performActions', { context, actions: [{ ...source, ...parameters }] });
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined);
      socket.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
