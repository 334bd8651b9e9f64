import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { document } from './support/dossier.ts';
import type { Ended } from './support/dossier.ts';
import { interrupt } from '../support/system/interrupt.ts';

const isWindows = process.platform === 'win32';

/** Hostile and broken input of a person, a file and the service: issue "Bad input". */

const HOSTILE = 'Red\u001b[31m \u001b]0;owned\u0007 \u202egnp.exe\u200b \u009b2J\r\nok';
/** What steers a terminal: no output may have it, with --json or without. */
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;

let template: Desk;
let desk: Desk;
let hostile: string;
let candidate: string;
beforeAll(async () => {
  template = await openDesk({ engagement: true, seeds: [] });
  const body = {
    title: HOSTILE,
    asset: [HOSTILE, '__proto__'],
    severity: HOSTILE,
    status: HOSTILE,
    description: HOSTILE,
    tags: [HOSTILE],
    ['__proto__']: { polluted: true },
  };
  hostile = template.service.create(project, { body });
  candidate = template.service.create(project, { body, candidate: 'public' });
  await template.json(['sync']);
});
afterAll(() => template.clear());
beforeEach(async () => {
  desk = await heldDesk(template);
});
afterEach(() => desk.clear());

/** A clear error: one or two lines, nothing that steers, no stack trace. */
function expectClear(ended: Ended, code: number, words: string): void {
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
  const lines = ended.stderr.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toMatch(STEERING);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(600);
}

describe('texts of the service that steer a terminal', () => {
  test.each([
    ['findings', () => ['findings', project, '--query', 'ok', '--sort', 'title']],
    ['finding', () => ['finding', hostile]],
    ['edit', () => ['edit', hostile, '--set', `title=${HOSTILE}!`]],
    ['history', () => ['history', hostile]],
    ['review', () => ['review', candidate, 'accept', '--comment', HOSTILE]],
    ['delete', () => ['delete', hostile, '--yes']],
    ['set-status', () => ['set-status', `${HOSTILE}?`, hostile, candidate, '--as-typed']],
    ['engagement add', () => ['engagement', 'add', `p${HOSTILE}`, '--name', HOSTILE]],
  ])('are written out in what %s says', async (_name, args) => {
    const told = await desk.dossier(args());
    expect(told.code).toBe(0);
    expect(told.stdout + told.stderr).not.toMatch(STEERING);
    const json = await desk.dossier([...args(), '--json']);
    expect(json.stdout).not.toMatch(STEERING);
    expect([0, 1]).toContain(json.code);
    expect(() => document(json)).not.toThrow();
  });

  test('are written out where an ID is corrected to one', async () => {
    await desk.dossier(['engagement', 'add', `p${HOSTILE}`]);
    const told = await desk.dossier(['engagement', 'correct', `p${HOSTILE}`, `q${HOSTILE}`]);
    expect(told.code).toBe(0);
    expect(told.stdout + told.stderr).not.toMatch(STEERING);
  });

  test('are kept as they came, and a member named __proto__ is one like others', async () => {
    const finding = (await desk.json(['finding', hostile])) as { effective: Record<string, unknown> };
    expect(finding.effective['title']).toBe(HOSTILE);
    expect(finding.effective['asset']).toEqual([HOSTILE, '__proto__']);
  });

  test('are written out in a conflict', async () => {
    await desk.json(['edit', hostile, '--set', `description=mine ${HOSTILE}`]);
    desk.service.edit(hostile, { description: `theirs ${HOSTILE}` });
    expect((await desk.dossier(['sync'])).code).toBe(3);
    const queue = await desk.dossier(['queue']);
    expect(queue.stdout).toContain('theirs Red\\u{1b}[31m');
    expect(queue.stdout).not.toMatch(/[^\n -~\u00a0-\u1fff\u2014…·]/u);
    desk.service.edit(hostile, { description: HOSTILE });
  });
});

describe('a profile file', () => {
  test.each([
    ['sub', 'sub is a folder'],
    ['none.json', 'does not exist'],
    ['', 'name of a file is empty'],
    ['x'.repeat(5_000), 'cannot be the name of a file'],
    ['latin.json', 'not valid UTF-8'],
    ['huge.json', 'larger than 1 MB'],
    ['deep.json', 'nested deeper'],
    ['proto.json', '__proto__'],
    ['wrong.json', 'quietTimeMs'],
    ['null.json', 'object'],
  ])('that is broken is told, and the stored profile stays: %s', async (path, words) => {
    mkdirSync(join(desk.folder, 'sub'));
    const write = (name: string, bytes: string | Buffer): void =>
      writeFileSync(join(desk.folder, name), bytes);
    write('latin.json', Buffer.from([0x22, 0xfc, 0x22]));
    write('huge.json', Buffer.alloc(2 * 1024 * 1024, ' '));
    write('deep.json', '['.repeat(50_000) + ']'.repeat(50_000));
    write('proto.json', '{"__proto__":{"quietTimeMs":1}}');
    write('wrong.json', '{"quietTimeMs":"\\u001b[31m"}');
    write('null.json', 'null');
    const ended = await desk.dossier(['connect', '--base-url', desk.service.baseUrl, '--profile', path]);
    expectClear(ended, 1, words);
  });
});

describe('the file of a report', () => {
  test('never takes the place of what is no ordinary file', async ({ skip }) => {
    skip(
      process.platform === 'win32',
      'no sockets lie among the files of Windows; names of devices are refused',
    );
    const path = join(desk.folder, 'socket.pdf');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    symlinkSync(path, join(desk.folder, 'link.pdf'));
    try {
      for (const out of ['socket.pdf', 'link.pdf']) {
        expectClear(await desk.dossier(['report', project, '--out', out, '--force']), 1, 'no ordinary file');
      }
      expect(statSync(path).isSocket()).toBe(true);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('under a name that cannot be, or under a file, is told before it is made', async () => {
    writeFileSync(join(desk.folder, 'file.pdf'), 'kept');
    for (const [out, words] of [
      [`${'x'.repeat(5_000)}.pdf`, isWindows ? 'more than 255 characters' : 'cannot be the name of a file'],
      ['file.pdf/x.pdf', 'does not exist'],
      ['a\u001b[31m/x.pdf', isWindows ? 'a control character in its name' : 'a\\u{1b}[31m does not exist'],
    ] as const) {
      expectClear(await desk.dossier(['report', project, '--out', out]), 1, words);
    }
    expect(readFileSync(join(desk.folder, 'file.pdf'), 'utf8')).toBe('kept');
  });
});

describe('names and ids', () => {
  test.each([
    [['finding', '__proto__'], 1, '__proto__'],
    [['findings', 'constructor'], 1, 'constructor'],
    [['finding', 'x'.repeat(100_000)], 2, 'too long'],
    [['resolve', '__proto__', 'mine'], 1, '__proto__'],
    [['retry', '\u001b[2J'], 1, '\\u{1b}[2J'],
    [['findings', project, '--sort', '__proto__'], 2, '__proto__'],
    [['findings', project, '--query', 'q'.repeat(20_000)], 2, 'query'],
    [['set-status', 's'.repeat(2_000), 'x', '--yes'], 2, 'too long'],
  ])('that are hostile are told as they are: %#', async (args, code, words) => {
    expectClear(await desk.dossier(args), code, words);
  });

  test('Ctrl-C ends a command that waits for its input', async () => {
    const running = desk.start(['create', project, '--from', '-', '--debug'], { inputStaysOpen: true });
    await running.sees('reading standard input');
    interrupt(running.child);
    expect(await running.ended).toMatchObject({ code: 1, stdout: '' });
  });
});
