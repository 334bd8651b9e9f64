import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { createVault, openVault } from '#db/store/vault.ts';
import { readArguments } from '../../electron/cli/command/arguments.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { createCaller, type Caller } from '../../electron/cli/caller.ts';
import { createOutput } from '../../electron/cli/output/output.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { readPdf } from '../support/pdf.ts';
import { run, start, type Ended, type RunOptions, type Running } from './support/dossier.ts';
import { heldVersion, holdOpen } from './support/holder.ts';
import { runIn } from './support/in-process.ts';

/*
 * The account from outside: real processes over one vault, and every secret that they get, which is looked for in all
 * that they leave behind.
 */

const known = {
  wrong: 'Wrong-Password-Marker-71',
  first: 'First-Password-Marker-72',
  recovered: 'Recovered-Marker-73-long',
  registered: 'Registered-Marker-74-long',
};
const secrets = new Set<string>(Object.values(known));
const printed: string[] = [];
const shown = new Set<string>();

/** Arguments of every process, read while one of ours had been given secrets. */
const argumentsSeen: Buffer[] = [];

let service: SampleService;
let folder: string;

beforeAll(async () => {
  service = await startSampleService({ engagement: false });
  folder = mkdtempSync(join(tmpdir(), 'dossier-account-'));
  mkdirSync(join(folder, 'tmp'));
  for (const password of Object.values(service.passwords())) secrets.add(password);
  for (const token of Object.values(service.tokens)) secrets.add(token);
  secrets.add('sample-invitation-lena');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function withHome(args: readonly string[], options: RunOptions = {}): [string[], RunOptions] {
  const env = { TMPDIR: join(folder, 'tmp'), ...options.env };
  return [[...args, '--debug', '--home', join(folder, 'home')], { cwd: folder, ...options, env }];
}

/** Runs a command whose secrets are the lines of descriptor 3. */
async function dossier(args: readonly string[], lines: readonly string[] = [], env = {}): Promise<Ended> {
  for (const line of lines) secrets.add(line.trim());
  const given = lines.length === 0 ? {} : { descriptor3: `${lines.join('\n')}\n` };
  const asked = lines.length === 0 ? args : [...args, '--password-fd', '3'];
  const ended = await run(...withHome(asked, { ...given, env }));
  printed.push(ended.stdout, ended.stderr);
  return ended;
}

function begin(args: readonly string[], env = {}): Running {
  return start(...withHome(args, { env }));
}

/** What anybody at this computer can read of every process. */
function processArguments(): Buffer[] {
  const ids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/u.test(name)) : [];
  return ids.flatMap((id) => {
    try {
      return [readFileSync(`/proc/${id}/cmdline`)];
    } catch {
      return [];
    }
  });
}

const email = (login: string): string => `${login}@larkspur.example`;

test('signing in, its steps, the second factor and passwords work from the terminal, each with its exit code', async () => {
  const at = ['--base-url', service.baseUrl];
  createVault(join(folder, 'home'), { random: (count) => randomBytes(count) });
  expect((await dossier(['account'])).stdout).toBe('Not connected.\n');
  const giveBack = await holdOpen(join(folder, 'home'));
  onTestFinished(giveBack);
  const codes: (number | null)[] = [];
  const told = async (...call: Parameters<typeof dossier>): Promise<Ended> => {
    const ended = await dossier(...call);
    codes.push(ended.code);
    return ended;
  };
  await told(['sign-in', ...at, '--email', email('mara')]);
  service.setFaults(() => {
    argumentsSeen.push(...processArguments());
    return undefined;
  });
  const refused = await told(['sign-in', ...at, '--email', email('mara')], [known.wrong]);
  // A user on the way in already is not told of the ways in.
  expect(refused.stderr).not.toContain('A token comes from');
  service.setFaults(undefined);
  const password = service.passwords()['jonas'] ?? '';
  await told(['sign-in', ...at, '--email', email('jonas')], [password, '000000']);
  // It does not wait for a code any more, from nobody.
  const left = commandIn(join(folder, 'home'));
  expect((await left.call('account.standing', {})).signIn).toBe(null);
  await left.close();
  await told(['sign-in', ...at, '--email', email('jonas'), '--json'], [password, service.otpCode('jonas')]);
  await told(['sign-out']);
  await told(['sign-in', ...at, '--email', email('ines')], [service.passwords()['ines'] ?? '', known.first]);
  const setup = await told(['mfa', 'enable', '--json']);
  const { secret } = JSON.parse(setup.stdout) as { secret: string };
  // It is the one answer that has to show it.
  shown.add(setup.stdout);
  secrets.add(secret);
  await told(['mfa', 'verify'], [service.otpCode('ines')]);
  await told(['mfa', 'disable']);
  await told(['password', 'request', '--email', email('mara')]);
  const letter = service.mails.at(-1)?.token ?? '';
  await told(['password', 'confirm'], [letter, known.recovered]);
  await told(['register', '--field', 'password=x'], ['sample-invitation-lena']);
  const registered = await told(
    ['register', '--field', 'name=Lena'],
    ['sample-invitation-lena', known.registered],
  );
  expect(registered.stdout).toContain('The account is active.');
  expect(codes).toEqual([2, 4, 4, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0]);
});

test('a password and a second factor that the service refused with a success status are not told as done', async () => {
  const home = ['--home', join(folder, 'refusing'), '--quiet'];
  const ask = (args: string[], ...lines: string[]): Promise<Ended> => {
    for (const line of lines) secrets.add(line);
    const given = lines.length === 0 ? {} : { descriptor3: `${lines.join('\n')}\n` };
    return run([...args, ...home, ...(lines.length === 0 ? [] : ['--password-fd', '3'])], {
      cwd: folder,
      ...given,
    });
  };
  const old = service.passwords()['theo'] ?? '';
  const changed = 'Changed-Password-Marker-75';
  const signIn = ['sign-in', '--base-url', service.baseUrl, '--email', email('theo')];
  expect((await ask(signIn, old)).code).toBe(0);
  const words = 'The current password is wrong';
  service.setFaults(({ path }) =>
    /change-password|otp/u.test(path)
      ? { kind: 'status', status: 200, handled: false, body: JSON.stringify({ error: words }) }
      : undefined,
  );
  const refused = [await ask(['password', 'change'], old, changed), await ask(['mfa', 'disable', '--yes'])];
  service.setFaults(undefined);
  for (const { code, stdout, stderr } of refused)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)]);
  expect(await ask(['password', 'change'], old, changed)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The password is changed\./u) as string,
  });
  expect(service.passwords()['theo']).toBe(changed);
});

test('advice about tokens stands where a token was refused, and not where a session has ended', async () => {
  const home = ['--home', join(folder, 'advice')];
  const ask = (args: string[], descriptor3 = '', env = {}): Promise<Ended> =>
    run([...args, ...home], { cwd: folder, env, ...(descriptor3 === '' ? {} : { descriptor3 }) });
  const signIn = ['sign-in', '--base-url', service.baseUrl, '--email', email('mara'), '--password-fd', '3'];
  const password = service.passwords()['mara'] ?? '';
  secrets.add(password);
  expect((await ask(signIn, `${password}\n`)).code).toBe(0);
  service.endSessions('mara');
  for (const command of ['sync', 'whoami']) {
    const ended = await ask([command, '--quiet']);
    expect([ended.code, ended.stderr.toLowerCase()]).toEqual([4, expect.not.stringContaining('token')]);
    expect(ended.stderr).toContain('dossier sign-in');
  }
  const refused = await ask(['whoami'], '', { DOSSIER_TOKEN: 'a-token-that-nobody-has' });
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('A token comes from')]);
});

test('a rotation whose program is killed before its answer is found by the next start, and never begun again', async () => {
  expect(
    await dossier(['connect', '--base-url', service.baseUrl], [], { DOSSIER_TOKEN: service.tokens['theo'] }),
  ).toMatchObject({ code: 0 });
  const reached = Promise.withResolvers<void>();
  service.setFaults(({ path }) => {
    if (!path.endsWith('/generateToken')) return undefined;
    reached.resolve();
    return { kind: 'delay', ms: 30_000 };
  });
  const killed = begin(['token', 'rotate', '--confirm', 'replace my token']);
  await reached.promise;
  killed.child.kill('SIGKILL');
  await killed.ended;
  service.setFaults(undefined);
  secrets.add(service.tokens['theo'] ?? '');
  const giveBack = await holdOpen(join(folder, 'home'));
  onTestFinished(giveBack);
  const again = await dossier(['token', 'rotate', '--confirm', 'replace my token']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('A rotation was begun at ')]);
  expect(await dossier(['token', 'settle'])).toMatchObject({ code: 4 });
  expect(service.ledger.filter(({ path }) => path.endsWith('/generateToken'))).toHaveLength(1);
  const pasted = service.issueToken('theo');
  expect(await dossier(['token', 'replace'], [`"${pasted}" `])).toMatchObject({ code: 0 });
  secrets.add(pasted);
  service.changeUser('theo', { integrations: ['CI scanner'] });
  const rotated = await dossier(['token', 'rotate', '--confirm', 'replace my token', '--json']);
  expect(rotated.stderr).toContain('these integrations: CI scanner.');
  expect(JSON.parse(rotated.stdout)).toEqual({ kind: 'rotated', token: service.tokens['theo'], kept: true });
  shown.add(rotated.stdout);
  secrets.add(service.tokens['theo'] ?? '');
});

/** The way of one command to the home, as `main` makes it. */
function commandIn(home: string): Caller {
  const nowhere = { write: () => true };
  return createCaller({
    args: readArguments(['account', '--home', home], commands),
    out: createOutput({ json: false, quiet: true, stdout: nowhere, stderr: nowhere, env: {} }),
    version: heldVersion,
    env: {},
    folder,
    signal: new AbortController().signal,
  });
}

test('a command goes on for the account that it began with or has opened itself, never for another', async () => {
  const home = join(folder, 'home');
  const giveBack = await holdOpen(home);
  const [one, other] = [commandIn(home), commandIn(home)];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    await giveBack();
  });
  const pasted = { theo: service.tokens['theo'] ?? '', petra: service.tokens['petra'] ?? '' };
  await one.call('account.standing', {});
  await other.call('token.replace', { token: pasted.petra, other: true });
  const late = await one.call('engagement.add', { project: 'late' }).catch((thrown: unknown) => thrown);
  await other.call('engagement.add', { project: 'of-petra' });
  await other.call('token.replace', { token: pasted.theo, other: true });
  const projects = (await one.call('engagement.list', {})).map(({ project }) => project);
  expect([late, projects]).toEqual([expect.objectContaining({ code: 'other-account' }), []]);
});

test.each(['main', 'worker'] as const)(
  'a program that breaks in its %s thread says nothing of what it was given',
  async (thread) => {
    const password = service.passwords()['mara'] ?? '';
    const words = join(folder, `${thread}-words`);
    // Loaded before the program, it throws as a foreign library might: with the secret in its words.
    const breaking = `
      import { readFileSync } from 'node:fs';
      import { isMainThread } from 'node:worker_threads';
      if (isMainThread === ${String(thread === 'main')}) setInterval(() => {
        let text = '';
        try { text = readFileSync(${JSON.stringify(words)}, 'utf8'); } catch { return; }
        throw new Error(text);
      }, 5).unref();`;
    service.setFaults(({ path }) => {
      if (!path.endsWith('/auth/signin')) return undefined;
      writeFileSync(words, `No way with ${password}\nnor with ${known.wrong}`);
      return { kind: 'delay', ms: 60_000 };
    });
    onTestFinished(() => {
      service.setFaults(undefined);
      rmSync(words);
    });
    const args = ['sign-in', '--email', email('mara'), '--password-fd', '3', '--home', join(folder, 'home')];
    const { code, stdout, stderr } = await run(args, {
      cwd: folder,
      descriptor3: `${password}\n`,
      env: {
        TMPDIR: join(folder, 'tmp'),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(breaking)}`,
      },
    });
    printed.push(stdout, stderr);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^dossier: [^\n]+\n$/u)]);
    expect(stderr).not.toMatch(/No way|sample password|Marker/u);
  },
);

/** A text as it may lie in a file or an output: as it is, escaped, or encoded at any place of something longer. */
function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const aligned = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/u, '');
    // The first and the last characters hold bits of what is around it.
    return whole.slice(before === 0 ? 0 : before + 1, (bytes.length + before) % 3 === 0 ? undefined : -1);
  });
  const forms = [
    ...[text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), bytes.toString('hex')],
    ...aligned.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
  return [...[...new Set(forms)].map((form) => Buffer.from(form)), Buffer.from(text, 'utf16le')];
}

/** Runs a command over this home in this process: what the processes before it were given lies in their home by now. */
async function inHome(desk: TestDesk, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runIn(desk, folder, args);
  printed.push(stdout, stderr);
  expect([args, code]).toEqual([args, 0]);
}

/** Everything that leaves the home as a file: a report in every format, and the activity with all its words. */
async function writeExports(desk: TestDesk): Promise<void> {
  const finding = { title: 'One', asset: ['a'], severity: 'high', description: 'It is so.' };
  writeFileSync(join(folder, 'in.json'), JSON.stringify(finding));
  await inHome(desk, ['engagement', 'add', 'harbour']);
  await inHome(desk, ['create', 'harbour', '--from', 'in.json']);
  for (const format of ['pdf', 'html', 'csv', 'json', 'md'])
    await inHome(desk, ['report', 'harbour', '--out', `r.${format}`, '--force']);
  for (const format of ['csv', 'json']) await inHome(desk, ['activity', '--out', `a.${format}`, '--titles']);
  writeFileSync(join(folder, 'r.pdf.txt'), (await readPdf(readFileSync(join(folder, 'r.pdf')))).text);
}

test('no secret of all this lies in a file of the home, a temporary file, an export, an output, a diagnosis or an argument', async () => {
  const home = join(folder, 'home');
  const vault = openVault(home);
  if (vault.kind !== 'open') throw new Error(`The vault does not open: ${vault.kind}.`);
  const desk = openDesk({ home, dataKey: vault.dataKey });
  for (const args of [['diagnostics'], ['account', '--json'], ['activity', '--json'], ['queue']])
    await inHome(desk, args);
  await writeExports(desk);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const outputs = printed.filter((text) => !shown.has(text)).map((text) => Buffer.from(text));
  const found = [...secrets]
    .filter((text) => text.length >= 8)
    .filter((text) => {
      const forms = formsOf(text);
      return [...files, ...outputs, ...argumentsSeen].some((bytes) =>
        forms.some((form) => bytes.includes(form)),
      );
    });
  expect({
    found,
    looked: [
      files.length > 10,
      outputs.length > 15,
      secrets.size > 12,
      process.platform !== 'linux' || argumentsSeen.length > 2,
    ],
  }).toEqual({
    found: [],
    looked: [true, true, true, true],
  });
});
