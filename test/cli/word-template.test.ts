import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import validate from '@ooxml-tools/validate';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, project, type Desk } from './support/desk.ts';

/* A company's template for Word from outside: checked, kept, used, written out again, removed. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk.clear();
});

const read = (name: string): Buffer => readFileSync(join(desk.folder, name));
const textOf = (name: string): string =>
  strFromU8(unzipSync(read(name))['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]+>/gu, '');

test('the starter is written out, checked, kept under a name of its own, and a report is made by it', async () => {
  expect(await desk.json(['template', 'show', 'starter', '--out', 'acme.dotx'])).toEqual({
    name: 'starter',
    path: join(desk.folder, 'acme.dotx'),
  });
  expect(await validate(Uint8Array.from(read('acme.dotx')), 'docx', 'Microsoft365')).toEqual([]);
  const checked = (await desk.json(['template', 'check', 'acme.dotx'])) as Record<string, unknown>;
  expect(Object.keys(checked)).toEqual(['ok', 'styles', 'marks', 'problems']);
  expect(checked).toMatchObject({ ok: true, problems: [] });
  expect(checked['marks']).toContainEqual(expect.objectContaining({ mark: 'report', part: 'document' }));
  const kept = await desk.dossier(['template', 'add', 'acme.dotx']);
  expect(kept).toMatchObject({
    code: 0,
    stdout:
      'Kept the template "acme". Use it: dossier report PROJECT --out report.docx --word-template acme\n',
  });
  expect(await desk.json(['template', 'list'])).toMatchObject([
    { name: 'starter', keptAt: null },
    { name: 'acme', keptAt: expect.any(String) as string },
  ]);

  const args = ['report', project, '--force', '--out', 'acme.docx'];
  const first = (await desk.json([...args, '--word-template', 'acme'])) as { edition: number };
  expect(await validate(Uint8Array.from(read('acme.docx')), 'docx', 'Microsoft365')).toEqual([]);
  expect(textOf('acme.docx')).not.toContain('{{');
  await desk.json(['report', project, '--edition', String(first.edition), '--out', 'again.docx']);
  expect(read('again.docx').equals(read('acme.docx'))).toBe(true);
  await desk.json([...args.slice(0, -1), 'plain.docx']);
  expect(read('plain.docx').equals(read('acme.docx'))).toBe(false);
});

test('a template that is kept for the engagement is used for Word alone, and not removed while it is used', async () => {
  await desk.json(['template', 'show', 'starter', '--out', 'house.dotx']);
  await desk.json(['template', 'add', 'house.dotx', '--name', 'House style']);
  const told = await desk.dossier(['report', 'settings', project, '--word-template', 'House style']);
  expect(told.stdout).toMatch(/^Word template\s+House style$/mu);
  await desk.json(['report', project, '--force', '--out', 'kept.docx']);
  await desk.json(['report', project, '--force', '--out', 'plain.html']);
  expect(textOf('kept.docx')).not.toContain('{{');
  const used = await desk.dossier(['template', 'remove', 'House style']);
  expect([used.code, used.stderr]).toEqual([
    1,
    expect.stringContaining(`Reports of ${project} are made with the template "House style".`),
  ]);
  await desk.json(['report', 'settings', project, '--reset', 'word-template']);
  expect(await desk.json(['template', 'remove', 'House style'])).toMatchObject({ name: 'House style' });
});

test('a file that is no template is refused with a sentence, and the template that was there stays', async () => {
  await desk.json(['template', 'show', 'starter', '--out', 'firm.dotx']);
  await desk.json(['template', 'add', 'firm.dotx']);
  const before = await desk.json(['template', 'show', 'firm']);
  writeFileSync(join(desk.folder, 'firm.dotx'), 'no archive');
  const added = await desk.dossier(['template', 'add', 'firm.dotx']);
  expect(added.code).toBe(1);
  expect(added.stdout).toMatch(/^firm\.dotx: .+\nfirm\.dotx cannot be used\.\n$/u);
  const checked = await desk.dossier(['template', 'check', 'firm.dotx', '--json']);
  expect([checked.code, JSON.parse(checked.stdout)]).toEqual([
    1,
    {
      ok: false,
      styles: [],
      marks: [],
      problems: [{ paragraph: null, message: expect.any(String) as string }],
    },
  ]);
  expect(await desk.json(['template', 'show', 'firm'])).toEqual(before);
});

test.each([
  [
    ['report', project, '--out', 'no.pdf', '--word-template', 'acme'],
    'Only Word takes a template of a company, not pdf.',
    2,
  ],
  [
    ['report', project, '--force', '--out', 'no.docx', '--word-template', 'Nobody'],
    'There is no template "Nobody" in this vault.',
  ],
  [['report', 'settings', project, '--word-template', 'starter'], 'is one to begin with', 2],
  [
    ['report', 'settings', project, '--word-template', 'Nobody'],
    'There is no template "Nobody" in this vault.',
  ],
  [['template', 'show', 'Nobody'], 'There is no template "Nobody" in this vault.'],
  [['template', 'remove', 'Nobody'], 'There is no template "Nobody" in this vault.'],
  [['template', 'remove', 'starter'], 'The template "starter" is always there.'],
  [['template', 'check', 'gone.dotx'], 'gone.dotx does not exist.'],
  [
    ['template', 'show', 'starter', '--out', 'starter.docx'],
    'starter.docx would not open in Word: this template ends with .dotx.',
  ],
] as const)('%j is refused', async (args, message, code: number = 1) => {
  const refused = await desk.dossier(args);
  expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)]);
  expect(['no.pdf', 'no.docx', 'starter.docx'].filter((name) => existsSync(join(desk.folder, name)))).toEqual(
    [],
  );
});

test('no template can be kept as the one that is always there', async () => {
  await desk.json(['template', 'show', 'starter', '--out', 'mine.dotx']);
  const refused = await desk.dossier(['template', 'add', 'mine.dotx', '--name', 'starter']);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('"starter" is the name of the template that is always there.'),
  ]);
});
