import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/desk.ts';
import { ensureRuntime, fetchRuntime } from '#build/runtime.js';

/*
 * `npm start` as a process, in a project whose program and whose package `electron` are stand-ins: nothing here says
 * anything of Electron itself.
 */

const root = join(import.meta.dirname, '..', '..');
const isWindows = process.platform === 'win32';
/** Nobody: a test that runs as root plays the user by this one. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

/** Electron's executable as its package names it. Here it is Node, which runs the main script of a folder as Electron does. */
const executable = isWindows ? 'electron.exe' : 'electron';

/** What the stand-in for `install.js` does, in Electron's place. */
const installers = {
  succeeds: `import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    const dist = join(import.meta.dirname, 'dist');
    mkdirSync(dist, { recursive: true });
    (${String(isWindows)} ? copyFileSync : symlinkSync)(process.execPath, join(dist, '${executable}'));
    writeFileSync(join(dist, 'version'), '45.0.0');
    writeFileSync(join(import.meta.dirname, 'path.txt'), '${executable}');`,
  fails: `console.error('RequestError: getaddrinfo ENOTFOUND github.com at https://example.test'); process.exit(1);`,
  hangs: `setInterval(() => undefined, 1000);`,
  'is killed': `process.kill(process.pid, 'SIGKILL');`,
  'ends halfway': `import { mkdirSync, writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    mkdirSync(join(import.meta.dirname, 'dist'));
    writeFileSync(join(import.meta.dirname, 'dist', '${executable}'), '');`,
} as const;

/** A project with the real scripts of `npm start` and stand-ins for all that they call. @param program its main script */
function makeProject(installer: keyof typeof installers, program = opens): string {
  const folder = temporaryFolder();
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const path of [
    ...['start', 'install', 'products', 'runtime'].map((name) => `electron/build/${name}.js`),
    ...['electron/desktop/start.js', 'electron/build/build-if-stale.js', 'electron/cli/carried-node.js'],
  ]) {
    put(path, '');
    copyFileSync(join(root, path), join(folder, path));
  }
  put('electron/cli/dossier.js', "console.log('served with', process.argv.slice(2).join(' '));");
  for (const source of ['db', 'renderer', 'electron/domain', 'electron/contract', 'docs/use', 'docs/images'])
    put(`${source}/a.ts`, '');
  for (const name of ['', 'shell.', 'program.']) put(`vite.${name}config.ts`, '');
  put('package.json', '{"type":"module","main":"main.js"}');
  put('main.js', program);
  put('package-lock.json', '{}');
  const hash = createHash('sha256').update(`{}\n${process.platform}-${process.arch}`).digest('hex');
  put('node_modules/.dossier-lock-hash', hash);
  put('node_modules/vite/bin/vite.js', '');
  put('node_modules/electron/package.json', '{"type":"module","version":"45.0.0"}');
  put('node_modules/electron/install.js', installers[installer]);
  for (const [product, entry] of [
    ['renderer', 'index.html'],
    ['shell', 'main.js'],
    ['program', 'main.js'],
  ]) {
    put(`dist/${product}/${entry}`, '');
    put(`dist/${product}.stamp`, '');
  }
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const path = join(folder, name);
    if (uid !== undefined) chownSync(path, uid, uid);
    if (statSync(path).isDirectory()) chmodSync(path, 0o755);
  }
  // The stamps are looked at by the time of their last change, which the lines above have set anew for all.
  for (const product of ['renderer', 'shell', 'program'])
    writeFileSync(join(folder, `dist/${product}.stamp`), '');
  return folder;
}

interface Ending {
  readonly code: number | null;
  readonly out: string;
}

/** A user in front of a screen; only Linux has a variable for it. */
const user: NodeJS.ProcessEnv = isWindows ? {} : { DISPLAY: ':77' };

/** Runs `npm start` as a user with this environment. */
async function start(
  folder: string,
  env: NodeJS.ProcessEnv,
  words: string[] = [],
  asRoot = false,
): Promise<Ending> {
  const child = spawn(process.execPath, [join(folder, 'electron/build/start.js'), ...words], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot || uid === undefined ? {} : { uid, gid: uid }),
  });
  const [out, complaints, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, out: out + complaints };
}

const opens = `console.log('Dossier: the window is open.');
console.log('words:', import.meta.dirname, ...process.argv.slice(2));`;
/** Electron's helper for the sandbox is not there: a stand-in needs none, and says so. */
const unboxed = (folder: string): void => {
  mkdirSync(join(folder, 'node_modules/electron/dist'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/electron/dist/stand-in-for-electron'), '');
};

describe('npm start', () => {
  it('fetches the runtime once, says so, opens the window and hands its words on', async () => {
    const folder = makeProject('succeeds');
    unboxed(folder);
    if (uid !== undefined) chownSync(join(folder, 'node_modules/electron/dist'), uid, uid);
    const first = await start(folder, user, ['--home', 'elsewhere', '--verbose']);
    expect(first.out).toMatch(/Fetching Electron 45\.0\.0, once: about \d+ MB, at most \d+ minutes/);
    expect(first.out).toContain('the window is open');
    expect(first.out).toContain(`words: ${folder} --home elsewhere --verbose`);
    expect(first.out).not.toContain('served');
    const second = await start(folder, user);
    expect([second.code, second.out.includes('Fetching'), second.out.includes('the window is open')]).toEqual(
      [0, false, true],
    );
  });

  it('serves to the browser with a reason and a remedy, and does not try again at each start', async () => {
    const folder = makeProject('fails');
    const first = await start(folder, user, ['--verbose']);
    expect(first.out).toMatch(/cannot be opened here: .*getaddrinfo ENOTFOUND github\.com.*npm run runtime/);
    // Words of the window that the command line has another one for.
    expect(first.out).toContain('served with serve --open --debug');
    const second = await start(folder, user);
    expect(second.out).not.toContain('Fetching');
    expect(second.out).toMatch(/failed less than a day ago.*npm run runtime/);
  });

  it.for([
    { env: {}, why: /no display/, served: 'served with serve\n' },
    { env: { ...user, CI: 'true' }, why: /CI is set.*npm run runtime/, served: 'served with' },
  ])('does not fetch it with the environment $env', async ({ env, why, served }, { skip }) => {
    skip(
      isWindows && !('CI' in env),
      'Windows names no display: the other tests open the window without one',
    );
    const { out } = await start(makeProject('succeeds'), env);
    expect(out).toMatch(why);
    expect(out).toContain(served);
    expect(out).not.toContain('Fetching');
  });

  it('opens no window for root, and says why', async (context) => {
    if (process.getuid?.() !== 0) context.skip('not root');
    const { out } = await start(makeProject('succeeds'), user, [], true);
    expect(out).toMatch(/cannot be opened here: Chromium's sandbox does not run for root/);
    expect(out).toContain('served with serve --open');
  });

  it('goes on in the browser if the program dies before its window is there', async () => {
    // As Chromium ends where it cannot go on: by a signal, which Windows tells as this code.
    const breaks = isWindows ? 'process.exit(0x80000003);' : "process.kill(process.pid, 'SIGTRAP');";
    const folder = makeProject('succeeds', breaks);
    unboxed(folder);
    if (uid !== undefined) chownSync(join(folder, 'node_modules/electron/dist'), uid, uid);
    const trapped = await start(folder, user);
    const how = isWindows ? 'with code 2147483651' : 'by SIGTRAP';
    expect(trapped.out).toContain(`ended before its window was there (${how})`);
    expect(trapped.out).toContain('served with serve --open');
  });

  it('ends as the program does once its window was there', async () => {
    const folder = makeProject(
      'succeeds',
      "console.log('Dossier: the window is open.'); process.exitCode = 3;",
    );
    unboxed(folder);
    if (uid !== undefined) chownSync(join(folder, 'node_modules/electron/dist'), uid, uid);
    const { code, out } = await start(folder, user);
    expect([code, out.includes('served')]).toEqual([3, false]);
  });

  it('serves to the browser at once if it is asked to', async () => {
    const { out } = await start(makeProject('succeeds'), user, ['--browser', '--port', '4321']);
    expect(out).toBe('served with serve --open --port 4321\n');
  });

  it('says what restores a backup that it is started with, which the browser does not', async () => {
    const words = ['--browser', '--home', 'of-old.dossier', 'acme.dossier'];
    const { out } = await start(makeProject('succeeds'), user, words);
    expect(out).toBe(
      'The browser restores no backup: "dossier home restore FILE FOLDER" does.\n' +
        'served with serve --open --home of-old.dossier\n',
    );
  });
});

describe('fetching the runtime', () => {
  const limits = { limitMs: 60_000, stallMs: 60_000, reportMs: 5_000 };

  it.each([
    ['fails', {}, /getaddrinfo ENOTFOUND github\.com/],
    // A program that is ended leaves no signal on Windows, but a code.
    ['is killed', {}, isWindows ? /its package ended with 1\b/ : /ended by SIGKILL/],
    ['hangs', { stallMs: 400 }, /nothing came for 0\.4 s/],
    ['hangs', { limitMs: 400 }, /took longer than 0\.4 s/],
    ['ends halfway', {}, /said so, and it is not there/],
  ] as const)('says why where the installer %s (%o)', async (installer, limit, why) => {
    const folder = makeProject(installer);
    const fetched = await fetchRuntime(folder, () => undefined, process.env, { ...limits, ...limit });
    expect(fetched).toEqual({ kind: 'failed', why: expect.stringMatching(why) });
    // Nothing is left of what was loaded.
    expect(readdirSync(join(folder, 'node_modules/.cache/dossier'))).toEqual([]);
  });

  it('says how far it is', async () => {
    const folder = makeProject('hangs');
    writeFileSync(
      join(folder, 'node_modules/electron/install.js'),
      `import { appendFileSync } from 'node:fs';
       import { tmpdir } from 'node:os';
       import { join } from 'node:path';
       let parts = 0;
       const timer = setInterval(() => {
         appendFileSync(join(tmpdir(), 'part'), Buffer.alloc(1_000_000));
         if ((parts += 1) === 50) clearInterval(timer);
       }, 50);`,
    );
    const told: string[] = [];
    await fetchRuntime(folder, (line) => told.push(line), process.env, {
      ...limits,
      reportMs: 300,
    });
    const numbers = told
      .flatMap((line) => Number(/^ {2}(\d+) MB$/.exec(line)?.[1] ?? NaN))
      .filter((one) => one > 0);
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('is left alone where it is there', async () => {
    const folder = makeProject('fails');
    mkdirSync(join(folder, 'node_modules/electron/dist'), { recursive: true });
    writeFileSync(join(folder, `node_modules/electron/dist/${executable}`), '');
    writeFileSync(join(folder, 'node_modules/electron/dist/version'), 'v45.0.0\n');
    const ensure = () => ensureRuntime(folder, () => undefined, { env: {}, uid: 1000 });
    expect((await ensure()).kind).toBe('failed');
    writeFileSync(join(folder, 'node_modules/electron/path.txt'), executable);
    expect(await ensure()).toEqual({ kind: 'there' });
    // One of an older version is none.
    writeFileSync(join(folder, 'node_modules/electron/dist/version'), '44.0.0');
    expect((await ensure()).kind).toBe('failed');
    expect(existsSync(join(folder, 'node_modules/.cache/dossier/runtime-not-fetched'))).toBe(true);
    expect(readFileSync(join(folder, `node_modules/electron/dist/${executable}`), 'utf8')).toBe('');
  });
});
