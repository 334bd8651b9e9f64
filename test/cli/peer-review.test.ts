import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldDesk, openDesk, project, type Desk } from './support/desk.ts';

/* What colleagues tell each other about findings before the report, from the terminal. */

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  const seed = (id: string) => ({ id, body: { title: `Title ${id}`, asset: ['a.test'], severity: 'low' } });
  template = await openDesk({ engagement: false, seeds: [{ project, findings: ['f1', 'f2'].map(seed) }] });
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

describe('mark', () => {
  test('says how far findings are, and they are found and shown so', async () => {
    expect(await desk.json(['mark', 'ready', 'f1', 'f2'])).toEqual([
      { id: 'f1', state: 'ready' },
      { id: 'f2', state: 'ready' },
    ]);
    const told = await desk.dossier(['mark', 'reviewed', 'f2']);
    const listed = await desk.dossier(['findings', project, '--query', '-state:progress', '--sort', 'id']);
    const shown = await desk.dossier(['finding', 'f2']);
    expect([told.stdout, told.code]).toEqual(['f2  Reviewed\n', 0]);
    expect(listed.stdout).toMatch(/\[ready for review\] Title f1[^]*\[reviewed\] Title f2/u);
    expect(shown.stdout).toContain('f2 · Synced · Reviewed');
    expect(await desk.json(['findings', project, '--query', 'state:ready'])).toMatchObject([
      { id: 'f1', state: 'ready' },
    ]);
    expect(await desk.json(['finding', 'f2'])).toMatchObject({ state: 'reviewed' });
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('refuses what is no state, and names those that are', async () => {
    const ended = await desk.dossier(['mark', 'done', 'f1']);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('"done" is no state: write progress, ready, reviewed.');
  });
});

describe('ready', () => {
  test('lists what changed since a finding was marked ready, and keeps or restores it field by field', async () => {
    await desk.json(['mark', 'ready', 'f2']);
    await desk.json(['edit', 'f2', '--set', 'title=Another title', '--set', 'severity=high']);
    await desk.json(['edit', 'f2', '--set', 'description=Now there is one.']);
    expect(await desk.json(['ready', 'changes', 'f2'])).toMatchObject({
      since: expect.any(String),
      changes: [
        { field: 'title', was: 'Title f2', now: 'Another title' },
        { field: 'severity', was: 'low', now: 'high' },
        { field: 'description', was: null, now: 'Now there is one.' },
      ],
    });
    const listed = await desk.dossier(['ready', 'changes', 'f2']);
    expect(listed.stdout).toMatch(
      /^Changed since it was marked [^]*- Title f2[^]*\+ Another title[^]*- Low[^]*\+ High/u,
    );
    const kept = await desk.json(['ready', 'keep', 'f2', 'Title']);
    const restored = await desk.dossier(['ready', 'restore', 'f2', '--all']);
    expect([kept, restored.stdout]).toEqual([
      {
        changes: [
          expect.objectContaining({ field: 'severity' }),
          expect.objectContaining({ field: 'description' }),
        ],
      },
      expect.stringMatching(
        /^Restored: severity, description\.\n\S+ +Edit +Pending +Another title\n {2}finding f2: title\n$/u,
      ),
    ]);
    expect(await desk.json(['ready', 'changes', 'f2'])).toMatchObject({ changes: [] });
    expect(await desk.json(['finding', 'f2'])).toMatchObject({
      effective: { title: 'Another title', severity: 'low' },
    });
    const [edit] = (await desk.json(['queue'])) as { op: string }[];
    await desk.json(['discard', edit?.op ?? '', '--yes']);
    await desk.json(['ready', 'keep', 'f2', '--all']);
  });

  test.each([
    [['ready', 'keep', 'f2'], 2, 'Name the fields, or give --all.'],
    [['ready', 'restore', 'f2', 'title', '--all'], 2, 'Name the fields, or give --all.'],
    [['ready', 'restore', 'f2', 'cwe'], 1, 'The field cwe has not changed since f2 was marked ready'],
    [['ready', 'keep', 'f2', '--all'], 1, 'Nothing has changed since f2 was marked ready'],
  ])('%j is refused', async (args, code, message) => {
    const ended = await desk.dossier(args);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('comment', () => {
  test('is added, listed, resolved and deleted, and is no operation', async () => {
    const added = (await desk.json([
      ...['comment', 'add', 'f1', '--field', 'title', '--quote', 'Title f1', '--text', 'Say where'],
    ])) as { comment: string };
    await desk.json(['comment', 'add', '--project', project, '--text', 'Ask for the scope']);
    expect(await desk.json(['comment', 'list', project])).toMatchObject([
      { finding: 'f1', field: 'title', quote: 'Title f1', passage: 'found', text: 'Say where' },
      { finding: null, text: 'Ask for the scope' },
    ]);
    expect(await desk.json(['findings', project, '--query', 'has:comment'])).toMatchObject([{ id: 'f1' }]);
    const listed = await desk.dossier(['comment', 'list', project, '--finding', 'f1']);
    expect(listed.stdout).toMatch(/f1 .*title: "Title f1" .*Say where/u);
    await desk.json(['comment', 'resolve', added.comment]);
    expect(await desk.json(['comment', 'list', project, '--finding', 'f1'])).toEqual([]);
    expect(await desk.json(['comment', 'list', project, '--finding', 'f1', '--all'])).toHaveLength(1);
    const refused = await desk.dossier(['comment', 'delete', added.comment]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    await desk.json(['comment', 'delete', added.comment, '--yes']);
    expect(await desk.json(['comment', 'list', project, '--finding', 'f1', '--all'])).toEqual([]);
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('is printed in a report only if that is asked for and confirmed', async () => {
    await desk.json(['comment', 'add', 'f1', '--text', 'Say where']);
    const out = join(desk.folder, 'internal.md');
    const report = ['report', project, '--out', out, '--force'];
    const unasked = await desk.dossier([...report, '--comments']);
    await desk.json(report);
    const without = readFileSync(out, 'utf8');
    await desk.json([...report, '--comments', '--yes']);
    const withThem = readFileSync(out, 'utf8');
    await desk.json(['report', 'settings', project, '--comments']);
    const kept = await desk.dossier(report);
    const told = await desk.dossier(['check', project]);
    await desk.json(['report', 'settings', project, '--reset', 'comments']);
    expect([unasked.code, unasked.stderr, kept.code, without.includes('Say where')]).toEqual([
      2,
      expect.stringContaining('This report prints 1 open comment of your colleagues.'),
      2,
      false,
    ]);
    expect(withThem).toMatch(/Comments \(internal\)[^]*Say where/u);
    expect(told.stdout).toContain('Comments that the report prints (1)');
  });

  test.each([
    [['comment', 'add', '--text', 'x'], 'Give the id of a finding, or --project'],
    [['comment', 'add', 'f1'], 'give --text'],
    [['comment', 'add', 'f1', '--text', 'x', '--quote', 'y'], 'Say by --field'],
    [['comment', 'add', 'f1', '--text', 'x', '--field', 'body'], '"body" is no field'],
  ])('%j is wrong usage', async (args, message) => {
    const ended = await desk.dossier(args);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
