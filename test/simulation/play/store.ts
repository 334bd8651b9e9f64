import type Database from 'better-sqlite3';
import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import { writeConnection } from '#db/tables/accounts/connections.ts';
import { addEngagement } from '#db/tables/engagements.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { tables } from '#db/schema/tables.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';

/** Thrown when the program is killed in the middle of a commit; nothing of it runs on afterwards. */
export class Killed extends Error {}

/** How one run of the program meets its store. */
export interface StoreWatch {
  readonly alive: () => boolean;
  /** Called at both sides of every commit; may kill the program, or throw what a full disk throws. */
  readonly atCommit: (side: 'before' | 'after') => void;
}

type Statement = Database.Statement<unknown[]>;

/**
 * A store in memory: opened and migrated by the shipped modules, and used through the shipped modules. Programs
 * come and go on it. A crash is "back to the last commit": by ROLLBACK on the open connection, or, if `cold`, by
 * opening the committed bytes anew. A test proves both equal.
 */
export class SimulatedStore {
  #raw: WritableDb = openMemoryStore();
  #statements = new Map<string, Statement>();

  /** For the checks, which only read. */
  get db(): ReadableDb {
    return this.#raw;
  }

  /** Empties the store and connects it to the service as `userId`, with the engagement added. */
  reset(project: string, userId: string, profile: ServiceProfile): void {
    this.rollback();
    const names = Object.keys(tables).reverse();
    const empty = names.map((name) => (name === 'mark' ? '' : `DELETE FROM ${name};`)).join('');
    this.#raw.exec(`BEGIN; ${empty} DELETE FROM sqlite_sequence; UPDATE mark SET commits = 0; COMMIT`);
    transaction(this.#raw, () => {
      writeConnection(this.#raw, {
        baseUrl: 'http://127.0.0.1/api/',
        userId,
        userJson: '{}',
        organizationJson: '{}',
        profileJson: JSON.stringify(profile === defaultProfile ? {} : profile),
        token: 'token',
      });
      addEngagement(this.#raw, { project, name: null, client: null, addedAt: '2026-01-01T00:00:00.000Z' });
    });
  }

  /** A connection for one run of the program. */
  connect(watch: StoreWatch): WritableDb {
    const raw = this.#raw;
    const connection = {
      open: true,
      get inTransaction() {
        return watch.alive() && raw.inTransaction;
      },
      prepare: (text: string) => this.#watched(text, watch),
      exec: (text: string) => raw.exec(text),
      close: () => connection,
    };
    return connection as unknown as WritableDb;
  }

  /** What was not committed never was. */
  rollback(): void {
    if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK');
  }

  /** Opens anew what was committed, as the next start of the program does. */
  reopen(): void {
    this.rollback();
    const bytes = this.#raw.serialize();
    this.#raw.close();
    this.#raw = openMemoryStore(bytes);
    this.#statements = new Map();
  }

  #watched(text: string, { alive, atCommit }: StoreWatch, pluck = false): unknown {
    // What plucks is a statement of its own: it goes on plucking.
    const name = pluck ? `pluck ${text}` : text;
    const known = this.#statements.get(name);
    const statement: Statement = known ?? this.#raw.prepare(text);
    if (known === undefined && pluck) statement.pluck();
    this.#statements.set(name, statement);
    const guard = (): void => {
      if (!alive()) throw new Killed('the program was killed');
    };
    const isCommit = text === 'COMMIT';
    const guarded =
      (call: (...values: unknown[]) => unknown) =>
      (...values: unknown[]): unknown => {
        guard();
        if (!isCommit) return call(...values);
        atCommit('before');
        guard();
        const result = call(...values);
        atCommit('after');
        guard();
        return result;
      };
    return {
      get: guarded((...values) => statement.get(...values)),
      all: guarded((...values) => statement.all(...values)),
      run: guarded((...values) => statement.run(...values)),
      iterate: guarded((...values) => statement.iterate(...values)),
      pluck: () => this.#watched(text, { alive, atCommit }, true),
    };
  }
}
