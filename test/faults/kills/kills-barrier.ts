import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';

/*
 * Loaded into the program before its first line (`--import`): every thread with a store stops at one place between two
 * statements and says so. A kill then comes exactly there, however fast the program runs.
 */

/** Where to stop: around the commit of the nth transaction that runs a statement, or before that statement itself. */
export interface Barrier {
  /** How the statement begins. */
  readonly statement: string;
  readonly nth: number;
  readonly moment: 'before-commit' | 'after-commit' | 'before';
}

/** The environment variable that has the barrier, as JSON. */
export const barrierVariable = 'KILLS_BARRIER';
export const atTheBarrier = 'at the barrier';

const text = process.env[barrierVariable];
if (text !== undefined) installBarrier(JSON.parse(text));

function installBarrier({ statement, nth, moment }: Barrier): void {
  let met = 0;
  let inTransaction = false;

  const stop = (): never => {
    writeSync(2, `${atTheBarrier}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    throw new Error('the barrier gave way');
  };
  const meet = (): void => {
    if (inTransaction) return;
    inTransaction = true;
    met += 1;
  };
  const commit = (run: () => unknown): unknown => {
    const isIt = inTransaction && met === nth;
    inTransaction = false;
    if (isIt && moment === 'before-commit') stop();
    const result = run();
    if (isIt && moment === 'after-commit') stop();
    return result;
  };

  const { prepare, exec } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, source: string) {
    const made = prepare.call(this, source);
    type Call = (...values: readonly unknown[]) => unknown;
    const run = made.run.bind(made) as Call;
    // One that answers with what it wrote is not run but got.
    const get = made.get.bind(made) as Call;
    const meeting =
      (call: Call): Call =>
      (...values) => {
        meet();
        return call(...values);
      };
    if (source === 'COMMIT') Object.assign(made, { run: () => commit(run) });
    if (source.startsWith(statement)) Object.assign(made, { run: meeting(run), get: meeting(get) });
    return made;
  } as typeof prepare;
  Database.prototype.exec = function (this: Database.Database, source: string) {
    if (moment === 'before' && source.startsWith(statement)) stop();
    return exec.call(this, source);
  };
}
