import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../support/pdf.ts';
import { heldDesk, openDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

const password = 'Leuchtturm am Hafen 7';
const project = 'harbour';
const secret = '8F3A91C27D604B5E8F3A';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
  const request = `GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=${secret}\r\n\r\n`;
  const finding = {
    title: 'One',
    asset: ['a'],
    severity: 'high',
    description: 'It is so.',
    remediation: 'Mend it.',
    requests: [{ request, response: 'x'.repeat(5_000) }],
  };
  writeFileSync(join(desk.folder, 'in.json'), JSON.stringify(finding));
  writeFileSync(join(desk.folder, 'secret.txt'), `${password}\nsecond line\n`);
  writeFileSync(join(desk.folder, 'empty.txt'), '\n');
  await desk.json(['engagement', 'add', project]);
  await desk.json(['create', project, '--from', 'in.json']);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

test('what a report masks and cuts is told before it is written, without the values', async () => {
  const listed = await desk.json(['check', project, '--masks']);
  const more = await desk.json(['check', project, '--masks', '--no-mask', '--cut-bodies', '4000']);
  const check = await desk.dossier(['check', project]);
  const off = (await desk.dossier(['check', project, '--no-mask', '--json'])).stdout;
  const hits = [
    { where: 'Request, password', kind: 'password', count: 1 },
    { where: 'Request, Cookie', kind: 'cookie', count: 1 },
  ];
  expect(listed).toMatchObject([{ title: 'One', hits, leftOut: [{ where: 'Response', bytes: 904 }] }]);
  expect(more).toMatchObject([{ title: 'One', hits: [], leftOut: [{ where: 'Response', bytes: 1_000 }] }]);
  expect(check.stderr).toContain(
    'in the requests of 1 finding, 2 values are masked and the body of 1 message is cut',
  );
  expect([check.stdout.includes('masking is off'), off.includes('secret-in-request')]).toEqual([false, true]);
  expect(JSON.stringify(listed) + check.stdout + check.stderr).not.toMatch(/8F3A|Winter24/u);
});

test('a report is masked and cut unless it is told otherwise, and an edition compares as what it was made from', async () => {
  const found = async (...options: string[]): Promise<boolean[]> => {
    await desk.json(['report', project, '--out', 'r.md', '--force', ...options]);
    const text = readFileSync(join(desk.folder, 'r.md'), 'utf8');
    return [text.includes(secret), text.includes('904 bytes left out')];
  };
  expect([await found(), await found('--no-mask'), await found('--no-mask', '--whole-bodies')]).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
  expect(await desk.json(['edition', 'compare', project, '1', '3'])).toMatchObject({
    changed: [],
    unchanged: 1,
  });
});

test('a PDF is locked by the password of a file, which is kept nowhere and said nowhere', async () => {
  const made = await desk.dossier([
    'report',
    project,
    '--out',
    'locked.pdf',
    '--force',
    '--password-file',
    'secret.txt',
    '--embed-json',
  ]);
  const path = join(desk.folder, 'locked.pdf');
  const open = async (given: string) => (await readPdf(readFileSync(path), given)).text;
  expect([made.code, (await open(password)).includes('It is so.')]).toEqual([0, true]);
  await expect(open('other')).rejects.toThrow(/Incorrect password/iu);
  const editions = await desk.json(['edition', 'list', project]);
  expect(editions).toMatchObject([{ format: 'pdf', encrypted: true }, {}, {}, {}]);
  await desk.json(['report', project, '--out', 'again.pdf', '--edition', '4']);
  expect(readFileSync(join(desk.folder, 'again.pdf')).equals(readFileSync(path))).toBe(true);
  const home = readdirSync(desk.home, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const holding = home.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(password));
  expect([holding.map(({ name }) => name), (made.stdout + made.stderr).includes(password)]).toEqual([
    [],
    false,
  ]);
});

test.each([
  [['r.pdf', '--password-file', 'none.txt'], 1, /The password file .*none\.txt cannot be read \(ENOENT\)/u],
  [['r.pdf', '--password-file', 'empty.txt'], 1, /holds no password in its first line/u],
  [['r.pdf', '--password-file', '.'], 1, /cannot be read \(EISDIR\)/u],
  [['r.csv', '--password-file', 'secret.txt'], 2, /Only a PDF can be locked by a password/u],
  [['r.csv', '--embed-json'], 2, /Only a PDF can have the findings as JSON inside/u],
  [['r.pdf', '--whole-bodies', '--cut-bodies', '5'], 2, /either whole or cut/u],
  [['r.md', '--edition', '1', '--no-mask'], 2, /written as it is kept; take away --no-mask/u],
] as const)('%j is refused with a sentence', async (options, code, sentence) => {
  const { code: ended, stderr } = await desk.dossier(['report', project, '--out', ...options, '--force']);
  expect([ended, sentence.test(stderr) ? 'said' : stderr]).toEqual([code, 'said']);
});
