import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noFacts, placeholderNames } from '#contract/engagement.ts';
import { headOf } from '#features/reports/choices/engagement-facts.ts';
import { openStore } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { connectDesk, handClock, openDesk, sampleService, type TestDesk } from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';
import { project } from '../../engine/support.ts';

/** A desk with an engagement that was never synced. */
async function desk(names: { readonly name?: string; readonly client?: string } = {}): Promise<TestDesk> {
  const opened = openDesk({ clock: handClock() });
  await connectDesk(opened, await sampleService({ engagement: false, seeds: [] }));
  await opened.call('engagement.add', { project, ...names });
  return opened;
}

const person = { role: '', organization: '', email: '', phone: '' };

describe('the facts of an engagement', () => {
  it('are nothing at first, and what a report needs is told', async () => {
    const { call } = await desk({ name: 'Portal', client: 'Harbour Ltd' });
    expect(await call('engagement.facts', { project })).toEqual({
      project,
      name: 'Portal',
      client: 'Harbour Ltd',
      facts: noFacts,
      changedAt: null,
      missing: ['begins', 'ends', 'classification', 'contacts', 'team', 'scopeIn', 'method', 'summary'],
      placeholders: {
        ...Object.fromEntries(placeholderNames.map((name) => [name, name.startsWith('count') ? '0' : ''])),
        client: 'Harbour Ltd',
        engagement: 'Portal',
        project,
        date: '2025-06-15',
        version: '1',
      },
    });
  });

  it('are written member by member, and outlive a restart', async () => {
    const opened = await desk();
    const whole = await opened.call('engagement.describe', { project, facts: wholeFacts });
    const { before, ...answer } = await opened.call('engagement.describe', {
      project,
      facts: { team: [], summary: '', scopeOut: [{ what: 'old.test', note: 'Not ours' }] },
    });
    opened.restart();
    const kept = await opened.call('engagement.facts', { project });
    const { team, summary } = whole.facts;
    expect([whole.missing, kept, before]).toEqual([
      [],
      answer,
      { team, summary, scopeOut: whole.facts.scopeOut },
    ]);
    expect(kept).toMatchObject({
      facts: {
        ...noFacts,
        ...wholeFacts,
        team: [],
        summary: '',
        contacts: [{ ...person, name: 'Ida' }],
        scopeIn: [{ what: '*.harbour.test', note: '' }],
        scopeOut: [{ what: 'old.test', note: 'Not ours' }],
      },
      changedAt: '2025-06-15T15:23:20.000Z',
      missing: ['team', 'summary'],
    });
  });

  it('are refused whole where a member is unknown or no day, and for an engagement that is not there', async () => {
    const { call } = await desk();
    const refused = [
      { begins: '21.11.2026' },
      { client: 'x', budget: 'y' },
      { team: [{ role: 'lead' }] },
      { summary: null },
    ];
    for (const facts of refused)
      await expect(call('engagement.describe', { project, facts })).rejects.toThrow();
    expect((await call('engagement.facts', { project })).facts).toEqual(noFacts);
    const nowhere = { code: 'not-found' };
    await expect(call('engagement.facts', { project: 'nowhere' })).rejects.toMatchObject(nowhere);
    await expect(
      call('engagement.describe', { project: 'nowhere', facts: { client: 'x' } }),
    ).rejects.toMatchObject(nowhere);
  });

  it('are not written over a value that was not seen, and nothing of such a call is written', async () => {
    const { call } = await desk();
    await call('engagement.describe', { project, facts: { client: 'Of B', summary: 'Short' } });
    const describe = (client: string, ...seen: string[]) =>
      call('engagement.describe', {
        project,
        facts: { client, summary: 'Of A' },
        seen: seen.map((known) => ({ client: known, summary: 'Short' })),
      });
    await expect(describe('Of A', 'Before')).rejects.toMatchObject({ code: 'outdated' });
    expect((await call('engagement.facts', { project })).facts).toMatchObject({
      client: 'Of B',
      summary: 'Short',
    });
    // What was sent before may be there although its answer was lost; the same value is none to ask about.
    await describe('Of A', 'Before', 'Of B');
    await call('engagement.describe', { project, facts: { client: 'Of A' }, seen: [{ client: 'Before' }] });
    expect((await call('engagement.facts', { project })).facts.client).toBe('Of A');
  });

  it('have a last day that is not before the first, whichever is written last', async () => {
    const { call } = await desk();
    const describe = (facts: object) =>
      call('engagement.describe', { project, facts }).then(
        ({ facts: { begins, ends } }) => [begins, ends],
        ({ code, message }: { code: string; message: string }) => [code, message],
      );
    const backwards = 'The tests cannot end (2026-11-20) before they begin (2026-12-01).';
    expect([
      await describe({ begins: '2026-12-01', ends: '2026-11-20' }),
      await describe({ ends: '2026-11-20' }),
      await describe({ begins: '2026-12-01' }),
      await describe({ begins: '2026-11-20', client: 'Harbour' }),
      await describe({ begins: '2026-12-01', ends: '' }),
      await describe({ ends: '2026-11-20' }),
    ]).toEqual([
      ['invalid', backwards],
      ['', '2026-11-20'],
      ['invalid', backwards],
      ['2026-11-20', '2026-11-20'],
      ['2026-12-01', ''],
      ['invalid', backwards],
    ]);
  });

  it('stand in what a report is made from, without lines that hold nothing', async () => {
    const opened = await desk({ name: 'Portal', client: 'Harbour' });
    await opened.call('engagement.describe', {
      project,
      facts: { client: 'Harbour Ltd', team: [{ name: 'Mara' }, { name: ' ' }], scopeIn: [{ what: '' }] },
    });
    const stores = join(opened.home, 'stores');
    const [id = ''] = readdirSync(stores);
    const path = join(stores, id, 'store.db');
    const db = openStore({ path, key: storeKey(new Uint8Array(32).fill(7), id) });
    const head = headOf({ db, clock: handClock() }, project);
    db.close();
    expect(head).toEqual({
      project,
      version: '1',
      generatedAt: '2025-06-15T15:23:20.000Z',
      localDay: '2025-06-15',
      client: 'Harbour Ltd',
      name: 'Portal',
      facts: { ...noFacts, client: 'Harbour Ltd', team: [{ ...person, name: 'Mara' }] },
    });
  });

  it('go with the engagement when it is destroyed, and those of others stay', async () => {
    const { call } = await desk({ name: 'Portal' });
    await call('engagement.add', { project: 'other' });
    for (const each of [project, 'other'])
      await call('engagement.describe', { project: each, facts: { client: `Client of ${each}` } });
    await call('engagement.destroy', { project, name: 'Portal', unsent: 0 });
    await call('engagement.add', { project });
    expect([
      (await call('engagement.facts', { project })).facts.client,
      (await call('engagement.facts', { project: 'other' })).facts.client,
    ]).toEqual(['', 'Client of other']);
  });
});

describe('the name of an engagement', () => {
  it('is replaced and taken away, while its ID and findings stay', async () => {
    const { call } = await desk({ name: 'Portal', client: 'Harbour Ltd' });
    const renamed = await call('engagement.rename', { project, name: 'Portal 2026', client: null });
    expect(renamed).toMatchObject({ project, name: 'Portal 2026', client: null });
    await call('engagement.rename', { project, name: null, client: 'Harbour' });
    expect(await call('engagement.list')).toMatchObject([{ project, name: null, client: 'Harbour' }]);
  });

  it('is refused for one that was never added, which makes none', async () => {
    const { call } = await desk();
    await expect(
      call('engagement.rename', { project: 'other', name: 'x', client: null }),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(await call('engagement.list')).toHaveLength(1);
  });
});
