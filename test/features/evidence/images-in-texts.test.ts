import { describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import { png } from '../../domain/images/pictures.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, project } from '../../engine/support.ts';

const base64 = (width: number): string => Buffer.from(png({ width, height: 20 })).toString('base64');

function add(desk: TestDesk, name: string, width: number, more = {}): Promise<Evidence> {
  return desk.call('evidence.add', { id: 'f1', name, content: base64(width), ...more });
}

async function uses(desk: TestDesk): Promise<string[]> {
  const list = await desk.call('evidence.list', { id: 'f1' });
  return list.map(({ name, usedIn }) => `${name}: ${usedIn.join(', ')}`);
}

async function described(desk: TestDesk): Promise<unknown> {
  return (await desk.call('finding.open', { id: 'f1' })).effective['description'];
}

describe('an image that a text places', () => {
  it('is listed with the texts that place it; one in no text, or in code alone, is in none', async () => {
    const { desk } = await bench();
    await add(desk, 'a.png', 10);
    await add(desk, 'b.png', 20);
    await desk.call('round.add', { project, name: 'First' });
    await desk.call('verdict.set', {
      project,
      round: 1,
      ids: ['f1'],
      verdict: 'open',
      at: '2026-11-02',
      who: 'Ada',
      text: 'Still: ![](evidence:a.png) ![](evidence:after.png)',
    });
    await add(desk, 'after.png', 30, { round: 1 });
    const changes = { description: '![](evidence:a.png)', observation: '`![](evidence:b.png)`' };
    await desk.call('finding.edit', { id: 'f1', changes });
    expect(await uses(desk)).toEqual(['a.png: description, retest', 'b.png: ']);
    const [after] = await desk.call('evidence.list', { id: 'f1', round: 1 });
    expect(after).toMatchObject({ name: 'after.png', usedIn: ['retest'] });
  });

  it('takes its texts along to a new name, as a pending change, and nothing else of them changes', async () => {
    const { desk } = await bench();
    const { evidence } = await add(desk, 'image.png', 10);
    await add(desk, 'b.png', 20);
    const description = 'One ![x](evidence:image.png)\n\n`![x](evidence:image.png)` ![](evidence:b.png)';
    await desk.call('finding.edit', { id: 'f1', changes: { description, remediation: 'Fix it.' } });
    const renamed = await desk.call('evidence.rename', { evidence, name: ' log in.png ' });
    expect(renamed).toMatchObject({
      name: 'log in.png',
      originalName: 'log in.png',
      usedIn: ['description'],
    });
    expect(await described(desk)).toBe(
      'One ![x](evidence:log%20in.png)\n\n`![x](evidence:image.png)` ![](evidence:b.png)',
    );
    expect(await uses(desk)).toEqual(['log in.png: description', 'b.png: description']);
    const history = await desk.call('finding.history', { id: 'f1' });
    expect(history.at(-1)).toMatchObject({
      what: 'evidence-renamed',
      detail: { before: 'image.png', name: 'log in.png' },
    });
  });

  it('keeps its name, and its texts stay, where another image has that name, a retest uses it, or the finding is closed', async () => {
    const { desk } = await bench();
    const { evidence } = await add(desk, 'a.png', 10);
    const other = await add(desk, 'b.png', 20);
    await desk.call('finding.edit', { id: 'f1', changes: { description: '![](evidence:a.png)' } });
    await desk.call('round.add', { project, name: 'First' });
    await desk.call('verdict.set', {
      project,
      round: 1,
      ids: ['f1'],
      verdict: 'open',
      at: '2026-11-02',
      who: 'Ada',
      text: '![](evidence:b.png)',
    });
    const rename = (id: string, name: string) => desk.call('evidence.rename', { evidence: id, name });
    await expect(rename(evidence, 'b.png')).rejects.toThrow('Another image of this finding has that name.');
    await expect(rename(evidence, '  ')).rejects.toThrow('An image needs a name.');
    await expect(rename(other.evidence, 'c.png')).rejects.toThrow('The text of a retest places this image');
    await expect(desk.call('evidence.move', { evidence, to: 'f2' })).rejects.toThrow(
      'The description of its finding places this image.',
    );
    await desk.call('sync.run', {});
    await desk.call('finding.delete', { ids: ['f1'] });
    await expect(rename(evidence, 'c.png')).rejects.toThrow('deleted');
    expect(await uses(desk)).toEqual(['a.png: description', 'b.png: retest']);
  });
});

describe('what leaves of an image in a text', () => {
  const text = 'First line.\n\n![The form](evidence:log%20in.png)\n\nLast line.';

  it('is the reference as it is, which comes back as it was; the pixels stay', async () => {
    const { desk, service } = await bench();
    await add(desk, 'log in.png', 10);
    await desk.call('finding.edit', { id: 'f1', changes: { description: text } });
    const summary = await desk.call('sync.run', {});
    expect(summary.pushed.applied).toBe(1);
    expect(service.finding('f1')).toMatchObject({ description: text });
    expect([await described(desk), await uses(desk)]).toEqual([text, ['log in.png: description']]);
  });

  it('lies beside the edit of someone else without a conflict, and both are kept', async () => {
    const { desk, service } = await bench();
    await desk.call('finding.edit', { id: 'f1', changes: { description: 'First line.\n\nLast line.' } });
    await desk.call('sync.run', {});
    await add(desk, 'log in.png', 10);
    await desk.call('finding.edit', { id: 'f1', changes: { description: text } });
    service.edit('f1', { description: 'First line.\n\nLast line.\n\nTheirs.' });
    await desk.call('sync.run', {});
    expect(service.finding('f1')).toMatchObject({ description: `${text}\n\nTheirs.` });
    expect([await described(desk), await uses(desk)]).toEqual([
      `${text}\n\nTheirs.`,
      ['log in.png: description'],
    ]);
  });

  it('may be taken out by someone else: the image stays, and is listed as in no text', async () => {
    const { desk, service } = await bench();
    await add(desk, 'log in.png', 10);
    await desk.call('finding.edit', { id: 'f1', changes: { description: text } });
    await desk.call('sync.run', {});
    service.edit('f1', { description: 'First line.\n\nLast line.' });
    await desk.call('sync.run', {});
    expect([await described(desk), await uses(desk)]).toEqual([
      'First line.\n\nLast line.',
      ['log in.png: '],
    ]);
  });
});
