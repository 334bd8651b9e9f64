import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connect, type StoreFile } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { png } from '../../domain/images/pictures.ts';
import {
  sampleService,
  syncedDesk,
  temporaryFolder,
  type DeskOptions,
  type TestDesk,
} from '../../support/desk.ts';

/** Stands in every text of the engagement that is destroyed, in none of the other's. */
export const marker = 'Zkestrel';
export const doomed = `${marker}-portal`;
export const other = 'harbour-2026';

const key = new Uint8Array(32).fill(7);

function finding(id: string, word: string) {
  return {
    id,
    body: {
      title: `${word} title ${id}`,
      asset: [`${word}.example.test`],
      severity: 'high',
      status: 'open',
      description: `${word} description ${'of some length '.repeat(400)}`,
      tags: [`${word}-tag`],
      references: [`https://${word}.example.test/`],
    },
  };
}

/** A desk with two engagements, in one of which everything was done that leaves something behind. */
export async function busyDesk(
  options: DeskOptions & { readonly reports?: boolean } = {},
): Promise<TestDesk> {
  const service = await sampleService({
    engagement: false,
    seeds: [
      { project: doomed, findings: ['d1', 'd2', 'd3', 'd4'].map((id) => finding(id, marker)) },
      { project: other, findings: ['o1', 'o2'].map((id) => finding(id, 'Harbour')) },
    ],
  });
  const desk = await syncedDesk(service, other, options);
  await desk.call('engagement.add', { project: doomed, name: `${marker} Portal`, client: `${marker} Ltd` });
  await desk.call('sync.run', {});
  for (const [project, word] of [
    [other, 'Harbour'],
    [doomed, marker],
  ] as const) {
    const [one = '', two = ''] = project === other ? ['o1', 'o2'] : ['d1', 'd2'];
    await desk.call('finding.look', { project });
    await desk.call('engagement.describe', { project, facts: { summary: `${word} summary` } });
    await desk.call('finding.edit', { id: one, changes: { remediation: `${word} remediation` } });
    await desk.call('sync.run', {});
    await desk.call('finding.edit', { id: two, changes: { title: `${word} again` } });
    const [made] = await desk.call('finding.create', {
      project,
      records: [{ title: `${word} new`, asset: [`${word}.example.test`] }],
    });
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: [one, two] } });
    const content = Buffer.from(png({ width: 30, height: word.length + 20 })).toString('base64');
    await desk.call('evidence.add', { id: one, name: `${word}.png`, caption: `${word} seen`, content });
    const cancelled = made?.findings[0] ?? '';
    await desk.call('evidence.add', { id: cancelled, name: `${word}-2.png`, caption: word, content });
    await desk.call('finding.delete', { ids: [cancelled] });
    if (options.reports === true) {
      await desk.call('report.export', { project, out: join(temporaryFolder(), `${project}.pdf`) });
    }
  }
  await desk.call('setting.write', {
    name: 'place',
    value: { project: doomed, query: marker, sort: null, finding: 'd1', split: null },
  });
  await desk.call('storage.backUp');
  return desk;
}

/** The folder of the desk's one store. */
export function storeFolder(desk: TestDesk): string {
  const [id = ''] = readdirSync(join(desk.home, 'stores'));
  return join(desk.home, 'stores', id);
}

/** A file of a store and what opens it. */
export function fileOf(folder: string, name: string): StoreFile {
  return { path: join(folder, name), key: storeKey(key, basename(folder)) };
}

/** Runs something over a file of the store, in clear. */
function within<T>(folder: string, name: string, look: (db: ReturnType<typeof connect>) => T): T {
  const db = connect(fileOf(folder, name), { readonly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** Every page of every file around the store, in clear: the names of those that hold a word. */
export function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !/-(?:wal|shm)$/.test(name))
    .filter((name) => {
      if (/\.(?:mark|roots)$/.test(name)) return readFileSync(join(folder, name), 'latin1').includes(word);
      // With what its log holds.
      return within(folder, name, (db) => db.serialize().toString('latin1').includes(word));
    })
    .sort();
}
