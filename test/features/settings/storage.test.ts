import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { busyDesk, doomed, other, storeFolder } from './support.ts';

describe('what lies in a home', () => {
  it('is told with its size, images that no list leads to among it', async () => {
    const desk = await busyDesk();
    const storage = await desk.call('storage.look');
    expect(storage).toMatchObject({
      home: desk.home,
      findings: 8,
      evidence: { count: 4 },
      editions: { count: 0, bytes: 0 },
      aside: [],
    });
    expect(storage.strays.map(({ originalName }) => originalName)).toEqual([
      'Harbour-2.png',
      'Zkestrel-2.png',
    ]);
    expect([storage.store.bytes + storage.store.logBytes > 100_000, storage.backups.length]).toEqual([
      true,
      2,
    ]);
  });

  it('gives an image of a cancelled creation to another finding of its engagement, whose history tells of it', async () => {
    const desk = await busyDesk();
    const { strays } = await desk.call('storage.look');
    const [stray, others] = strays;
    expect(strays.map(({ project }) => project)).toEqual([other, doomed]);
    // What was seen of one client is no evidence for another.
    await expect(
      desk.call('evidence.move', { evidence: others?.evidence ?? '', to: 'o2' }),
    ).rejects.toMatchObject({ code: 'wrong-state', message: expect.stringContaining('another engagement') });
    const moved = await desk.call('evidence.move', { evidence: stray?.evidence ?? '', to: 'o2' });
    const { project, ...image } = { project: '', ...stray };
    expect([project, moved]).toEqual([other, { ...image, finding: 'o2' }]);
    expect(await desk.call('evidence.list', { id: 'o2' })).toEqual([moved]);
    const history = await desk.call('finding.history', { id: 'o2' });
    expect(history.at(-1)).toMatchObject({ what: 'evidence-added', detail: { evidence: moved.evidence } });
    await expect(
      desk.call('evidence.move', { evidence: strays[1]?.evidence ?? '', to: 'nowhere' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is made smaller, backed up, and rid of damaged stores when the person says so', async () => {
    const desk = await busyDesk();
    const folder = storeFolder(desk);
    copyFileSync(join(folder, 'store.db'), join(folder, 'store.db.damaged-1'));
    copyFileSync(join(folder, 'store.db'), join(folder, 'store.db.damaged-1-wal'));
    const { backups, aside } = await desk.call('storage.look');
    expect(aside.map(({ name }) => name)).toEqual(['store.db.damaged-1']);
    await desk.call('storage.backUp');
    expect((await desk.call('storage.look')).backups).not.toEqual(backups);
    const { before, after } = await desk.call('storage.compact');
    expect(after).toBeLessThanOrEqual(before);
    const remove = (name: string) => desk.call('storage.removeAside', { name });
    expect([
      await remove('../current.json'),
      await remove('store.db'),
      await remove('store.db.damaged-1'),
    ]).toEqual([{ removed: false }, { removed: false }, { removed: true }]);
    expect((await desk.call('storage.look')).aside).toEqual([]);
    expect((await desk.call('finding.list', { project: doomed })).rows.length).toBe(4);
  });
});
