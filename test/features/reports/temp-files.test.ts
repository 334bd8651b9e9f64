import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WritableDb } from '#db/schema/types.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import { readSettings, writeSetting } from '#db/tables/accounts/settings.ts';
import { removeUnfinished, unfinishedIn } from '#features/reports/output/temp-files.ts';
import { temporaryFolder } from '../../support/desk.ts';

const name = 'unfinished reports';

function store(): WritableDb {
  const db = openMemoryStore();
  onTestFinished(() => {
    db.close();
  });
  return db;
}

function noted(db: WritableDb): unknown {
  const row = readSettings(db).find((setting) => setting.name === name);
  return JSON.parse(row?.valueJson ?? '[]');
}

function note(db: WritableDb, valueJson: string): void {
  transaction(db, () => {
    writeSetting(db, { name, valueJson });
  });
}

function counted(): { next(): string } {
  let count = 0;
  return { next: () => `id-${String((count += 1))}` };
}

describe('a report is made in a folder', () => {
  it('that is noted while it is there, and gone with its note when the work has ended', async () => {
    const [db, parent, ids] = [store(), temporaryFolder(), counted()];
    const seen = await unfinishedIn({ db, ids }, parent, async (outer) => {
      const inner = await unfinishedIn({ db, ids }, parent, async (folder) => [folder, noted(db)]);
      writeFileSync(join(outer, 'report.pdf'), 'x');
      return { outer, inner, noted: noted(db), there: existsSync(outer) };
    });
    const [outer, inner] = ['id-1', 'id-2'].map((id) => join(parent, `.dossier-report-${id}`));
    expect([seen, noted(db), existsSync(seen.outer)]).toEqual([
      { outer, inner: [inner, [outer, inner]], noted: [outer], there: true },
      [],
      false,
    ]);
  });

  it('that is gone also if the work fails', async () => {
    const [db, parent, ids] = [store(), temporaryFolder(), counted()];
    const work = unfinishedIn({ db, ids }, parent, () => Promise.reject(new Error('no paper')));
    await expect(work).rejects.toThrow('no paper');
    expect([noted(db), existsSync(join(parent, '.dossier-report-id-1'))]).toEqual([[], false]);
  });

  it('and not at all where no folder can be', async () => {
    const [db, ids] = [store(), counted()];
    const parent = join(temporaryFolder(), 'missing');
    const work = unfinishedIn({ db, ids }, parent, async () => undefined);
    await expect(work).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('The report cannot be written there'),
    });
    expect(noted(db)).toEqual([]);
  });
});

describe('the next start', () => {
  it('removes what a kill left of reports, and nothing that has another name', () => {
    const [db, parent] = [store(), temporaryFolder()];
    const folders = ['.dossier-report-1', 'dossier-2', 'Clients', 'my.dossier-report-3'].map((each) =>
      join(parent, each),
    );
    for (const folder of folders) mkdirSync(folder);
    note(db, JSON.stringify([...folders, 7]));
    removeUnfinished(db);
    expect([
      folders.filter((folder) => existsSync(folder)).map((folder) => basename(folder)),
      noted(db),
    ]).toEqual([['Clients', 'my.dossier-report-3'], []]);
  });

  it('keeps the note of a folder on a disk that is not there at the moment', () => {
    const [db, parent] = [store(), temporaryFolder()];
    const away = join(parent, 'disk', '.dossier-report-1');
    const here = join(parent, '.dossier-report-2');
    note(db, JSON.stringify([away, here]));
    removeUnfinished(db);
    expect(noted(db)).toEqual([away]);
  });

  it.each(['{', '{"a":1}'])('takes a damaged note for none: %s', (text) => {
    const db = store();
    note(db, text);
    expect(() => {
      removeUnfinished(db);
    }).not.toThrow();
  });
});
