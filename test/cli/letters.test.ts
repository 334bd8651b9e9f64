import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

/* Letters from the terminal, read back. */

const run = promisify(execFile);
let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

const words = async (name: string): Promise<string> =>
  (await run('/usr/bin/pdftotext', ['-layout', join(desk.folder, name), '-'])).stdout.replace(/\s+/gu, ' ');

test('an attestation is one page that counts findings and names none, and its edition writes it again', async (context) => {
  await desk.json([
    ...['engagement', 'set', project, '--set', 'begins=2026-11-02', '--set', 'ends=2026-11-13'],
    ...[
      '--set',
      'recipient=Harbour Ltd\nHarbour Street 1',
      '--set-json',
      'signers=[{"name":"Mara Quay","role":"Director"}]',
    ],
  ]);
  const made = await desk.json([
    'report',
    project,
    '--out',
    'attestation.pdf',
    '--template',
    'attestation',
    '--force',
  ]);
  expect(made).toMatchObject({ pages: 1 });
  const listed = (await desk.json(['findings', project])) as { title: string }[];
  const { edition } = made as { edition: number };
  await desk.json(['report', project, '--out', 'again.pdf', '--edition', String(edition)]);
  const bytes = ['attestation.pdf', 'again.pdf'].map((name) => readFileSync(join(desk.folder, name)));
  expect(bytes[1]?.equals(bytes[0] ?? Buffer.alloc(0))).toBe(true);
  if (!existsSync('/usr/bin/pdftotext'))
    context.skip('not on this machine: pdftotext (Debian: poppler-utils)');
  const text = await words('attestation.pdf');
  expect(text).toContain('To whom it may concern,');
  expect(text).toContain('from 2 to 13 November 2026');
  expect(text).toContain('Harbour Street 1');
  expect(text).toContain('Mara Quay Director');
  expect(text).toMatch(/Severity Critical High Medium Low Info Total Findings( \d+){6}/u);
  expect(listed.length).toBeGreaterThan(3);
  expect(listed.filter(({ title }) => text.includes(title))).toEqual([]);
});

test('an attestation carries no findings as JSON', async () => {
  const told = await desk.dossier([
    ...['report', project, '--out', 'with.pdf', '--template', 'attestation', '--embed-json', '--force'],
  ]);
  expect([told.code, told.stderr]).toEqual([2, expect.stringContaining('cannot carry the findings as JSON')]);
  expect(existsSync(join(desk.folder, 'with.pdf'))).toBe(false);
});

test('a retest letter is refused without a round, and has the verdict once there is one', async (context) => {
  const order = ['report', project, '--out', 'retest.pdf', '--template', 'retest-letter', '--force'];
  const refused = await desk.dossier(order);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('has no retest round yet, so a retest letter'),
  ]);
  const [finding] = (await desk.json(['findings', project, '--query', 'severity:high -is:candidate'])) as {
    id: string;
    title: string;
  }[];
  await desk.json(['retest', 'add', project, '--name', 'Second look']);
  await desk.json(['retest', 'set', project, '1', 'fixed', finding?.id ?? '']);
  await desk.json(order);
  if (!existsSync('/usr/bin/pdftotext'))
    context.skip('not on this machine: pdftotext (Debian: poppler-utils)');
  const text = await words('retest.pdf');
  expect(text).toContain('Second look');
  expect(text).toContain((finding?.title ?? '').slice(0, 30));
  expect(text).toContain('1 is fixed');
});

test('the check asks for recipient and signers of a letter alone', async () => {
  const about = async (name: string): Promise<string[]> => {
    await desk.json(['report', 'settings', project, '--template', name]);
    const { stdout } = await desk.dossier(['check', project, '--json']);
    const messages = JSON.parse(stdout) as { code: string; field: string | null }[];
    return messages.flatMap(({ code, field }) => (code === 'missing-fact' && field !== null ? [field] : []));
  };
  await desk.json(['engagement', 'set', project, '--set', 'recipient=', '--set-json', 'signers=[]']);
  const [report, letter] = [await about('technical'), await about('summary-letter')];
  expect(letter.filter((field) => !report.includes(field))).toEqual(['recipient', 'signers']);
});
