import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVault, openVault } from '#db/store/vault.ts';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { entry } from './support/dossier.ts';

/** A terminal without a person at it: util-linux's `script` gives the program one. */
const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version'], { encoding: 'utf8' }).status === 0;

let template: Desk;
let desk: Desk;
let finding: string;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
  const rows = await desk.json(['findings', project, '--query', 'status:open -is:candidate']);
  finding = (rows as { id: string }[])[0]?.id ?? '';
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

/** What a person types when the terminal shows the words. */
type Answer = readonly [words: string, typed: string];

/**
 * Runs a command on a terminal and types the answers to its questions, one after the other. Afterwards the terminal
 * itself is asked how it was left.
 */
async function talk(
  args: readonly string[],
  answers: readonly Answer[],
  {
    home = desk.home,
    token = desk.service.tokens['mara'] ?? null,
    terminal = { NO_COLOR: '1', TERM: 'dumb' },
  }: { home?: string; token?: string | null; terminal?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number; shown: string; left: string }> {
  const words = [process.execPath, entry, ...args, '--home', home].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  const { DOSSIER_TOKEN: _token, DOSSIER_PASSPHRASE: _passphrase, NO_COLOR: _colours, ...env } = process.env;
  const command = `${words.join(' ')}; code=$?; echo "LEFT: $(stty -a | tr '\\n' ' ')"; exit $code`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...env, ...terminal, SHELL: '/bin/sh', ...(token === null ? {} : { DOSSIER_TOKEN: token }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let read = 0;
  const waiting = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const [next] = waiting;
    const at = next === undefined ? -1 : shown.indexOf(next[0], read);
    if (next === undefined || at === -1) return;
    read = at + next[0].length;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  const [code] = (await once(child, 'close')) as [number];
  const [said = '', left = ''] = shown.split('LEFT: ');
  return { code, shown: said, left };
}

/** Types the one answer to a yes or no. */
const ask = (args: readonly string[], answer: string) => talk(args, [['[y/N]', answer]]);

describe('a person at a terminal', () => {
  beforeEach((context) => {
    if (!hasTerminal) context.skip('no util-linux script that makes a terminal');
  });

  test.each([
    ['Enter', '\r'],
    ['no', 'n\r'],
    ['anything else', 'yess\r'],
    ['Ctrl-C', '\u0003'],
  ])('is asked before findings are deleted, and %s leaves them', async (_name, answer) => {
    const { code, shown } = await ask(['delete', finding], answer);
    expect(shown).toContain(
      'This deletes 1 finding on the service with the next sync, which is permanent. Go on? [y/N]',
    );
    expect(code).toBe(1);
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test.each([
    ['colours and a line of progress', { TERM: 'xterm' }, { colours: true, progress: true, plain: false }],
    [
      'a line of progress without colours, with NO_COLOR',
      { TERM: 'xterm', NO_COLOR: '1' },
      { colours: false, progress: true, plain: false },
    ],
    ['plain lines, with TERM=dumb', { TERM: 'dumb' }, { colours: false, progress: false, plain: true }],
  ])('is shown %s', async (_what, terminal, expected) => {
    const { code, shown } = await talk(['sync'], [], { terminal });
    expect(code).toBe(0);
    expect({
      colours: /\u001b\[\d+m/u.test(shown),
      progress: shown.includes('\r\u001b[K'),
      plain: !shown.includes('\u001b'),
    }).toEqual(expected);
    expect(shown).toMatch(/reading findings[\s\S]*Received: /u);
  });

  test('chooses the passphrase of a new vault, is told what the code is for, and changes it', async () => {
    const home = join(desk.folder, 'new vault');
    const chosen = 'correct horse battery';
    const connect = ['connect', '--base-url', desk.service.baseUrl];
    const stopped = await talk(connect, [['Choose a passphrase', '\u0003']], { home });
    expect([stopped.code, existsSync(home)]).toEqual([1, false]);
    const made = await talk(
      connect,
      [
        ['Choose a passphrase', 'short\r'],
        ['Choose a passphrase', `${chosen}\r`],
        ['once more', `${chosen}\r`],
      ],
      { home },
    );
    expect(made.code).toBe(0);
    expect(made.shown).toContain(`There is no vault in ${home} yet: this makes one.`);
    expect(made.shown).toContain(`Made a new vault in ${home}.`);
    expect(made.shown).toContain('it opens the vault if the passphrase is lost');
    const changed = await talk(
      ['home', 'passphrase', 'change'],
      [
        ['of now', `${chosen}\r`],
        ['New passphrase', 'another horse battery\r'],
        ['once more', 'another horse battery\r'],
      ],
      { home },
    );
    expect([changed.code, changed.shown.includes('the old recovery code open it no more')]).toEqual([
      0,
      true,
    ]);
    const code = await talk(['home', 'recovery-code'], [['Passphrase', 'another horse battery\r']], { home });
    expect(code.shown).toMatch(/Recovery code of this vault[^:]*: [\w-]{30,}/u);
    expect(openVault(home, { passphrase: chosen }).kind).toBe('wrong-passphrase');
    expect(openVault(home, { passphrase: 'another horse battery' }).kind).toBe('open');
  });

  test('is told the counts of a query, and a yes takes exactly these findings', async () => {
    const rows = (await desk.json(['findings', project, '--query', 'severity:low'])) as {
      id: string;
      candidate: boolean;
    }[];
    const candidates = rows.filter(({ candidate }) => candidate).length;
    const args = ['set-status', 'a status of ours', '--project', project, '--query', 'severity:low'];
    const { code, shown } = await ask([...args, '--as-typed'], 'yes\r');
    expect(code).toBe(0);
    expect(shown).toContain(`for ${String(rows.length)} findings in ${project}`);
    if (candidates > 0) expect(shown).toContain(`${String(candidates)} pending candidate`);
    const [operation] = (await desk.json(['queue'])) as { op: string; findings: string[] }[];
    const taken = rows.filter(({ candidate }) => !candidate).map(({ id }) => id);
    expect(operation?.findings.toSorted()).toEqual(taken.toSorted());
    await desk.json(['discard', operation?.op ?? '', '--yes']);
  });

  test('is asked before the token of the environment goes to a second address, and a yes sends it', async () => {
    const home = join(desk.folder, 'two-addresses');
    let requests = 0;
    const second = createServer((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"u1"}');
    });
    await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve));
    const { port } = second.address() as AddressInfo;
    const origin = `http://127.0.0.1:${String(port)}`;
    const connect = (baseUrl: string, answers: readonly Answer[]) =>
      talk(['connect', '--base-url', baseUrl], answers, { home });
    try {
      expect((await connect(desk.service.baseUrl, [['Choose a passphrase', '\r']])).code).toBe(0);
      const refused = await connect(`${origin}/api/`, [['[y/N]', 'n\r']]);
      expect([refused.code, requests]).toEqual([4, 0]);
      expect(refused.shown).toContain(`Send it to ${origin} too? [y/N]`);
      expect((await connect(`${origin}/api/`, [['[y/N]', 'y\r']])).code).toBe(0);
      expect(requests).toBeGreaterThan(0);
    } finally {
      second.closeAllConnections();
      second.close();
    }
  });

  test('is asked before the store of somebody else is opened while something is pending, and a no opens none', async () => {
    const connect = ['connect', '--base-url', desk.service.baseUrl];
    const whose = async () => ((await desk.json(['account'])) as { user: { id: string } }).user.id;
    await desk.json(['edit', finding, '--set', 'title=Pending here']);
    const before = await whose();
    const theo = desk.service.tokens['theo'] ?? null;
    const refused = await talk(connect, [['[y/N]', 'n\r']], { token: theo });
    expect([refused.code, refused.shown.includes('1 pending change stays'), await whose()]).toEqual([
      1,
      true,
      before,
    ]);
    const opened = await talk(connect, [['[y/N]', 'y\r']], { token: theo });
    expect([opened.code, await whose()]).toEqual([0, 'user-theo']);
    // Who says so is not asked, and neither is a script.
    expect((await talk([...connect, '--other'], [])).code).toBe(0);
    expect(await whose()).toBe(before);
    const [operation] = (await desk.json(['queue'])) as { op: string }[];
    await desk.json(['discard', operation?.op ?? '', '--yes']);
  });

  const ctrlC = '\u0003';
  const ctrlD = '\u0004';
  const hidden = '(not shown): ';

  test.each<[string, () => ReturnType<typeof talk>, number, string]>([
    [
      'a token',
      () => talk(['token', 'replace'], [[`New API token ${hidden}`, 'zxq-secret-token\r']]),
      4,
      'dossier: ',
    ],
    [
      'a password and then Ctrl-C',
      () =>
        talk(['sign-in', '--email', 'mara@larkspur.example'], [[`Password ${hidden}`, `zxq-secret${ctrlC}`]]),
      1,
      'Stopped before anything was done.',
    ],
    [
      'a password, a wrong code, and then Ctrl-D',
      () =>
        talk(
          ['sign-in', '--email', 'jonas@larkspur.example'],
          [
            [`Password ${hidden}`, `${desk.service.passwords()['jonas'] ?? ''}\r`],
            [`Code ${hidden}`, 'zxqsecret\r'],
            [`Code ${hidden}`, ctrlD],
          ],
        ),
      1,
      'Stopped before anything was done.',
    ],
    [
      'a wrong passphrase and then Ctrl-C',
      () => {
        const home = join(desk.folder, 'protected');
        createVault(home, { passphrase: 'a passphrase of nobody', random: (count) => randomBytes(count) });
        return talk(
          ['queue'],
          [
            [hidden, 'zxq-secret-passphrase\r'],
            [hidden, ctrlC],
          ],
          { home, token: null },
        );
      },
      1,
      'Stopped before anything was done.',
    ],
  ])(
    'types %s, nothing of which is shown, and finds the terminal as it was',
    async (_what, talked, code, end) => {
      const { code: ended, shown, left } = await talked();
      expect([ended, shown.includes(end), /zxq|sample password/u.exec(shown)]).toEqual([code, true, null]);
      expect(left).toMatch(/\sisig icanon\s[^-]*.*\secho\s/u);
    },
  );
});
