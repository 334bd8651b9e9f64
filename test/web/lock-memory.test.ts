import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { project, records, startHostileService, type HostileService } from '../faults/service.ts';
import { patienceMs } from '../support/patience.ts';
import { placesInMemory, readsMemory } from '../support/system/process-memory.ts';
import { endAll, startServing, visit, type Serving, type Visitor } from './support.ts';

/* From outside: the process of `dossier serve` is read as another program of the same user, or a debugger, can read it. */

if (!readsMemory) {
  process.stderr.write('The test of memory after a lock reads /proc of Linux: skipped.\n');
}

const random = (word: string): string => `${word}${randomBytes(12).toString('hex')}`;
const passphrase = random('passphrase-');
const token = random('token-');
const fetched = random('fetched-');
const written = random('written-');
const sought = { passphrase, token, fetched, written };

let folder: string;
let service: HostileService;
let serving: Serving;
let visitor: Visitor;

beforeAll(async () => {
  if (!readsMemory) return;
  folder = mkdtempSync(join(tmpdir(), 'dossier-memory-'));
  const held = records(30);
  held.set('f1', { ...held.get('f1'), title: `Login of ${fetched}`, description: `${fetched} – seen by us` });
  service = await startHostileService(held);
  serving = await startServing(join(folder, 'home'));
  visitor = await visit(serving.url);
});
afterAll(async () => {
  if (!readsMemory) return;
  await endAll();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function value(name: string, input: unknown = {}) {
  const outcome = await visitor.call(name, input);
  expect(outcome, name).toMatchObject({ ok: true });
  return outcome.value;
}

const placesFound = (): readonly string[] => placesInMemory(Number(serving.running.child.pid), sought);

/** Works with the vault as a window does: reads, edits, searches. */
async function work(): Promise<void> {
  expect(JSON.stringify(await value('finding.get', { id: 'f1' }))).toContain(fetched);
  const record = {
    title: `Note on ${written}`,
    asset: ['a.test'],
    severity: 'low',
    description: `${written} – ours`,
  };
  await value('finding.create', { project, records: [record] });
  await value('finding.edit', { id: 'f2', changes: { description: `${written} – changed` } });
  const found = await value('list.find', { project, query: fetched, sort: null, order: '', first: 5 });
  expect(JSON.stringify(found)).toContain(fetched);
}

describe('the memory of the program after a lock', () => {
  test(
    'has lost most copies of passphrase, token and texts',
    { timeout: 4 * patienceMs },
    async ({ skip }) => {
      skip(!readsMemory, 'only Linux shows the memory of a process, in /proc');
      await value('home.create', { passphrase });
      await value('home.connect', { baseUrl: service.baseUrl, token });
      await value('engagement.add', { project });
      await value('sync.run', { projects: [project] });
      await work();
      await value('home.lock');
      await value('home.unlock', { passphrase });
      await work();
      const open = placesFound();
      for (const name of ['fetched', 'written']) expect(open.join('\n')).toContain(name);

      await value('home.lock');
      // A hundred stay without overwriting. A block that is freed late may keep one: docs/develop/security.md says so.
      await expect.poll(() => placesFound().length, { timeout: patienceMs, interval: 500 }).toBeLessThan(25);
    },
  );
});
