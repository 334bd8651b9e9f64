import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import type { SyncSummary } from '#contract/procedures.ts';
import { writeConnection } from '#db/connections.ts';
import { addEngagement } from '#db/engagements.ts';
import { openMemoryStore } from '#db/open.ts';
import { transaction } from '#db/transaction.ts';
import type { WritableDb } from '#db/types.ts';
import { createServiceClient } from '#remote/client.ts';
import { createLimiter } from '#remote/limiter.ts';
import type { Transport } from '#remote/transport.ts';
import type { Workplace } from '#services/context.ts';
import { RequestOrder } from '#services/sync/order.ts';
import { recoverInterrupted } from '#services/sync/recover.ts';
import { runSync } from '#services/sync/run.ts';
import type { Dice } from './random.ts';
import type { Timeline } from './timeline.ts';

/** Thrown where the program is killed in the middle of a commit; nothing of it runs on afterwards. */
export class Killed extends Error {}

/**
 * One run of the shipped program, from start to its end or its kill: engine, store modules and client as they are,
 * over a store in memory. A kill leaves what was committed, nothing else.
 */
export class Program {
  readonly place: Workplace;
  readonly #raw: WritableDb;
  #alive = true;
  /** Called at both sides of every commit; may kill the program. */
  atCommit: (side: 'before' | 'after') => void = () => undefined;

  constructor(
    bytes: Uint8Array | null,
    timeline: Timeline,
    engineDice: Dice,
    ids: { next(): string },
    profile: Partial<ServiceProfile>,
  ) {
    this.#raw = bytes === null ? openMemoryStore() : openMemoryStore(bytes);
    this.place = {
      db: this.#watched(),
      clock: timeline.clock(() => this.#alive),
      ids,
      random: () => engineDice.next(),
      log: () => undefined,
      order: new RequestOrder(),
      profile: { ...defaultProfile, ...profile },
    };
    recoverInterrupted(this.place);
  }

  /** A store that was connected to the service as `userId`, with the engagement added. */
  static firstStore(project: string, userId: string, profile: Partial<ServiceProfile>): Uint8Array {
    const db = openMemoryStore();
    transaction(db, () => {
      writeConnection(db, {
        baseUrl: 'http://127.0.0.1/api/',
        userId,
        userJson: '{}',
        organizationJson: '{}',
        profileJson: JSON.stringify({ ...defaultProfile, ...profile }),
        token: 'token',
      });
      addEngagement(db, { project, name: null, client: null, addedAt: '2026-01-01T00:00:00.000Z' });
    });
    const bytes = db.serialize();
    db.close();
    return bytes;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** One sync over this network; resolves also when it fails, never when the program is killed. */
  async sync(transport: Transport, acceptMissing: boolean): Promise<SyncSummary | Error> {
    const { clock, profile } = this.place;
    const limiter = createLimiter({ clock, maxInFlight: 6 });
    const client = createServiceClient({
      transport,
      baseUrl: 'http://127.0.0.1/api/',
      profile,
      limiter,
      clock,
    });
    try {
      return await runSync(
        {
          ...this.place,
          client,
          token: 'token',
          signal: new AbortController().signal,
          progress: () => undefined,
        },
        { projects: [], pull: true, push: true, acceptMissing },
      );
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  }

  /** Kills the program: what it had not committed never was. Answers the store as the next start finds it. */
  kill(): Uint8Array {
    this.#alive = false;
    if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK');
    return this.#raw.serialize();
  }

  /** Ends the program in good order. */
  end(): Uint8Array {
    const bytes = this.kill();
    this.#raw.close();
    return bytes;
  }

  /** The shipped store modules on a connection that tells of every commit and is dead after a kill. */
  #watched(): WritableDb {
    const raw = this.#raw;
    return new Proxy(raw, {
      get: (target, name): unknown => {
        if (name === 'prepare') return (text: string) => this.#statement(text);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  #statement(text: string): unknown {
    const statement = this.#raw.prepare(text);
    const guard = (): void => {
      if (!this.#alive) throw new Killed('the program was killed');
    };
    if (text !== 'COMMIT') {
      return new Proxy(statement, {
        get: (target, name): unknown => {
          guard();
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    }
    return {
      run: (): void => {
        guard();
        this.atCommit('before');
        guard();
        statement.run();
        this.atCommit('after');
        guard();
      },
    };
  }
}
