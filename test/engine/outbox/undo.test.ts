import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import type { FindingView } from '#contract/window/window.ts';
import { applied, bench, edit, settle, states, sync, type Bench } from '../support.ts';

/** Typing stops for longer than one step takes. */
const apart = 6_000;

async function fields(desk: Bench['desk'], ...names: string[]): Promise<(Json | undefined)[]> {
  const { effective } = await desk.call('finding.open', { id: 'f1' });
  return names.map((name) => effective[name]);
}

function steps({ undo, redo, sync: badge, edited }: FindingView): Partial<FindingView> {
  return { undo, redo, sync: badge, edited };
}

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing thrown',
    (error: Error & { code?: string }) => `${error.code ?? ''}: ${error.message}`,
  );
}

describe('undo', () => {
  it('takes edits back one by one, and redo does them again', async () => {
    const { desk, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    clock.pass(apart);
    await edit(desk, 'f1', { title: 'Another title', tags: [] });
    const seen = [steps(await desk.call('finding.undo', { id: 'f1' }))];
    seen.push(steps(await desk.call('finding.undo', { id: 'f1' })));
    seen.push(steps(await desk.call('finding.redo', { id: 'f1' })));
    seen.push(steps(await desk.call('finding.redo', { id: 'f1' })));
    expect(seen).toEqual([
      { undo: 'severity', redo: 'title, tags', sync: 'queued', edited: ['severity'] },
      { undo: null, redo: 'severity', sync: 'synced', edited: [] },
      { undo: 'severity', redo: 'title, tags', sync: 'queued', edited: ['severity'] },
      { undo: 'title, tags', redo: null, sync: 'queued', edited: ['title', 'severity', 'tags'] },
    ]);
    expect(await fields(desk, 'title', 'severity', 'tags')).toEqual(['Another title', 'high', []]);
  });

  it('is there after the program was started again', async () => {
    const { desk } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    desk.restart();
    await desk.call('finding.undo', { id: 'f1' });
    desk.restart();
    expect(steps(await desk.call('finding.open', { id: 'f1' }))).toMatchObject({
      undo: null,
      redo: 'severity',
    });
    expect(await fields(desk, 'severity')).toEqual(['medium']);
  });

  it('takes what was typed within five seconds back in one step', async () => {
    const { desk, clock } = await bench();
    for (const title of ['N', 'Ne', 'New']) {
      await edit(desk, 'f1', { title });
      clock.pass(4_000);
    }
    clock.pass(apart);
    await edit(desk, 'f1', { title: 'Newer' });
    await desk.call('finding.undo', { id: 'f1' });
    const first = await fields(desk, 'title');
    await desk.call('finding.undo', { id: 'f1' });
    expect([first, await fields(desk, 'title')]).toEqual([['New'], ['Finding 1']]);
  });

  it('knows no step for what was typed and deleted again, and nothing is sent for it', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'Finding 1!' });
    const { state } = await edit(desk, 'f1', { title: 'Finding 1' });
    expect([state, await states(desk)]).toEqual(['done', []]);
    expect(steps(await desk.call('finding.open', { id: 'f1' }))).toEqual({
      undo: null,
      redo: null,
      sync: 'synced',
      edited: [],
    });
    await sync(desk);
    expect(applied(service)).toEqual([]);
  });

  it('is an edit like any other where the first one was sent already', async () => {
    const { desk, service, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await settle({ desk, clock });
    await desk.call('finding.undo', { id: 'f1' });
    expect(await states(desk)).toEqual(['update queued']);
    await settle({ desk, clock });
    expect(service.finding('f1')?.['severity']).toBe('medium');
  });

  it('leaves alone what somebody else has changed since, says so, and goes on with the edit before', async () => {
    const { desk, service, clock } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    clock.pass(apart);
    await edit(desk, 'f1', { severity: 'high' });
    await settle({ desk, clock });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    expect(await failure(desk.call('finding.undo', { id: 'f1' }))).toBe(
      'wrong-state: f1: severity has another value by now than that edit left, so it was not undone; the history shows who changed it.',
    );
    await desk.call('finding.undo', { id: 'f1' });
    expect(await fields(desk, 'title', 'severity')).toEqual(['Finding 1', 'critical']);
  });

  it('leaves alone what somebody else has set to the same value again, for it is theirs now', async () => {
    const { desk, service, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await settle({ desk, clock });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    service.edit('f1', { severity: 'high' });
    await sync(desk);
    expect(await failure(desk.call('finding.undo', { id: 'f1' }))).toContain('so it was not undone');
    expect([await fields(desk, 'severity'), await states(desk)]).toEqual([['high'], []]);
  });

  it('undoes a value whose predecessor arrived at the service later', async () => {
    const { desk, service, requests, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    let edited: Promise<unknown> = Promise.resolve();
    service.setFaults((request) => {
      requests.push(request);
      if (request.method === 'POST' && requests.filter(({ method }) => method === 'POST').length === 1) {
        clock.pass(apart);
        edited = edit(desk, 'f1', { severity: 'medium' });
      }
      return undefined;
    });
    await sync(desk);
    await edited;
    await desk.call('finding.undo', { id: 'f1' });
    expect(await fields(desk, 'severity')).toEqual(['high']);
  });

  it('can undo what the service stored with other line ends and blanks', async () => {
    const { desk, clock, service } = await bench();
    await edit(desk, 'f1', { description: 'One.\nTwo.' });
    await settle({ desk, clock });
    service.edit('f1', { description: 'One.\r\nTwo.  ' });
    await sync(desk);
    await desk.call('finding.undo', { id: 'f1' });
    expect(await fields(desk, 'description')).toEqual([
      'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.',
    ]);
  });

  it('empties a field that was not there before', async () => {
    const { desk, clock, service } = await bench();
    await edit(desk, 'f1', { cwe: 'https://cwe.mitre.org/data/definitions/613.html' });
    await desk.call('finding.undo', { id: 'f1' });
    const unsent = await states(desk);
    await desk.call('finding.redo', { id: 'f1' });
    await settle({ desk, clock });
    await desk.call('finding.undo', { id: 'f1' });
    await settle({ desk, clock });
    expect([unsent, service.finding('f1')?.['cwe'] ?? null]).toEqual([[], null]);
  });

  it('has nothing to do again after another edit', async () => {
    const { desk, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await desk.call('finding.undo', { id: 'f1' });
    clock.pass(apart);
    await edit(desk, 'f1', { title: 'Another way' });
    expect(await failure(desk.call('finding.redo', { id: 'f1' }))).toBe(
      'wrong-state: f1: there is no edit to redo.',
    );
  });

  it('keeps the rules: a finding that is to be deleted is not edited by it', async () => {
    const { desk } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await desk.call('finding.delete', { ids: ['f1'] });
    const view = await desk.call('finding.open', { id: 'f1' });
    expect([steps(view), view.closed?.slice(0, 20)]).toEqual([
      { undo: null, redo: null, sync: 'queued', edited: [] },
      'f1 is to be deleted:',
    ]);
    expect(await failure(desk.call('finding.undo', { id: 'f1' }))).toContain('wrong-state: f1');
  });

  it('goes back two hundred steps', async () => {
    const { desk, clock } = await bench();
    for (let at = 1; at <= 203; at += 1) {
      await edit(desk, 'f1', { title: `Title ${String(at)}` });
      clock.pass(apart);
    }
    for (let at = 1; at <= 200; at += 1) await desk.call('finding.undo', { id: 'f1' });
    expect([await fields(desk, 'title'), (await desk.call('finding.open', { id: 'f1' })).undo]).toEqual([
      ['Title 3'],
      null,
    ]);
  });
});

describe('an edit that is back at what it began with', () => {
  it('leaves the fields that are not', async () => {
    const { desk, service, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high', title: 'Mine' });
    await edit(desk, 'f1', { severity: 'medium' });
    expect((await desk.call('finding.open', { id: 'f1' })).edited).toEqual(['title']);
    await settle({ desk, clock });
    expect(service.finding('f1')).toMatchObject({ severity: 'medium', title: 'Mine' });
  });

  it('stays where the service has another value by now, for the two disagree', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    service.edit('f1', { severity: 'low' });
    await sync(desk, { push: false });
    await edit(desk, 'f1', { severity: 'medium' });
    expect([await fields(desk, 'severity'), await states(desk)]).toEqual([['medium'], ['update queued']]);
  });

  it('is still sent behind one that is under way', async () => {
    const { desk, service, requests, clock } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    let edited: Promise<unknown> = Promise.resolve();
    service.setFaults((request) => {
      requests.push(request);
      if (request.method === 'POST' && requests.filter(({ method }) => method === 'POST').length === 1) {
        edited = edit(desk, 'f1', { severity: 'medium' });
      }
      return undefined;
    });
    await sync(desk);
    await edited;
    await settle({ desk, clock });
    expect([service.finding('f1')?.['severity'], await states(desk)]).toEqual(['medium', []]);
  });
});
