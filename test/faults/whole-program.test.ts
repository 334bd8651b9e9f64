import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { holdOpen } from '../cli/support/holder.ts';
import { run, runLoaded, start, type Ended, type RunOptions, type Running } from '../cli/support/dossier.ts';
import { onDisk } from '../support/system/disk.ts';
import { httpAnswer } from './servers.ts';
import { project, records, startHostileService, type Body, type HostileService } from './service.ts';

const markers = {
  token: 'TokenMarkerQzv81',
  passphrase: 'PassphraseMarkerQzv82',
  text: 'ClientTextMarkerQzv83',
  edit: 'EditTextMarkerQzv84',
};

let service: HostileService;
let folder: string;
/** A home that is connected and has synced five findings. */
let template: string;
beforeAll(async () => {
  service = await startHostileService(new Map(records(5)));
  template = mkdtempSync(join(onDisk(), 'dossier-whole-'));
  folder = template;
  mkdirSync(join(folder, 'tmp'));
  await connected(join(template, 'home'));
});
afterAll(async () => {
  rmSync(template, { recursive: true, force: true });
  await service.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(onDisk(), 'dossier-whole-'));
  mkdirSync(join(folder, 'tmp'));
  service.spoil(undefined);
  service.records.clear();
  for (const [id, record] of records(5)) service.records.set(id, record);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Home {
  readonly dossier: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  /** The same while the home is held open. */
  readonly asClient: (args: readonly string[]) => Promise<Ended>;
  readonly start: (args: readonly string[], options?: RunOptions) => Running;
}

function homeIn(home: string, env: NodeJS.ProcessEnv = {}): Home {
  const options = (more: RunOptions): RunOptions => ({
    cwd: folder,
    ...more,
    env: { DOSSIER_TOKEN: markers.token, TMPDIR: join(folder, 'tmp'), ...env, ...more.env },
  });
  return {
    dossier: (args, more = {}) => run([...args, '--home', home], options(more)),
    asClient: (args) => runLoaded([...args, '--home', home], options({})),
    start: (args, more = {}) => start([...args, '--home', home], options(more)),
  };
}

/** A home at this path as if it had just been connected and synced. */
function copied(home: string): Home {
  cpSync(join(template, 'home'), home, { recursive: true });
  return homeIn(home);
}

async function connected(home: string, env: NodeJS.ProcessEnv = {}): Promise<Home> {
  const made = homeIn(home, env);
  for (const args of [['connect', '--base-url', service.baseUrl], ['engagement', 'add', project], ['sync']]) {
    expect(await made.dossier(args)).toMatchObject({ code: 0 });
  }
  return made;
}

describe('a home', () => {
  const places: [string, string][] = [
    ['with blanks and quotes in its path', `my "client's" home; $(touch x)`],
    ['with other scripts in its path', 'хранилище 案件 🗂 e\u0301'],
    ['with a path longer than any socket address', join('l'.repeat(100), 'm'.repeat(100))],
  ];
  test.each(places)('%s serves six commands at once', async (_what, name) => {
    const { dossier } = copied(join(folder, name));
    const ended = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        at % 2 === 0
          ? dossier(['edit', `f${String(at / 2 + 1)}`, '--set', 'severity=high', '--json'])
          : dossier(['findings', project, '--json']),
      ),
    );
    // The instance of the home may be done while others still use it, and says so.
    const waits = /^Another command is using this vault through this one, which ends after it\.\n$/u;
    expect(ended.map(({ code, stderr }) => [code, stderr.replace(waits, '')])).toEqual(
      Array(6).fill([0, '']),
    );
    for (const { stdout } of ended) JSON.parse(stdout);
    expect(JSON.parse((await dossier(['queue', '--json'])).stdout)).toHaveLength(3);
  });

  test.each(['a file', 'a folder', 'a socket of nobody'])(
    'with %s where its socket should be works all the same',
    async (what) => {
      const home = join(folder, 'home');
      const { dossier, start: begin } = copied(home);
      const path = join(home, 'dossier.sock');
      if (what === 'a file') writeFileSync(path, 'x');
      if (what === 'a folder') mkdirSync(path);
      if (what === 'a socket of nobody') {
        const asked = Promise.withResolvers<void>();
        service.spoil(({ route }) => {
          if (route !== 'list') return undefined;
          asked.resolve();
          return 'taken';
        });
        const killed = begin(['sync']);
        await asked.promise;
        killed.child.kill('SIGKILL');
        await killed.ended;
      }
      expect(await dossier(['queue', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
    },
  );
});

describe('secrets and texts of clients', () => {
  const all = Object.values(markers).flatMap((marker) => [
    Buffer.from(marker, 'utf8'),
    Buffer.from(marker, 'utf16le'),
    Buffer.from(Buffer.from(marker).toString('base64').slice(0, -4)),
  ]);
  const holds = (bytes: Uint8Array): boolean => all.some((marker) => Buffer.from(bytes).includes(marker));

  function filesUnder(place: string): string[] {
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** What other users of the machine could see of every process that a command began; not the environment it was given. */
  function seenOf(pid: number): string[] {
    const children = (parent: number): number[] => {
      const tasks = `/proc/${String(parent)}/task`;
      try {
        return readdirSync(tasks).flatMap((task) =>
          readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
        );
      } catch {
        // Not Linux, or the process has ended meanwhile.
        return [];
      }
    };
    const down = (parent: number): number[] => children(parent).flatMap((one) => [one, ...down(one)]);
    return [pid, ...down(pid)].flatMap((one) => {
      try {
        const line = readFileSync(`/proc/${String(one)}/cmdline`, 'utf8');
        const isReport = /process[/-]child/u.test(line);
        return [line, ...(isReport ? [readFileSync(`/proc/${String(one)}/environ`, 'utf8')] : [])];
      } catch {
        return [];
      }
    });
  }

  test('lie nowhere in clear, and failing commands and command lines show none', async () => {
    for (const record of service.records.values()) {
      record['description'] = `${markers.text} `.repeat(300);
      record['title'] = `${markers.text} title`;
    }
    const home = join(folder, 'home');
    const { dossier, start: begin } = await connected(home, { DOSSIER_PASSPHRASE: markers.passphrase });
    const edit = ['edit', 'f1', '--set', `description=${markers.edit}`];
    expect(await dossier(edit)).toMatchObject({ code: 0 });

    service.spoil(({ route, body }) =>
      route === 'write'
        ? httpAnswer(400, JSON.stringify({ error: `no: ${markers.token}`, body }))
        : undefined,
    );
    const failing = [
      await dossier(['sync', '--debug']),
      await dossier(['connect', '--base-url', `${service.baseUrl}?${markers.token}`, '--debug']),
      await dossier(['queue'], { env: { DOSSIER_PASSPHRASE: `${markers.passphrase}x` } }),
      await dossier(['finding', 'nothing-like-it', '--debug']),
      await dossier(['findings', project, '--query', 'severity:', '--debug']),
      await dossier(['report', project, '--out', join(folder, 'nowhere', 'x.pdf'), '--force', '--debug']),
    ];
    for (const { stdout, stderr } of failing) {
      expect(stdout + stderr).not.toContain(markers.token);
      expect(stdout + stderr).not.toContain(markers.passphrase);
      expect(stderr).not.toContain(markers.text);
      expect(stderr).not.toContain(markers.edit);
    }
    const reporting = begin(['report', project, '--out', 'out.pdf', '--force']);
    const seen: string[] = [];
    let over = false;
    void reporting.ended.then(() => (over = true));
    while (!over) {
      seen.push(...seenOf(reporting.child.pid ?? 0));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await reporting.ended).toMatchObject({ code: 0 });
    if (process.platform === 'linux')
      expect(seen.some((one) => /process[/-]child\.[jt]s/u.test(one))).toBe(true);
    expect(seen.filter((one) => holds(Buffer.from(one)))).toEqual([]);

    const leaks = [...filesUnder(home), ...filesUnder(join(folder, 'tmp'))].filter((path) =>
      holds(readFileSync(path)),
    );
    expect(leaks).toEqual([]);
    expect(filesUnder(folder).filter((path) => /\.part$|\.new$|report-/u.test(path))).toEqual([]);
  });
});

describe('an engagement full of hostile findings', () => {
  const nasty = [
    '\u001b]0;owned\u0007\u001b[2J\u001b[31mred',
    '\u202egnp.exe\u202c',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '\u0000\u0001\u0008\u007f\u009b1m',
    '\ud800 lone \udfff',
    'a\u0301'.repeat(50) + '\u200d\u200b\ufeff',
    '[x](javascript:alert(1)) ![y](file:///etc/passwd) <http://evil.test/>',
    '`'.repeat(3_000),
    '['.repeat(5_000),
    '> '.repeat(2_000) + 'deep',
    '<div>'.repeat(3_000),
    'w'.repeat(30_000),
    '{{7*7}} ${7*7} %s %n',
    '表\u3000🗂\u{10ffff}\uffff',
  ];
  const odd: Body[] = [
    { title: null, asset: null, severity: null, description: null },
    { title: 5, asset: 'not a list', severity: ['high'], description: { a: [1, { b: null }] } },
    { title: [], asset: [[], {}, null, 7], severity: {}, CVSS: 1e308, tags: {}, references: 'x' },
    {
      title: 'Links',
      asset: ['a'],
      references: ['javascript:1', 'http://', 5, 'https://ok.test'],
      cwe: {},
      owasp: 'file:///etc',
    },
    {
      title: 'Deep',
      asset: ['a'],
      requests: JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as Body['x'],
    },
    {
      title: 'CVSS',
      asset: ['a'],
      CVSS: 'CVSS:3.1/AV:N/AV:N/XX',
      requests: [{ request: 5, response: null }],
    },
  ];

  test('is listed, shown and printed: nothing steers the terminal, nothing breaks', async () => {
    service.records.clear();
    for (const [at, text] of nasty.entries()) {
      const id = `n${String(at)}`;
      service.records.set(id, {
        id,
        title: text,
        asset: [text],
        severity: text,
        status: text,
        description: text,
        remediation: text,
        tags: [text],
      });
    }
    for (const [at, record] of odd.entries())
      service.records.set(`o${String(at)}`, { ...record, id: `o${String(at)}` });
    service.records.set(
      'p',
      JSON.parse('{"id":"p","title":"P","asset":["a"],"__proto__":{"x":1},"constructor":5}') as Body,
    );
    const { asClient } = await connected(join(folder, 'home'));
    // As a window does; of the commands that follow it is what they print that counts.
    const giveBack = await holdOpen(join(folder, 'home'));
    onTestFinished(giveBack);
    const shown = [await asClient(['findings', project]), await asClient(['findings', project, '--json'])];
    for (const id of service.records.keys()) shown.push(await asClient(['finding', id]));
    shown.push(await asClient(['finding', 'n0', '--json']), await asClient(['history', 'n0']));
    for (const { code, stdout, stderr } of shown) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
    }
    expect(JSON.parse(shown[1]?.stdout ?? '')).toHaveLength(service.records.size);
    const report = await asClient(['report', project, '--out', 'out.pdf', '--force', '--json']);
    expect(report.stdout).not.toContain('error');
    expect(report.code).toBe(0);
    const pdf = readFileSync(join(folder, 'out.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('/JavaScript')).toBe(false);
    const actions = [...pdf.toString('latin1').matchAll(/\/URI \(([^)]*)/gu)].map(([, to]) => to);
    expect(actions.filter((to) => !/^https?:/u.test(to ?? ''))).toEqual([]);
    expect(actions).toContain('https://ok.test');
  });
});
