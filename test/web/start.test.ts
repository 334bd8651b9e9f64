import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { visit } from './support.ts';

const script = fileURLToPath(new URL('../../electron/build/start.js', import.meta.url));

test('npm start without a display says why there is no window, and serves it', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only on Linux can a display be missing');
  const folder = mkdtempSync(join(tmpdir(), 'dossier-start-'));
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(process.execPath, [script, '--home', join(folder, 'home')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line);
      if (line.startsWith('http://')) break;
    }
    const [why, how] = said.filter((line) => !line.startsWith('Building'));
    expect(why).toMatch(/^The desktop window cannot be opened here: /);
    expect(how).toBe('The same application for a browser on this machine: open the address.');
    const visitor = await visit(new URL(said.at(-1) ?? ''));
    expect(await visitor.call('home.state')).toMatchObject({ ok: true, value: { kind: 'new' } });
  } finally {
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});
