import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { document } from './support/dossier.ts';
import { interrupt } from '../support/system/interrupt.ts';

let template: Desk;
let desk: Desk;
let finding: string;
beforeAll(async () => {
  template = await openDesk({ pageCap: 5 });
  const rows = await template.json(['findings', project, '--query', 'status:open -is:candidate']);
  finding = (rows as { id: string }[])[0]?.id ?? '';
});
afterAll(() => template.clear());
beforeEach(() => {
  desk = copyDesk(template);
});
afterEach(async () => {
  template.service.setFaults(undefined);
  template.service.setLatency(0);
  await desk.clear();
});

/** Keeps the service from answering with pages; `asked` resolves when a sweep has asked for one. */
function holdPages(): { readonly asked: Promise<void>; readonly release: () => void } {
  const asked = Promise.withResolvers<void>();
  desk.service.setFaults(({ method, path }) => {
    if (method !== 'GET' || !path.startsWith('/api/scans/?')) return undefined;
    asked.resolve();
    return { kind: 'delay', ms: 60_000 };
  });
  return { asked: asked.promise, release: () => desk.service.setFaults(undefined) };
}

describe('two commands in one home', () => {
  test('a user who reads or edits is served while a sync runs', async () => {
    const pages = holdPages();
    const sync = desk.start(['sync', '--json']);
    await pages.asked;
    const rows = await desk.json(['findings', project]);
    expect((rows as unknown[]).length).toBeGreaterThan(10);
    expect(await desk.json(['edit', finding, '--set', 'severity=low'])).toMatchObject({ state: 'queued' });
    interrupt(sync.child);
    expect(await sync.ended).toMatchObject({ code: 1 });
    expect(await desk.json(['queue'])).toHaveLength(1);
  });

  test('many at once are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        desk.json(['edit', finding, '--set', `title=Title ${String(number)}`]),
      ),
    );
    expect(answers).toHaveLength(6);
    expect(await desk.json(['queue'])).toHaveLength(1);
  });

  test('the first one ends after the sync that the second one asked it for', async () => {
    const held = holdPages();
    const first = desk.start(['sync', '--json']);
    await held.asked;
    const second = desk.start(['sync', '--json', '--debug']);
    await second.sees('has reached the instance');
    held.release();
    interrupt(first.child);
    const [asked, asking] = await Promise.all([first.ended, second.ended]);
    expect([asked.code, asking.code]).toEqual([1, 0]);
    expect(document(asking)).toMatchObject({ engagements: [{ project, complete: true }] });
  });
});

describe('Ctrl-C', () => {
  test('stops a sync at a safe point; the same command goes on later', async () => {
    const pages = holdPages();
    const sync = desk.start(['sync', '--json']);
    await pages.asked;
    interrupt(sync.child);
    const ended = await sync.ended;
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({ error: { code: 'cancelled' } });
    pages.release();
    expect(await desk.json(['sync'])).toMatchObject({ engagements: [{ project, complete: true }] });
  });
});

describe('kill -9', () => {
  test('in the middle of reading loses nothing, and nothing stale is in the way', async () => {
    await desk.json(['edit', finding, '--set', 'severity=critical']);
    const pages = holdPages();
    const sync = desk.start(['sync', '--pull-only']);
    await pages.asked;
    sync.child.kill('SIGKILL');
    await once(sync.child, 'exit');
    pages.release();
    expect(await desk.json(['queue'])).toHaveLength(1);
    expect(await desk.json(['sync'])).toMatchObject({
      pushed: { applied: 1 },
      engagements: [{ complete: true }],
    });
    expect(desk.service.finding(finding)).toMatchObject({ severity: 'critical' });
  });

  test('after a creation has left makes it once: it is found again, or asked about, never sent twice', async () => {
    writeFileSync(join(desk.folder, 'new.json'), '{"title":"Made once","asset":["once.example"]}');
    await desk.json(['create', project, '--from', 'new.json']);
    const arrived = Promise.withResolvers<void>();
    // The service carries it out, and the answer never comes.
    desk.service.setFaults(({ method }) => {
      if (method !== 'PUT') return undefined;
      arrived.resolve();
      return { kind: 'drop', handled: true };
    });
    const sync = desk.start(['sync']);
    await arrived.promise;
    sync.child.kill('SIGKILL');
    await once(sync.child, 'exit');
    desk.service.setFaults(undefined);
    await desk.dossier(['sync']);
    await desk.dossier(['sync']);
    const sent = desk.service.ledger.filter(
      ({ method, body }) => method === 'PUT' && JSON.stringify(body).includes('Made once'),
    );
    expect(sent).toHaveLength(1);
    const rows = await desk.json(['findings', project, '--query', '"Made once"']);
    expect(rows).toHaveLength(1);
  });
});
