import { describe, expect, it } from 'vitest';
import { settingsOf } from '#features/settings/settings.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { tables } from '#db/schema/tables.ts';
import { defaultProfile } from '#contract/profile.ts';
import { diagnosisText } from '#domain/base/diagnostics.ts';
import { diagnoseStore } from '#features/settings/diagnostics.ts';
import { busyDesk, marker } from './support.ts';

describe('a diagnosis', () => {
  it('tells versions, counts, settings, times and codes, and no word of a client', async () => {
    const desk = await busyDesk();
    await desk.call('view.save', { view: null, name: `${marker} list`, query: marker, sort: null });
    await desk.call('connection.adjust', {
      profile: { severities: [marker, 'high'], volatile: [marker], pageSize: 77 },
    });
    const { text } = await desk.call('diagnostics.collect');
    const facts = [
      /^Dossier$/m,
      /^ {2}version +\d/m,
      /^ {2}integrity +sound$/m,
      /^ {2}operations update done +1?\d$/m,
      /^ {2}findings queued +\d$/m,
      /^ {2}severities +changed$/m,
      /^ {2}pageSize +changed$/m,
      /^ {2}store +\d+ bytes$/m,
      /pages, \d+ findings, \d+ sent, whole$/m,
    ];
    expect(facts.filter((fact) => !fact.test(text))).toEqual([]);
    const secrets = [marker, 'harbour', '127.0.0.1', 'localhost', desk.home, 'mara', 'o1', 'd1'];
    expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  });

  it('has no word of any column of any table, whatever stands there', () => {
    const db = openMemoryStore();
    transaction(db, () => {
      fill(db);
    });
    const filled = Object.keys(tables).filter(
      (table) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() !== 0,
    );
    const hostile = { ...defaultProfile, severities: ['Zhostile'], Zhostile: 'Zhostile' };
    const text = diagnosisText(diagnoseStore(db, hostile));
    expect(filled.length).toBeGreaterThan(20);
    expect(text).not.toContain('Zhostile');
    expect(text).not.toContain('zhostile');
    expect(Object.keys(settingsOf(db))).toEqual([]);
  });
});

/** Puts a row into every table whose every text is the marker, or what its rules allow in its place. */
function fill(db: ReturnType<typeof openMemoryStore>): void {
  db.pragma('defer_foreign_keys = ON');
  for (const table of Object.keys(tables)) {
    if (table === 'mark' || table === 'finding_text' || table === 'text_start') continue;
    const schema = db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(table);
    const columns = db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(table);
    const values = columns.map(({ name, type }) => {
      const allowed = new RegExp(`\\b${name} [^,]*?CHECK \\(${name} IN \\(([^)]*)\\)`).exec(
        schema ?? '',
      )?.[1];
      const [first = ''] = allowed?.split(', ') ?? [];
      if (allowed !== undefined) return first.startsWith("'") ? first.slice(1, -1) : Number(first);
      if (type === 'TEXT') return 'Zhostile';
      return type === 'BLOB' ? Buffer.from('Zhostile') : 1;
    });
    const places = columns.map(() => '?').join(', ');
    sql(db, `INSERT INTO ${table} VALUES (${places})`).run(...values);
  }
}
