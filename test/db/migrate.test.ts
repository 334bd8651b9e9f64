import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, readVersion } from '#db/schema/migrate.ts';
import { migrations, type Migration } from '#db/schema/migrations/index.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { tables } from '#db/schema/tables.ts';
import { sql, transaction, watchCommits } from '#db/store/transaction.ts';
import { codeOf, newStore } from './support.ts';

interface TableFacts {
  readonly name: string;
  readonly type: string;
  readonly strict: number;
}

function tablesOf(db: { prepare: Database.Database['prepare'] }): TableFacts[] {
  return db
    .prepare<[], TableFacts>(
      `SELECT name, type, strict FROM pragma_table_list
        WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND type <> 'shadow' ORDER BY name`,
    )
    .all();
}

/** Steps to `version`, lets `seed` write rows, takes the one next step and answers every row of a table. */
function stepFrom(version: number, seed: string, table: string): unknown[] {
  const db = new Database(':memory:');
  migrate(db, { upTo: version });
  db.exec(seed);
  const next = migrations.find((migration) => migration.version > version);
  migrate(db, { upTo: next?.version ?? version });
  expect(readVersion(db)).toBe(next?.version);
  return db.prepare(`SELECT * FROM ${table}`).all();
}

/** The same by the step that leads to a version, whatever the one before it is. */
function stepTo(version: number, seed: string, table: string): unknown[] {
  return stepFrom(migrations.findLast((migration) => migration.version < version)?.version ?? 0, seed, table);
}

describe('the schema', () => {
  it('has no table that is not declared, and declares none that it has not', () => {
    const db = openMemoryStore();
    expect(tablesOf(db).map(({ name }) => name)).toEqual(Object.keys(tables).sort());
  });

  it('is STRICT throughout', () => {
    const db = openMemoryStore();
    const loose = tablesOf(db).filter(({ type, strict }) => type === 'table' && strict !== 1);
    expect(loose).toEqual([]);
  });

  it('is numbered by tens, in order', () => {
    const versions = migrations.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    expect(versions.filter((version) => version % 10 !== 0)).toEqual([]);
  });
});

describe('a step', () => {
  it('from 10 keeps the rows and starts to count commits', () => {
    const seed = "INSERT INTO engagement VALUES ('p', 'n', NULL, 'now')";
    expect(stepFrom(10, seed, 'engagement')).toEqual([
      { project: 'p', name: 'n', client: null, added_at: 'now' },
    ]);
    expect(stepFrom(10, seed, 'mark')).toEqual([{ only: 1, commits: 0 }]);
  });

  it('from 20 keeps the records and finds what a sweep asks in an index', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO record (finding, base_json, list_hash, first_seen_at, changed_at) VALUES (1, '{}', 'h', 'a', 'b')`;
    expect(stepFrom(20, seed, 'record')).toMatchObject([{ finding: 1, base_json: '{}', list_hash: 'h' }]);
    const plan =
      'EXPLAIN QUERY PLAN SELECT list_hash, gone_at FROM record INDEXED BY record_seen WHERE finding = 1';
    const [step] = openMemoryStore().prepare<[], { detail: string }>(plan).all();
    expect(step?.detail).toContain('COVERING INDEX record_seen');
  });

  it('from 30 keeps what is known of the sweeps and drops what nothing used', () => {
    const seed = "INSERT INTO sweep (project, number, last_page, held_reason) VALUES ('p', 7, 3, 'why')";
    expect(stepFrom(30, seed, 'sweep')).toEqual([
      {
        project: 'p',
        number: 7,
        completed_at: null,
        complete_count: 0,
        page_size: null,
        last_page: 3,
        short_paged: 0,
        held_reason: 'why',
      },
    ]);
  });

  it('from 40 keeps the connection and knows of no pause', () => {
    const seed = `INSERT INTO connection (only, base_url, user_id, user_json, organization_json, profile_json, token)
      VALUES (1, 'https://a.test/api/', 'u1', '{}', '{}', '{}', 'secret')`;
    expect(stepFrom(40, seed, 'connection')).toMatchObject([
      { base_url: 'https://a.test/api/', user_id: 'u1', token: 'secret', pause_json: null },
    ]);
  });

  it('from 50 keeps the lists, to be made anew for what they show beyond that, and nothing is unread yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO list_row VALUES (1, 'p', 'F1', 't', 'low', 'open', '[]', 0, 'synced', 'd');
      INSERT INTO list_key VALUES (1, 'p', 3, '', 't', 'open', '', '', '', '', NULL, 0, 0, 0, 0, 5)`;
    expect(stepFrom(50, seed, 'list_row')).toMatchObject([{ finding: 1, digest: 'd', tag_json: null }]);
    expect(stepFrom(50, seed, 'list_key')).toMatchObject([{ finding: 1, updated_ms: 5, unread: 0 }]);
    expect(
      ['setting', 'saved_view', 'looked', 'edit_step'].map((table) => stepFrom(50, seed, table)),
    ).toEqual([[], [], [], []]);
  });

  it('from 70 keeps the lists, and takes them for written before everything else', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO list_row VALUES (1, 'p', 'F1', 't', 'low', 'open', '[]', 0, 'synced', 'd', '["x"]');
      INSERT INTO list_key VALUES (1, 'p', 3, '', 't', 'open', '', '', '', '', NULL, 0, 0, 0, 0, 5, 1)`;
    expect(stepFrom(70, seed, 'list_key')).toMatchObject([{ finding: 1, unread: 1, stamp: 0 }]);
  });

  it('from 80 keeps connection and sweeps, and nothing is asked of anybody', () => {
    const connection = `INSERT INTO connection (only, base_url, user_id, user_json, organization_json, profile_json)
      VALUES (1, 'https://a.test/api/', 'u1', '{}', '{}', '{}')`;
    expect(stepFrom(80, connection, 'connection')).toMatchObject([
      { base_url: 'https://a.test/api/', user_id: 'u1', token_trouble_json: null },
    ]);
    const sweep = "INSERT INTO sweep (project, number, held_reason) VALUES ('p', 7, 'why')";
    expect(stepFrom(80, sweep, 'sweep')).toMatchObject([{ number: 7, held_reason: 'why', held_json: null }]);
  });

  it('from 100 keeps the engagements, none of which was destroyed', () => {
    const seed = "INSERT INTO engagement VALUES ('p', 'n', NULL, 'now')";
    expect(stepFrom(100, seed, 'engagement')).toEqual([
      { project: 'p', name: 'n', client: null, added_at: 'now' },
    ]);
    expect(stepFrom(100, seed, 'destruction')).toEqual([]);
  });

  it('from 120 keeps editions, and does not know what a check would have said of them', () => {
    const seed = `
      INSERT INTO engagement VALUES ('p', 'n', NULL, 'now');
      INSERT INTO edition (project, edition, created_at, format, template, options_json, findings, pages, sha256,
                           snapshot_json, file)
      VALUES ('p', 1, 'now', 'pdf', 'technical', '{}', 0, 1, 'abc', '{}', x'00')`;
    expect(stepFrom(120, seed, 'edition')).toEqual([
      expect.objectContaining({ project: 'p', edition: 1, sha256: 'abc', check_json: null }),
    ]);
  });

  it('from 200 keeps editions, with their files and what they were made from as their pieces', () => {
    const seed = `
      INSERT INTO edition (project, edition, created_at, format, template, options_json, findings, pages, sha256,
                           snapshot_json, file)
      VALUES ('p', 1, 'now', 'pdf', 'technical', '{}', 0, 1, 'abc', '{"a":1}', x'0001'),
             ('p', 2, 'now', 'csv', 'technical', '{}', 0, NULL, 'def', '{}', x'02')`;
    const editions = [
      { edition: 1, sha256: 'abc', bytes: 2, content: 'row 1' },
      { edition: 2, sha256: 'def', bytes: 1, content: 'row 2' },
    ];
    expect(stepFrom(200, seed, 'edition')).toMatchObject(editions);
    expect(stepFrom(200, seed, 'edition_piece ORDER BY content, part')).toMatchObject([
      { project: 'p', content: 'row 1', part: 'file', bytes: Buffer.from([0, 1]) },
      { project: 'p', content: 'row 1', part: 'snapshot', bytes: Buffer.from('{"a":1}') },
      { project: 'p', content: 'row 2', part: 'file', bytes: Buffer.from([2]) },
      { project: 'p', content: 'row 2', part: 'snapshot', bytes: Buffer.from('{}') },
    ]);
  });

  it('from 130 keeps engagements, of which nothing is said yet', () => {
    const seed = "INSERT INTO engagement VALUES ('p', 'n', 'c', 'now')";
    expect(stepFrom(130, seed, 'engagement')).toEqual([
      { project: 'p', name: 'n', client: 'c', added_at: 'now' },
    ]);
    expect(stepFrom(130, seed, 'engagement_facts')).toEqual([]);
  });

  it('from 170 keeps the connection and its token, with no session and no rotation', () => {
    const seed = `INSERT INTO connection (only, base_url, user_id, user_json, organization_json, profile_json, token)
      VALUES (1, 'https://a/api/', 'u', '{}', '{}', '{}', 'token')`;
    expect(stepFrom(170, seed, 'connection')).toMatchObject([
      { user_id: 'u', token: 'token', session_text: null, uses: 'token', set_aside_token: null },
    ]);
    expect(stepFrom(170, seed, 'rotation')).toEqual([]);
  });

  it('from 180 keeps operations with their places, gives no place twice, and knows nothing that the assistant wrote', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO operation VALUES (3, 'op', 'update', 'p', 'now', '{}'), (9, 'gone', 'update', 'p', 'now', '{}');
      DELETE FROM operation WHERE seq = 9;
      INSERT INTO operation_item (seq, finding, state) VALUES (3, 1, 'queued')`;
    expect(stepFrom(180, seed, 'operation')).toEqual([
      { seq: 3, op: 'op', kind: 'update', project: 'p', created_at: 'now', payload_json: '{}' },
    ]);
    expect(stepFrom(180, seed, "sqlite_sequence WHERE name = 'operation'")).toEqual([
      { name: 'operation', seq: 9 },
    ]);
    expect(stepFrom(180, seed, 'assistant_answer')).toEqual([]);
  });

  it('to 270 has the list rows made again whose severity or score may read otherwise', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1'), (2, 'p', NULL, 'F2'), (3, 'p', NULL, 'F3');
      INSERT INTO list_row VALUES (1, 'p', 'F1', 't', 'Moderate', 'open', '[]', 0, 'synced', 'd', '[]'),
        (2, 'p', 'F2', 't', 'low', 'open', '[]', 0, 'synced', 'd', '[]'),
        (3, 'p', 'F3', 't', 'low', 'open', '[]', 0, 'synced', 'd', '[]');
      INSERT INTO list_key (finding, project, severity_rank, severity, title, status, assets, tags, cwe, owasp, cvss,
        has, candidate, private, sync, updated_ms, unread)
      VALUES (1, 'p', 5, 'moderate', 't', 'open', '', '', '', '', NULL, 0, 0, 0, 0, 0, 0),
        (2, 'p', 3, '', 't', 'open', '', '', '', '', 7.0, 0, 0, 0, 0, 0, 0),
        (3, 'p', 3, '', 't', 'open', '', '', '', '', NULL, 0, 0, 0, 0, 0, 0)`;
    expect(stepTo(270, seed, 'list_row')).toMatchObject([
      { finding: 1, tag_json: null },
      { finding: 2, tag_json: null },
      { finding: 3, tag_json: '[]' },
    ]);
  });

  it('to 280 keeps sweeps, of which none was cut off yet', () => {
    const seed = "INSERT INTO sweep (project, number, complete_count) VALUES ('p', 3, 2)";
    expect(stepTo(280, seed, 'sweep')).toMatchObject([
      { number: 3, complete_count: 2, open: 0, cut_at: null },
    ]);
  });

  it('to 300 keeps findings and what is pending, of which nothing is held back yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1')`;
    expect(stepFrom(280, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    expect(stepFrom(280, seed, 'held')).toEqual([]);
  });

  it('to 350 keeps findings, of which nothing came back other than it was sent yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1')`;
    expect(stepTo(350, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    expect(stepTo(350, seed, 'altered_value')).toEqual([]);
  });

  it('to 360 keeps findings, none of which was created again yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1')`;
    expect(stepTo(360, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    expect(stepTo(360, seed, 'former_id')).toEqual([]);
  });

  it('to 310 keeps images, of which none has annotations yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO evidence VALUES (1, 'e1', 1, 0, 'c', 'image/png', 1, 1, 3, 'h', 'h', 'a.png', 'now', NULL)`;
    expect(stepTo(310, seed, 'evidence')).toMatchObject([{ evidence: 'e1', sha256: 'h' }]);
    expect(stepTo(310, seed, 'evidence_annotation')).toEqual([]);
    expect(stepTo(310, seed, 'evidence_drawn')).toEqual([]);
  });

  it('to 410 assigns no finding to anybody, and no comment answers another', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO comment (comment, project, finding, text, author, added_at) VALUES ('c', 'p', 1, 't', '', 'now')`;
    expect(stepTo(410, seed, 'comment')).toMatchObject([{ comment: 'c', reply_to: null }]);
    expect(stepTo(410, seed, 'assignee')).toEqual([]);
  });

  it('to 320 keeps findings, which are in progress and have no comments yet', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1')`;
    expect(stepTo(320, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    for (const table of ['working_state', 'ready_snapshot', 'comment'])
      expect(stepTo(320, seed, table)).toEqual([]);
  });

  it('to 340 has listed and indexed again whatever may hold a letter that is folded otherwise', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1'), (2, 'p', NULL, 'F2'), (3, 'p', NULL, 'F3'),
        (4, 'p', 'L4', NULL), (5, 'p', NULL, 'F5');
      INSERT INTO record (finding, base_json, first_seen_at, changed_at) VALUES (1, '{"title":"Straße"}', 'now', 'now'),
        (2, '{"title":"SQL"}', 'now', 'now'), (3, '{"note":"Stra\\u00dfe"}', 'now', 'now'),
        (5, '{"title":"SQL"}', 'now', 'now');
      INSERT INTO operation VALUES (1, 'op', 'create', 'p', 'now', '{}'), (2, 'old', 'update', 'p', 'now', '{}');
      INSERT INTO operation_item (seq, finding, state, patch_json) VALUES (1, 4, 'queued', '{"title":"ＳＱＬ"}'),
        (2, 5, 'done', '{"title":"ＳＱＬ"}');
      INSERT INTO list_row SELECT finding, 'p', 'F', 't', 'low', 'open', '[]', 0, 'synced', 'd', '[]' FROM finding;
      INSERT INTO list_key (finding, project, severity_rank, severity, title, status, assets, tags, cwe, owasp, cvss,
        has, candidate, private, sync, updated_ms, unread)
      SELECT finding, 'p', 3, '', iif(finding = 1, 'straße', 't'), '', '', iif(finding = 4, 'ｓ', ''), '', '', NULL,
        0, 0, 0, 0, 0, 0 FROM finding`;
    const remade = 'list_row WHERE tag_json IS NULL';
    expect(stepTo(340, seed, remade)).toMatchObject([{ finding: 1 }, { finding: 4 }]);
    expect(stepTo(340, seed, 'text_due')).toEqual([{ finding: 1 }, { finding: 3 }, { finding: 4 }]);
  });

  it('from 220 keeps what is indexed, and does not know yet with what its words begin', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1'), (2, 'p', NULL, 'F2');
      INSERT INTO list_row VALUES (1, 'p', 'F1', 't', 'low', 'open', '[]', 0, 'synced', 'd', '[]'),
        (2, 'p', 'F2', 't', 'low', 'open', '[]', 0, 'synced', 'd', '[]');
      INSERT INTO text_due VALUES (2)`;
    expect(stepFrom(220, seed, 'text_unstarted')).toEqual([{ finding: 1 }]);
    expect(stepFrom(220, seed, 'text_due')).toEqual([{ finding: 2 }]);
  });

  it('from 240 keeps findings and editions, and no number or place is known', () => {
    const seed = "INSERT INTO finding VALUES (1, 'p', NULL, 'F1')";
    expect(stepFrom(240, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    expect(stepFrom(240, seed, 'report_finding')).toEqual([]);
  });

  it('from 420 keeps the numbers of findings, and knows none of findings that are printed as one', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1');
      INSERT INTO report_finding VALUES ('p', 1, 'high', NULL, 2)`;
    expect(stepFrom(420, seed, 'report_finding')).toMatchObject([{ finding: 1, number: 2 }]);
    expect(stepFrom(420, seed, 'report_group_number')).toEqual([]);
  });

  it('to 440 keeps findings, and none of them is known to come from a scan', () => {
    const seed = `INSERT INTO finding VALUES (1, 'p', NULL, 'F1')`;
    expect(stepTo(440, seed, 'finding')).toMatchObject([{ finding: 1, service_id: 'F1' }]);
    expect(stepTo(440, seed, 'finding_origin')).toEqual([]);
  });

  it('from 380 keeps facts, report settings and dictionaries of engagements in one table', () => {
    const seed = `INSERT INTO engagement_facts VALUES ('p', '{"client":"Harbour"}', 'then'), ('q', '{}', 'now');
      INSERT INTO report_settings VALUES ('p', '{"theme":"Dark"}', 'later');
      INSERT INTO engagement_spelling VALUES ('p', '[]'), ('q', '["de","en-GB"]')`;
    expect(stepFrom(380, seed, 'engagement_setting ORDER BY project, name')).toEqual([
      { project: 'p', name: 'facts', value_json: '{"client":"Harbour"}', changed_at: 'then' },
      { project: 'p', name: 'report', value_json: '{"theme":"Dark"}', changed_at: 'later' },
      { project: 'p', name: 'spelling', value_json: '[]', changed_at: null },
      { project: 'q', name: 'facts', value_json: '{}', changed_at: 'now' },
      { project: 'q', name: 'spelling', value_json: '["de","en-GB"]', changed_at: null },
    ]);
    const left = "(SELECT name FROM sqlite_schema WHERE name IN ('engagement_facts', 'report_settings'))";
    expect(stepFrom(380, seed, left)).toEqual([]);
  });

  it('that fails is undone whole, with the steps before it kept', () => {
    const steps: Migration[] = [
      { version: 10, sql: 'CREATE TABLE a (x INTEGER) STRICT' },
      { version: 20, sql: 'CREATE TABLE b (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)' },
    ];
    const db = new Database(':memory:');
    expect(() => migrate(db, { migrations: steps })).toThrow(/nowhere/);
    expect([readVersion(db), tablesOf(db).map(({ name }) => name)]).toEqual([10, ['a']]);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('that leaves a row without its parent is undone', () => {
    const steps: Migration[] = [
      {
        version: 10,
        sql: 'CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT; CREATE TABLE b (x INTEGER REFERENCES a (x)) STRICT',
      },
      { version: 20, sql: 'INSERT INTO b VALUES (1)' },
    ];
    const db = new Database(':memory:');
    expect(() => migrate(db, { migrations: steps })).toThrow(/refer to nothing/);
    expect(readVersion(db)).toBe(10);
  });

  it('is not taken on a newer store', () => {
    const db = new Database(':memory:');
    db.pragma('user_version = 99990');
    expect(codeOf(() => migrate(db))).toBe('newer-store');
    expect(tablesOf(db)).toEqual([]);
  });
});

describe('a transaction', () => {
  const rowsOf = (db: ReturnType<typeof openMemoryStore>) => sql(db, 'SELECT project FROM engagement').all();
  const insert = (db: ReturnType<typeof openMemoryStore>) =>
    sql(db, "INSERT INTO engagement VALUES ('p', NULL, NULL, 'now')").run();

  it('is all or nothing', () => {
    const db = openMemoryStore();
    const failing = () =>
      transaction(db, () => {
        insert(db);
        insert(db);
      });
    expect(failing).toThrow(/UNIQUE/);
    expect(rowsOf(db)).toEqual([]);
    expect(db.inTransaction).toBe(false);
  });

  it('refuses a body that is not finished when it returns', () => {
    const db = openMemoryStore();
    expect(() => transaction(db, () => Promise.resolve(insert(db)))).toThrow(/synchronous/);
    expect(rowsOf(db)).toEqual([]);
  });

  it('refuses to be nested, and the outer one is undone', () => {
    const { db } = newStore();
    const nested = () =>
      transaction(db, () => {
        insert(db);
        transaction(db, () => insert(db));
      });
    expect(nested).toThrow(/inside a transaction/);
    expect(rowsOf(db)).toEqual([]);
  });

  it('tells a watcher of each commit, and of nothing that was undone or wrote nothing', () => {
    const db = openMemoryStore();
    const told: string[] = [];
    const end = watchCommits(db, () => told.push('one'));
    watchCommits(db, () => told.push('two'));
    transaction(db, () => insert(db));
    expect(() => transaction(db, () => insert(db))).toThrow(/UNIQUE/);
    end();
    transaction(db, () => undefined);
    expect(told).toEqual(['one', 'two']);
    transaction(db, () => db.exec("UPDATE engagement SET name = 'n'"));
    expect(told).toEqual(['one', 'two', 'two']);
  });

  it('counts no commit that changed no row', () => {
    const db = openMemoryStore();
    const commits = () => sql<[], { commits: number }>(db, 'SELECT commits FROM mark').get()?.commits ?? 0;
    const before = commits();
    transaction(db, () => sql(db, "UPDATE engagement SET name = 'n' WHERE project = 'nowhere'").run());
    const without = commits();
    transaction(db, () => insert(db));
    expect([without, commits()]).toEqual([before, before + 1]);
  });

  it('keeps one prepared statement per text and connection', () => {
    const one = openMemoryStore();
    const two = openMemoryStore();
    expect(sql(one, 'SELECT 1')).toBe(sql(one, 'SELECT 1'));
    expect(sql(one, 'SELECT 1')).not.toBe(sql(two, 'SELECT 1'));
  });
});

/** First half of the SHA-256 of each step's SQL, as it landed. A new step gets a line; no line is ever changed. */
const landed: readonly (readonly [version: number, digest: string])[] = [
  [10, '2ee2a0e8fea5d595'],
  [20, '89b441c917ccf8e8'],
  [30, '3515d2cc81874cb8'],
  [40, 'f93a0a8e154c7a82'],
  [50, 'fe1cdbb65ecf00e1'],
  [60, '64ab39608a45cbd7'],
  [70, '03739c63eb7a968c'],
  [80, 'd48567283d83e4ed'],
  [90, 'a8d3c7b95813061e'],
  [100, '4068a1aca37888d7'],
  [110, '1c6224d55779565b'],
  [120, '723213eae54ec035'],
  [130, 'aabcfc9a3ad6fcdd'],
  [140, '7ce551ac34042b67'],
  [150, '79469ca0550b153d'],
  [160, '3e943cac2f58fd21'],
  [170, '64896746fecb285e'],
  [180, '0274316b337f432e'],
  [190, 'c80bc276faebc35f'],
  [200, 'fde0672314160fec'],
  [210, '462024ebbc0a50b4'],
  [220, '042350329cd49ee8'],
  [230, '2908bf91fd9b8a67'],
  [240, '369d170cae080fb4'],
  [250, '2f4c851833f587be'],
  [270, '6d28d2b5608a8111'],
  [280, '1522bdda5a7bb2e7'],
  [300, 'ef9e44ba3fe4f86f'],
  [310, 'e0d2b2120a0b2f2b'],
  [320, 'bbc2713537bb8d56'],
  [330, 'ea62f8fe6b9f33d0'],
  [340, 'b40aed9c6f6fb142'],
  [350, '63a4f8017bc7591c'],
  [360, '8d3e4dd74362a813'],
  [370, 'd7eb99e8c55d3929'],
  [380, '7ebe83bbb39fe6f6'],
  [390, '4323080fbeaa7b3e'],
  [400, 'e040b0f87eecf494'],
  [410, 'c18c2f3a61f1a1d5'],
  [420, '40f47e764a7bb309'],
  [430, 'd2ca1237e30ec7f3'],
  [440, '88a0f099738cf314'],
  [450, '5a8625e5a5361842'],
];

it('no step that landed is ever changed: a vault that opened once opens for ever', () => {
  const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 16);
  expect(migrations.map(({ version, sql }) => [version, digest(sql)])).toEqual(landed);
});
