import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { interrupt, interruptible } from '../support/system/interrupt.ts';
import { canLink } from '../support/system/links.ts';
import { patienceMs } from '../support/patience.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isWindows = process.platform === 'win32';
const noSignals = 'Windows has no signals between processes; Ctrl-C is tried by a message';

/**
 * Stands where the program's main does and does one thing per word. It writes through the descriptor: what was
 * written is out even when the process is killed the next moment.
 */
const MAIN = `
import { readFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const say = (text: string): number => writeSync(1, text);
export async function main(args: string[]): Promise<number> {
  const [word = '', value = ''] = args;
  if (word === 'version') say(process.versions.node + ' ' + JSON.stringify(args.slice(1)));
  if (word === 'exit') return Number(value);
  if (word === 'die') process.kill(process.pid, value);
  if (/^--[\\w-]+-fd$/.test(word)) say(readFileSync(Number(value), 'utf8'));
  if (/^--[\\w-]+-fd=/.test(word)) say(readFileSync(Number(word.split('=')[1]), 'utf8'));
  if (word === '--password-file') say(readFileSync(value, 'utf8'));
  if (word === 'throw') throw new Error('first line\\nsecond line');
  if (word === 'throw-later') setTimeout(() => { throw new Error('first line\\nsecond line'); }, 0);
  if (word === 'input') say(readFileSync(0, 'utf8'));
  if (word === 'warn') process.emitWarning('mind the gap');
  if (word === 'flood') for (let i = 0; i < 2000; i++) process.stdout.write('x'.repeat(1000) + '\\n');
  if (word === 'wait') {
    const signal = await new Promise((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, resolve);
      const forever = setInterval(() => undefined, 1000);
      void forever;
      say('ready ' + process.pid + '\\n');
    });
    say('stopped by ' + String(signal));
    process.exit(7);
  }
  return 0;
}
`;

/** Every Node on the path, the running one among them, by major version; one of each. */
function nodesByMajor(): Map<number, string> {
  const found = new Map<number, string>([[Number.parseInt(process.versions.node, 10), process.execPath]]);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const major = Number.parseInt(
      spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout,
      10,
    );
    if (!Number.isNaN(major) && !found.has(major)) found.set(major, node);
  }
  return found;
}

const nodes = nodesByMajor();
const newNode = [...nodes].find(([major]) => major >= 24)?.[1];
const oldNode = [...nodes].find(([major]) => major < 24 && major >= 20)?.[1];
const NO_OLD_NODE = 'no Node from 20 to 23 on the path';

/** A program that hangs fails its test instead of holding up the run. */
const BOUNDED = { encoding: 'utf8', timeout: patienceMs, killSignal: 'SIGKILL' } as const;

/** Stands where what was built does. */
const BUILT = `export const main = async () => { process.stdout.write('built'); return 0; };`;

let folder: string;
let entry: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-entry-'));
  for (const part of ['electron/cli', 'electron/build', 'db', 'dist/program'])
    mkdirSync(join(folder, part), { recursive: true });
  entry = join(folder, 'electron', 'cli', 'dossier.js');
  copyFileSync(join(root, 'electron', 'cli', 'dossier.js'), entry);
  copyFileSync(
    join(root, 'electron', 'cli', 'carried-node.js'),
    join(folder, 'electron', 'cli', 'carried-node.js'),
  );
  const builder = ['electron', 'build', 'build-if-stale.js'];
  copyFileSync(join(root, ...builder), join(folder, ...builder));
  for (const name of ['vite.program.config.ts', 'vite.shell.config.ts', 'package-lock.json'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'electron', 'cli', 'main.ts'), MAIN);
  writeFileSync(join(folder, 'dist', 'program', 'main.js'), BUILT);
  writeFileSync(
    join(folder, 'package.json'),
    '{"type":"module","imports":{"#build/*":"./electron/build/*"}}',
  );
  // Only an old Node needs it, to find the one that came with the dependencies.
  if (canLink) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
}

function run(node: string, args: readonly string[], path = entry): Ending {
  const options = { ...BOUNDED, input: 'typed in', env: environment() };
  const { status, signal, stdout, stderr } = spawnSync(node, [path, ...args], options);
  return { code: status, signal, stdout, stderr };
}

/** The programs that wait, to be ended with the test that started them even when it fails. */
const programs = new Set<number>();

/** Starts a command that waits; answers once its program runs. */
async function waiting(node: string): Promise<ChildProcess> {
  const child = spawn(node, [...interruptible.args, entry, 'wait'], {
    stdio: ['ignore', 'pipe', 'pipe', ...interruptible.stdio],
    env: { ...environment(), ...interruptible.env },
  });
  if (child.stdout === null) throw new Error('It has no output.');
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  programs.add(Number(/^ready (\d+)\n$/.exec(first.toString())?.[1]));
  return child;
}

afterEach(() => {
  for (const pid of programs) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself, as it should.
    }
  }
  programs.clear();
});

describe.each([
  { kind: 'a Node that can run the program', node: newNode, reason: 'no Node from 24 on the path' },
  { kind: 'an old Node', node: oldNode, reason: NO_OLD_NODE },
])('the entry on $kind', ({ node = '', reason }) => {
  beforeEach((context) => {
    if (node === '') context.skip(reason);
  });

  it('runs the program on Node 24 or newer, with the same arguments', () => {
    const { code, stdout, stderr } = run(node, ['version', 'a b', '--x=ü', '']);
    const [version = '', ...words] = stdout.split(' ');
    expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(24);
    expect({ code, words: words.join(' '), stderr }).toEqual({
      code: 0,
      words: '["a b","--x=ü",""]',
      stderr: '',
    });
  });

  it.each([0, 1, 2, 3, 4, 5])('ends with exit code %i as the program does', (code) => {
    expect(run(node, ['exit', String(code)])).toEqual({ code, signal: null, stdout: '', stderr: '' });
  });

  it.for(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'dies of %s as the program does',
    (signal, { skip }) => {
      skip(isWindows, noSignals);
      expect(run(node, ['die', signal])).toEqual({ code: null, signal, stdout: '', stderr: '' });
    },
  );

  it.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes %s on and waits for the end',
    async (signal, { skip }) => {
      skip(isWindows && (signal !== 'SIGINT' || node === oldNode), noSignals);
      const child = await waiting(node);
      const rest = text(child.stdout!);
      const ended = once(child, 'exit');
      if (signal === 'SIGINT') interrupt(child);
      else child.kill(signal);
      expect(await ended).toEqual([7, null]);
      expect(await rest).toBe(`stopped by ${signal}`);
    },
  );

  it('leaves no program behind when it is killed without warning', async () => {
    const child = await waiting(node);
    // Closed once the last process that can write to it is gone, the program among them.
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    expect(await closed).toEqual([null, 'SIGKILL']);
  });

  it('hands standard input on', () => {
    expect(run(node, ['input'])).toEqual({ code: 0, signal: null, stdout: 'typed in', stderr: '' });
  });

  it.each([
    ['--passphrase-fd', '5'],
    ['--passphrase-fd=5'],
    ['--password-fd', '5'],
    ['--password-fd=5'],
    ['--new-passphrase-fd', '5'],
    ['--new-passphrase-fd=5'],
    // As a shell of Unix writes `<(pass show report)`.
    ...(isWindows ? [] : [['--password-file', '/dev/fd/5']]),
  ])('hands the descriptor of %s on', (...words) => {
    const file = join(folder, 'passphrase');
    writeFileSync(file, 'correct horse');
    const fd = openSync(file, 'r');
    const { stdout, status } = spawnSync(node, [entry, ...words], {
      ...BOUNDED,
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', fd],
      env: environment(),
    });
    closeSync(fd);
    expect({ stdout, status }).toEqual({ stdout: 'correct horse', status: 0 });
  });

  const unforeseen = 'Something unforeseen went wrong. Run the command again with --debug for the details.';

  it.each(['throw', 'throw-later'])(
    'tells an error nobody expected in one line, without its words (%s)',
    (word) => {
      expect(run(node, [word])).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: `dossier: ${unforeseen}\n`,
      });
    },
  );

  it('tells it as one JSON document to a script, and with its trace to who asks', () => {
    expect(run(node, ['throw', '--json']).stdout).toBe(
      `{"error":{"code":"internal","message":"${unforeseen}"}}\n`,
    );
    expect(run(node, ['throw', '--debug']).stderr).toMatch(/first line[^]*main\.ts:/u);
  });

  it('goes on to the end when the reader of its output goes away', async () => {
    const child = spawn(node, [entry, 'flood'], { stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
    const complaints = text(child.stderr);
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect([await ended, await complaints]).toEqual([[0, null], '']);
  });

  it('shows warnings other than the one about type stripping', () => {
    expect(run(node, ['warn']).stderr).toContain('mind the gap');
  });

  it('starts where nothing can be kept between starts', () => {
    const env = { ...environment(), XDG_CACHE_HOME: join(folder, 'package.json', 'cache') };
    const { status, stderr } = spawnSync(node, [entry, 'exit', '0'], { ...BOUNDED, env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the entry of a checkout', () => {
  beforeEach((context) => {
    if (newNode === undefined) context.skip('no Node from 24 on the path');
  });

  /** What a start says, with a build that was begun so many milliseconds after the last change of a source. */
  function start(ms: number): string {
    const stamp = join(folder, 'dist', 'program.stamp');
    writeFileSync(stamp, '');
    const changed = statSync(join(folder, 'electron', 'build')).ctimeMs;
    utimesSync(stamp, (changed + ms) / 1000, (changed + ms) / 1000);
    const { stdout } = run(newNode ?? '', ['version']);
    rmSync(stamp);
    return stdout === 'built' ? stdout : 'sources';
  }

  it('runs what was built from the sources as they are, and the sources where one was touched since', () => {
    const source = join(folder, 'electron', 'build', 'new.ts');
    const said = [start(1_000)];
    writeFileSync(source, '');
    said.push(start(-1), start(1_000));
    rmSync(source);
    said.push(start(-1), run(newNode ?? '', ['version']).stdout.slice(0, 2));
    expect(said).toEqual(['built', 'sources', 'built', 'sources', '24']);
  });
});

describe('the entry on an old Node with none installed beside the program', () => {
  beforeEach((context) => {
    if (oldNode === undefined) context.skip(NO_OLD_NODE);
  });

  it('says in one line what is missing and what to do', () => {
    // A folder of its own, because Node also looks for packages in the folders above.
    const away = mkdtempSync(join(tmpdir(), 'dossier-bare-'));
    for (const name of ['dossier.js', 'carried-node.js'])
      copyFileSync(join(entry, '..', name), join(away, name));
    writeFileSync(join(away, 'package.json'), '{"type":"module"}');
    const { code, stdout, stderr } = run(oldNode ?? '', ['findings', '--json'], join(away, 'dossier.js'));
    rmSync(away, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dossier: Node 24 or newer is needed, this is v2\d[^\n]*"npm ci"[^\n]*\n$/);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'internal', message: expect.stringContaining('Node 24') },
    });
  });
});

it('the entry is an executable file, also behind a link as npm makes it', ({ skip }) => {
  skip(isWindows, 'npm makes no link on Windows, but a .cmd that names Node');
  const link = join(folder, 'dossier');
  symlinkSync(entry, link);
  expect(spawnSync(link, ['exit', '3'], { ...BOUNDED, env: environment() }).status).toBe(3);
});
