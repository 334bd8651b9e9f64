import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry } from '../cli/support/dossier.ts';
import { patienceMs } from '../support/patience.ts';

/*
 * Plays docs/use/first-session.md: types each command of its code blocks and compares what is printed. A "…" on the page stands
 * for any words, alone in a line for any lines. If a text of the program changes, `--update=true` with this file writes the page anew.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const path = join(root, 'docs/use/first-session.md');

/** What differs on each computer, as the page prints it, and how it is found in what a command prints. */
const varying = [{ printed: '040e755a', found: /^([\da-f]{8}[\da-f-]*) +Edit /mu }];
const pagePort = '4750';
const pageFolder = '…';

/** A line of progress, which a terminal writes over. */
const progress = /^(?:\S+: )?(?:reading|writing|sending|updating|checking) .*\([^()]*\)$/u;

/** A command of the page with the lines that it prints there. */
interface Step {
  readonly command: string;
  readonly output: string;
  /** Where its output stands in the lines of the page. */
  readonly from: number;
  readonly to: number;
}

function stepsOf(page: string): Step[] {
  const lines = page.split('\n');
  const steps: Step[] = [];
  let inBlock = false;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```')) inBlock = !inBlock;
    if (!inBlock || !line.startsWith('$ ')) continue;
    const rest = lines.slice(index);
    const typed = rest.findIndex((text) => !text.endsWith('\\')) + 1;
    const printed = rest.slice(typed).findIndex((text) => text.startsWith('$ ') || text.startsWith('```'));
    const [from, to] = [index + typed, index + typed + printed];
    const command = rest.slice(0, typed).join('\n').slice(2);
    steps.push({ command, output: lines.slice(from, to).join('\n'), from, to });
  }
  return steps;
}

/** Whether the page says this of an output. */
function says(output: string, printed: string): boolean {
  const parts = `${output}\n`
    .split(/(^…\n|…)/mu)
    .map((part) =>
      part === '…\n' ? '(?:.*\\n)*' : part === '…' ? '.*' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
    );
  return new RegExp(`^${parts.join('')}$`, 'u').test(`${printed}\n`);
}

let folder: string;
let service: ChildProcess;
let started: string;
let port: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-first-'));
  service = spawn(process.execPath, [join(root, 'electron/sample/main.ts'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (service.stdout === null) throw new Error('The sample service prints nothing.');
  [started] = (await once(createInterface(service.stdout), 'line')) as [string];
  ({ port } = new URL((JSON.parse(started) as { baseUrl: string }).baseUrl));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'dossier'), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`);
  chmodSync(join(bin, 'dossier'), 0o755);
});

afterAll(async () => {
  service.kill();
  await once(service, 'close');
  rmSync(folder, { recursive: true, force: true });
});

/** Types a line into a shell, and gives back what stands on the screen: results and messages, without progress. */
async function type(line: string, exported: readonly string[]): Promise<string> {
  const { DOSSIER_HOME: _home, DOSSIER_TOKEN: _token, DOSSIER_PASSPHRASE: _passphrase, ...env } = process.env;
  const script = [...exported, `{ ${line}\n} 2>&1 || true`].join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: folder,
    env: {
      ...env,
      NO_COLOR: '1',
      HOME: folder,
      PATH: `${join(folder, 'bin')}${delimiter}${env['PATH'] ?? ''}`,
    },
  });
  const lines = stdout.split('\n').map((text) => text.trimEnd());
  return lines
    .filter((text) => !progress.test(text))
    .join('\n')
    .trimEnd();
}

test('prints what docs/use/first-session.md says', { timeout: 12 * patienceMs }, async () => {
  const page = readFileSync(path, 'utf8');
  const lines = page.split('\n');
  const exported: string[] = [];
  const actual = new Map<string, string>();
  const changed: (Step & { readonly printed: string })[] = [];
  for (const step of stepsOf(page)) {
    let command = step.command.replaceAll(pagePort, port);
    for (const [printed, real] of actual) command = command.replaceAll(printed, real);
    if (command.startsWith('export ')) exported.push(command);
    const isService = command.includes('npm run --silent sample');
    let printed = isService ? started : await type(command, exported);
    for (const { printed: name, found } of varying) {
      const real = found.exec(printed)?.[1];
      if (real !== undefined && !actual.has(name)) actual.set(name, real);
    }
    for (const [name, real] of actual) printed = printed.replaceAll(real, name);
    printed = printed.replaceAll(`:${port}/`, `:${pagePort}/`).replaceAll(folder, pageFolder);
    if (!says(step.output, printed)) changed.push({ ...step, printed });
  }
  expect(actual.size).toBe(varying.length);
  for (const { from, to, printed } of changed.toReversed()) {
    lines.splice(from, to - from, ...printed.split('\n'));
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(path);
});

test('a page that says something else is noticed', () => {
  expect(says('Sent: 1\n…', 'Sent: 1\nReceived: 2')).toBe(true);
  expect(says('Sent: 1\n…', 'Sent: 2\nReceived: 2')).toBe(false);
  expect(says('a … kB', 'a 409 kB')).toBe(true);
  expect(says('', 'words')).toBe(false);
  expect(says('', '')).toBe(true);
});
