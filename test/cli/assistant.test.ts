import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SampleService } from '#sample/http/server.ts';
import { syncedDesk, temporaryFolder, type TestDesk } from '../support/desk.ts';
import { project, twoFindings } from '../features/assistant/support.ts';
import { runIn, type Ran } from './support/in-process.ts';

let service: SampleService;
let desk: TestDesk;
let folder: string;
const [id, other] = ['f1', 'f2'];
let dossier: (...argv: string[]) => Promise<Ran>;
beforeEach(async () => {
  service = await twoFindings();
  desk = await syncedDesk(service, project);
  folder = temporaryFolder();
  dossier = (...argv) => runIn(desk, folder, argv);
});

/** Asks for a draft, and answers the operation that asked. */
async function drafted(): Promise<string> {
  const { stdout } = await dossier('assistant', 'demonstration', id, '--yes', '--json');
  return (JSON.parse(stdout) as { operation: { op: string } }).operation.op;
}

describe('the assistant from the terminal', () => {
  test('asks nothing without a yes, and keeps what was refused, asked offline, or turned away for a while', async () => {
    const asked = [
      await dossier('assistant', 'demonstration', id),
      await dossier('assistant', 'merge', id, other),
      await dossier('assistant', 'confirm', 'no-such-operation'),
    ];
    expect(asked.map(({ code, stderr }) => [code, stderr.includes('may cost credits. Add --yes')])).toEqual([
      [2, true],
      [2, true],
      [2, true],
    ]);
    expect([await desk.call('queue.list'), service.charges]).toEqual([[], []]);

    const ai = (status: number): void => {
      service.setFaults(({ path }) =>
        path.includes('/ai/')
          ? { kind: 'status', status, handled: false, body: '{"error":"As it is."}' }
          : undefined,
      );
    };
    ai(403);
    const refused = await dossier('assistant', 'merge', id, other, '--yes');
    service.setFaults(() => ({ kind: 'drop', handled: false }));
    const offline = await dossier('assistant', 'demonstration', id, '--yes');
    const [{ op = '' } = {}] = (await desk.call('queue.list')).filter(({ state }) => state === 'queued');
    ai(429);
    const paused = await dossier('assistant', 'confirm', op, '--yes');
    expect([refused, offline, paused].map(({ code }) => code)).toEqual([1, 5, 0]);
    expect(refused.stdout).toContain(
      `You may not ask the assistant to propose a merge into ${id}: As it is.`,
    );
    expect(offline.stderr).toContain('The service cannot be reached');
    expect(paused.stdout).toContain('The assistant asks you to wait (429). Nothing ran');
    expect(service.charges).toEqual([]);
  });

  test('drafts a demonstration, shows it, takes an edit, and the next sync applies it', async () => {
    const op = await drafted();
    const listed = await dossier('assistant', 'drafts', '--project', project);
    const shown = await dossier('assistant', 'show', op);
    const twice = await dossier('assistant', 'demonstration', id);
    const neither = await dossier('assistant', 'edit', op);
    writeFileSync(join(folder, 'draft.txt'), 'As I saw it\nmyself.');
    const edited = await dossier('assistant', 'edit', op, '--text-file', 'draft.txt');
    const applied = await dossier('assistant', 'apply', op);
    const again = await dossier('assistant', 'apply', op);
    await desk.call('sync.run');
    expect([listed, shown, twice, neither, edited, applied, again].map(({ code }) => code)).toEqual([
      0, 0, 2, 2, 0, 0, 1,
    ]);
    expect(twice.stderr).toContain(
      `What it wrote before is still waiting for you: dossier assistant show ${op}`,
    );
    expect(listed.stdout).toMatch(new RegExp(`${op} +demonstration +not accepted`, 'u'));
    expect(shown.stdout).toMatch(
      /Written by the assistant, not accepted\.[\s\S]*Demonstration today:[\s\S]*Draft 1/u,
    );
    expect(edited.stdout).toContain('Draft:\nAs I saw it\nmyself.');
    expect(applied.stdout).toContain('Accepted. The next sync applies it.');
    expect(again.stderr).toContain('was accepted already');
    expect(service.finding(id)?.['demonstration']).toBe('As I saw it\nmyself.');
    expect((await dossier('assistant', 'drafts')).stdout).toBe('There are no drafts of the assistant.\n');
    expect((await dossier('assistant', 'drafts', '--settled')).stdout).toContain(op);
  });

  test('proposes a merge with its sources, takes over the fields that were named, and drops what is not wanted', async () => {
    const asked = await dossier('assistant', 'merge', id, other, '--yes');
    const [{ op = '' } = {}] = await desk.call('assistant.drafts', {});
    const strange = await dossier('assistant', 'accept', op, 'origin');
    const taken = await dossier('assistant', 'accept', op, 'description');
    expect([asked.code, strange.code, taken.code]).toEqual([0, 2, 0]);
    expect(asked.stdout).toMatch(new RegExp(`description, from ${id}, ${other}:\n`, 'u'));
    expect(asked.stdout).toContain(`Take fields over: dossier assistant accept ${op} FIELD…`);
    expect(taken.stdout).toBe(
      `Accepted 1 field of the proposal as edits of ${id}.\nThe other findings stay. To delete them: dossier delete ${other}\n`,
    );
    const unwanted = await drafted();
    expect(await dossier('assistant', 'drop', unwanted)).toEqual({
      code: 0,
      stdout: 'Discarded. Nothing of it was accepted.\n',
      stderr: '',
    });
    expect((await dossier('assistant', 'show', unwanted)).stdout).toContain(
      'Written by the assistant, dropped.',
    );
  });

  test('tells a lost answer as one that may have cost, looks, and asks again only when told so', async () => {
    service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'drop', handled: true } : undefined));
    const lost = await dossier('assistant', 'demonstration', id, '--yes');
    service.setFaults(undefined);
    const [{ op = '' } = {}] = await desk.call('queue.list');
    const looked = await dossier('assistant', 'check', op);
    const bare = await dossier('assistant', 'demonstration', id, '--yes');
    const again = await dossier('assistant', 'demonstration', id, '--again', op, '--yes');
    expect([lost, looked, bare, again].map(({ code }) => code)).toEqual([1, 1, 1, 0]);
    expect(lost.stdout).toContain('may have been charged');
    expect(lost.stdout).toContain(
      `look: dossier assistant check ${op}\n  or ask again knowingly with --again ${op}`,
    );
    expect(looked.stdout).toContain('That does not prove that it did not run.');
    expect(bare.stderr).toContain(`ask again with --again ${op}`);
    expect(service.charges).toHaveLength(2);
  });

  test('leaves a ledger of credits in the activity, of what the filter lets through', async () => {
    const before = await dossier('activity');
    await drafted();
    await dossier('assistant', 'merge', id, other, '--yes');
    service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'drop', handled: true } : undefined));
    await dossier('assistant', 'demonstration', other, '--yes');
    service.setFaults(undefined);
    const all = await dossier('activity', '--limit', '1');
    const merges = await dossier('activity', '--kind', 'ai-merge');
    expect(before.stdout).not.toContain('redits');
    expect(all.stdout).toMatch(/\n1 of 3 entries; --limit shows more\nCredits: 2 in 2 answers\n$/u);
    expect(merges.stdout).toMatch(/ done +\S+ +1 credit +.*\n1 entry\nCredits: 1 in 1 answer\n$/u);
    const { entries, credits } = JSON.parse((await dossier('activity', '--json')).stdout) as {
      readonly entries: readonly { readonly outcome: string; readonly credits?: number }[];
      readonly credits?: number;
    };
    expect(entries.map((entry) => [entry.outcome, entry.credits])).toEqual([
      ['unknown', undefined],
      ['done', 1],
      ['done', 1],
    ]);
    const lost = await dossier('activity', '--outcome', 'unknown', '--json');
    expect([credits, lost.stdout.includes('credits')]).toEqual([2, false]);
    const csv = await desk.call('activity.export', { format: 'csv', kind: 'ai-merge' });
    expect(csv.text).toMatch(/"Credits"\r\n.*"1"\r\n$/u);
  });
});
