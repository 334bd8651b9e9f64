import { describe, expect, it } from 'vitest';
import type { TestDesk } from '../../support/desk.ts';
import { syncedDesk } from '../../support/desk.ts';
import { project, twoFindings } from './support.ts';

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

/** A desk that has asked: what came is a draft, or with `others` a proposed merge. */
async function answered(
  others: readonly string[] = [],
): Promise<{ readonly desk: TestDesk; readonly op: string }> {
  const desk = await syncedDesk(await twoFindings(), project);
  const { op } = await desk.call('assistant.ask', { finding: 'f1', others });
  await desk.call('assistant.confirm', { op });
  return { desk, op };
}

describe('a draft of the assistant', () => {
  it('is listed in its engagement, and after it was dropped only with what is settled', async () => {
    const { desk, op } = await answered();
    const ops = async (input: Record<string, unknown> = {}): Promise<string[]> =>
      (await desk.call('assistant.drafts', input)).map((draft) => draft.op);
    const before = [await ops(), await ops({ project }), await ops({ project: 'elsewhere' })];
    await desk.call('assistant.drop', { op });
    expect([before, await ops(), await ops({ settled: true })]).toEqual([[[op], [op], []], [], [op]]);
  });

  it('that was dropped is neither dropped again, edited nor applied', async () => {
    const { desk, op } = await answered();
    await desk.call('assistant.drop', { op });
    const again = [
      await refusal(desk.call('assistant.drop', { op })),
      await refusal(desk.call('assistant.edit', { op, text: 'x' })),
      await refusal(desk.call('assistant.apply', { op })),
    ];
    expect(again).toEqual(again.map(() => `Draft ${op} was already discarded.`));
  });

  it('is applied as it was edited, once, and only over what was seen', async () => {
    const { desk, op } = await answered();
    const empty = [
      await refusal(desk.call('assistant.edit', { op, text: '  ' })),
      await refusal(desk.call('assistant.apply', { op })),
    ];
    const { text, written } = await desk.call('assistant.edit', { op, text: 'As edited.' });
    const outdated = await refusal(desk.call('assistant.apply', { op, seen: 'Something else.' }));
    await desk.call('assistant.apply', { op, seen: 'Open the page.' });
    const again = await refusal(desk.call('assistant.apply', { op }));
    const { effective } = await desk.call('finding.get', { id: 'f1' });
    expect([empty, text, written === text, outdated, again, effective['demonstration']]).toEqual([
      ['taken', 'An empty text cannot be applied.'],
      'As edited.',
      false,
      'The demonstration of f1 has changed since you looked at it. Look again.',
      `Draft ${op} was accepted already.`,
      'As edited.',
    ]);
  });

  it('is not applied while another one is on its way', async () => {
    const { desk, op } = await answered();
    const second = await desk.call('assistant.ask', { finding: 'f1' });
    await desk.call('assistant.confirm', { op: second.op });
    const first = await desk.call('assistant.apply', { op });
    expect(await refusal(desk.call('assistant.apply', { op: second.op }))).toBe(
      `Another draft of f1 is on its way: operation ${first.op}.`,
    );
  });

  it('is not applied to a finding that is to be deleted', async () => {
    const { desk, op } = await answered();
    await desk.call('finding.delete', { ids: ['f1'] });
    expect(await refusal(desk.call('assistant.apply', { op }))).toContain('f1 is to be deleted');
  });

  it('has no fields to accept, and one that was never written is not found', async () => {
    const { desk, op } = await answered();
    expect([
      await refusal(desk.call('assistant.accept', { op, fields: ['title'] })),
      await refusal(desk.call('assistant.drop', { op: 'nothing' })),
    ]).toEqual([
      'The proposal has no field title that a finding can take over.',
      'The assistant wrote nothing as operation nothing.',
    ]);
  });
});

describe('a proposed merge', () => {
  it('is accepted field by field, and settled with the last one that says something else', async () => {
    const { desk, op } = await answered(['f2']);
    const [draft] = await desk.call('assistant.drafts');
    const fresh = draft?.fields.filter(({ field, same }) => field !== null && !same) ?? [];
    const states: string[] = [];
    for (const { name } of fresh) {
      states.push((await desk.call('assistant.accept', { op, fields: [name] })).state);
    }
    const { effective } = await desk.call('finding.get', { id: 'f1' });
    expect([draft?.others, states]).toEqual([
      [{ id: 'f2', title: 'Session never ends' }],
      [...fresh.slice(1).map(() => 'open'), 'accepted'],
    ]);
    expect(fresh.map(({ name }) => effective[name])).toEqual(fresh.map(({ proposed }) => proposed));
  });

  it('is accepted as the person edited it, and undone like any edit', async () => {
    const { desk, op } = await answered(['f2']);
    const before = (await desk.call('finding.get', { id: 'f1' })).effective;
    const edited = {
      description: 'Sessions do not end.',
      asset: ['portal.example.test', 'new.example.test'],
    };
    const draft = await desk.call('assistant.accept', { op, fields: ['description', 'asset'], edited });
    const { effective } = await desk.call('finding.get', { id: 'f1' });
    expect([effective['description'], effective['asset']]).toEqual(Object.values(edited));
    expect(draft.fields.filter(({ accepted }) => accepted).map(({ name }) => name)).toEqual([
      'asset',
      'description',
    ]);
    await desk.call('finding.undo', { id: 'f1' });
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toEqual(before);
  });

  it('is refused under the rules of an edit, of another value than was seen, and of what is not accepted', async () => {
    const { desk, op } = await answered(['f2']);
    expect([
      await refusal(
        desk.call('assistant.accept', { op, fields: ['asset'], edited: { asset: [] }, seen: {} }),
      ),
      await refusal(
        desk.call('assistant.accept', { op, fields: ['title'], edited: { description: 'Mine.' } }),
      ),
    ]).toEqual([
      expect.stringMatching(/^f1: asset/),
      'The field description was edited and is not among those to be accepted.',
    ]);
    await desk.call('finding.edit', { id: 'f1', changes: { description: 'Written meanwhile.' } });
    const seen = { description: 'It is never ended.' };
    const late = desk.call('assistant.accept', {
      op,
      fields: ['description'],
      edited: { description: 'Mine.' },
      seen,
    });
    await expect(late).rejects.toMatchObject({ code: 'outdated' });
  });

  it('tells of a list what the finding, the proposal and the others have', async () => {
    const { desk, op } = await answered(['f2']);
    await desk.call('finding.edit', { id: 'f2', changes: { tags: ['other'] } });
    await desk.call('finding.edit', { id: 'f1', changes: { tags: ['own'] } });
    const { fields } = await desk.call('assistant.draft', { op });
    const unions = new Map(fields.map(({ name, union }) => [name, union]));
    expect([unions.get('tags'), unions.get('asset'), unions.get('title')]).toEqual([
      ['own', 'other'],
      ['portal.example.test'],
      null,
    ]);
  });

  it('is no text that could be edited or applied', async () => {
    const { desk, op } = await answered(['f2']);
    expect([
      await refusal(desk.call('assistant.edit', { op, text: 'x' })),
      await refusal(desk.call('assistant.apply', { op })),
    ]).toEqual([
      `Operation ${op} proposed fields: accept them, then edit the finding.`,
      `Operation ${op} proposed a merge: accept its fields instead.`,
    ]);
  });
});
