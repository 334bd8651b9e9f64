import { itemsOf, openItemsOf, openOperations } from '#db/operations.ts';
import { needsPerson } from '#services/queue/view.ts';
import type { TransportRequest } from '#remote/transport.ts';
import { DossierError } from '#contract/error.ts';
import { findFinding } from '#db/records.ts';
import { simulatedTransport, type NetworkPlan } from './network.ts';
import { createMarks, Person, valueFor } from './person.ts';
import { Killed, Program } from './program.ts';
import {
  BrokenPromise,
  checkBases,
  checkNoDoubles,
  checkNothingDropped,
  checkOrder,
  Memory,
  watchOverwrites,
} from './promises.ts';
import { createDice, type Dice } from './random.ts';
import { drawVariant, ModelService } from './service.ts';
import { Timeline } from './timeline.ts';

/** What one seed did and met. */
export interface SimulationReport {
  readonly seed: number;
  readonly trace: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** A seed that broke a promise or the program, with all that led there. */
export class SimulationFailure extends Error {
  readonly trace: readonly string[];

  constructor(seed: number, trace: readonly string[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`seed ${String(seed)}: ${why}\n  ${trace.slice(-40).join('\n  ')}`, { cause });
    this.name = 'SimulationFailure';
    this.trace = trace;
  }
}

const quietTimeMs = 180_000;
const steps = 14;
/** So many syncs without a fault, each after the quiet time, and everything rests or asks a person (promise 10). */
const syncsToRest = 8;

/**
 * Plays one seed: a model service with a variant of its own, other people at work, a person at the desk, faults
 * and kills, the shipped engine and store in between. The same seed plays the same history, line by line.
 *
 * @throws SimulationFailure where a promise did not hold
 */
export async function simulate(seed: number): Promise<SimulationReport> {
  const history = new History(seed);
  try {
    await history.play();
  } catch (error) {
    throw new SimulationFailure(seed, history.trace, error);
  }
  return { seed, trace: history.trace, counts: history.counts };
}

class History {
  readonly trace: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly #dice: Dice;
  readonly #netDice: Dice;
  readonly #engineDice: Dice;
  readonly #timeline = new Timeline();
  readonly #service: ModelService;
  readonly #memory = new Memory();
  readonly #marks = createMarks();
  readonly #person: Person;
  readonly #plan: NetworkPlan;
  #bytes: Uint8Array;
  #ids = 0;
  /** Boundaries until the program is killed; null: it lives. */
  #killIn: number | null = null;

  constructor(seed: number) {
    this.#dice = createDice(seed);
    this.#netDice = createDice(seed ^ 0x5bd1e995);
    this.#engineDice = createDice(seed ^ 0x27d4eb2f);
    this.#service = new ModelService(drawVariant(this.#dice), () => this.#timeline.nowMs);
    this.#person = new Person(this.#dice, this.#memory, this.#marks, this.#service.project);
    this.#plan = { faultRarity: this.#dice.pick([0, 4, 8, 20]), online: true };
    const updateSends =
      this.#service.variant.update === 'replaces' && this.#dice.oneIn(2) ? 'all-fields' : 'changed-fields';
    this.#profile = {
      updateSends,
      volatile: this.#service.variant.stampsUpdates ? ['updatedAt'] : [],
      pageSize: 4,
    };
    this.#bytes = Program.firstStore(this.#service.project, this.#service.userId, this.#profile);
    watchOverwrites(this.#memory, this.#service);
    this.#tell(
      `variant ${JSON.stringify(this.#service.variant)} faults 1/${String(this.#plan.faultRarity)} ${updateSends}`,
    );
  }

  readonly #profile: { updateSends: 'all-fields' | 'changed-fields'; volatile: string[]; pageSize: number };

  async play(): Promise<void> {
    const start = this.#dice.between(0, 6);
    for (let n = 0; n < start; n += 1) this.#someoneAdds();
    for (let step = 0; step < steps; step += 1) await this.#step();
    await this.#rest();
  }

  async #step(): Promise<void> {
    const choice = this.#dice.between(1, 12);
    if (choice <= 4) this.#atDesk((program) => this.#person.act(program.place));
    else if (choice <= 6) this.#someoneWorks();
    else if (choice <= 10) await this.#sync();
    else if (choice === 11) await this.#timePasses();
    else this.#strange();
    this.#check();
  }

  #someoneAdds(): void {
    const mark = this.#marks.others();
    const id = this.#service.addByOthers({
      title: `title ${mark}`,
      asset: ['a.test', 'b.test'],
      severity: this.#dice.pick(['high', 'low']),
      description: `first\nmiddle\n${mark}\nlast`,
      remediation: 'patch it',
      status: 'open',
      custom: { kept: 1 },
    });
    this.#tell(`others add ${id}`);
  }

  #someoneWorks(): void {
    const visible = this.#service.visible();
    if (visible.length === 0 || this.#dice.oneIn(4)) {
      this.#someoneAdds();
      return;
    }
    const { id } = this.#dice.pick(visible);
    if (this.#dice.oneIn(5)) {
      this.#service.take(id);
      this.#tell(`others take ${id} away`);
      return;
    }
    const field = this.#dice.pick(['title', 'severity', 'description', 'asset', 'remediation'] as const);
    const before = this.#service.find(id)?.versions.at(-1)?.record[field];
    this.#service.editByOthers(id, { [field]: valueFor(this.#dice, field, this.#marks.others(), before) });
    this.#tell(`others edit ${field} of ${id}`);
  }

  async #timePasses(): Promise<void> {
    const ms = this.#dice.pick([1_000, 60_000, quietTimeMs, quietTimeMs * 2]);
    await this.#timeline.pass(ms);
    this.#tell(`${String(ms / 1_000)} s pass`);
  }

  #strange(): void {
    const gone = this.#service.all().filter((kept) => kept.goneAtMs !== null);
    const choice = this.#dice.between(1, 4);
    if (choice === 1) {
      this.#timeline.reboot();
      this.#tell('the machine restarts');
    } else if (choice === 2) {
      this.#timeline.jumpWallClock(this.#dice.pick([-86_400_000, 3_600_000]));
      this.#tell('the wall clock jumps');
    } else if (choice === 3 && gone.length > 0) {
      const { id } = this.#dice.pick(gone);
      this.#service.giveBack(id);
      this.#tell(`${id} is visible again`);
    } else {
      this.#plan.online = !this.#plan.online;
      this.#tell(this.#plan.online ? 'online' : 'offline');
    }
  }

  /** Starts the program, does something at the desk, ends it. */
  #atDesk(act: (program: Program) => string | null): void {
    const program = this.#start();
    const did = act(program);
    this.#bytes = program.end();
    if (did !== null) this.#tell(did);
  }

  #start(): Program {
    return new Program(
      this.#bytes,
      this.#timeline,
      this.#engineDice,
      { next: () => `id${String((this.#ids += 1))}` },
      this.#profile,
    );
  }

  async #sync(options: { kill?: boolean; acceptMissing?: boolean } = {}): Promise<void> {
    this.#killIn = options.kill !== false && this.#dice.oneIn(3) ? this.#dice.between(1, 60) : null;
    const acceptMissing = options.acceptMissing ?? this.#dice.oneIn(3);
    const program = this.#start();
    const boundary = (where: string): void => {
      if (this.#killIn === null || !program.alive) return;
      this.#killIn -= 1;
      if (this.#killIn > 0) return;
      this.#killIn = null;
      this.#bytes = program.kill();
      this.#tell(`kill ${where}`);
    };
    program.atCommit = (side) => {
      boundary(`${side} a commit`);
    };
    const transport = simulatedTransport(
      this.#service,
      this.#timeline,
      this.#netDice,
      this.#plan,
      quietTimeMs,
      {
        leaving: (request) => {
          this.#checkTrace(program, request);
          boundary('before a request leaves');
        },
        arrived: () => {
          boundary('when an answer arrives');
        },
        alive: () => program.alive,
        tell: (line) => {
          this.#tell(`  ${line}`);
        },
      },
    );
    this.#tell(`sync${acceptMissing ? ' --accept-missing' : ''}`);
    let ended: unknown = null;
    void program.sync(transport, acceptMissing).then(
      (result) => (ended = result),
      (error: unknown) => (ended = error),
    );
    let workAtTheDesk = options.kill !== false && this.#dice.oneIn(3) ? this.#dice.between(1, 30) : 0;
    await this.#timeline.runUntil(() => {
      // The person goes on working while the sync runs.
      if (workAtTheDesk > 0 && program.alive && ended === null) {
        workAtTheDesk -= 1;
        if (workAtTheDesk === 0) this.#workMeanwhile(program);
      }
      return ended !== null || !program.alive;
    });
    if (program.alive) {
      this.#bytes = program.end();
      if (ended instanceof Error && !(ended instanceof DossierError && ended.code !== 'internal'))
        throw ended;
      this.#tell(
        ended instanceof Error
          ? `sync ended: ${ended.message}`
          : `synced ${JSON.stringify((ended as { pushed: unknown }).pushed)}`,
      );
    }
  }

  #workMeanwhile(program: Program): void {
    try {
      const did = this.#person.act(program.place);
      if (did !== null) this.#tell(`  meanwhile: ${did}`);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  /** Promise 2: a write leaves only after its attempt is in the store. */
  #checkTrace(program: Program, request: TransportRequest): void {
    if (request.method === 'GET') return;
    const committed = !program.place.db.inTransaction;
    const sending = openOperations(program.place.db).length > 0;
    if (!committed || !sending) throw new BrokenPromise(2, 'a write left without a trace');
    this.#count(`write ${request.method}`);
  }

  #check(): void {
    const program = this.#start();
    const { db } = program.place;
    this.#memory.checkNothingLost(db, this.#service);
    checkNoDoubles(this.#memory, this.#service);
    checkNothingDropped(db, this.#service);
    checkBases(db, this.#service);
    checkOrder(this.#service);
    program.end();
  }

  /** Promise 10: without faults everything comes to rest in bounded time, without a new edit. */
  async #rest(): Promise<void> {
    this.#plan.faultRarity = 0;
    this.#plan.online = true;
    this.#tell('faults end');
    for (let round = 0; round < syncsToRest; round += 1) {
      await this.#timeline.pass(quietTimeMs + 700_000);
      await this.#sync({ kill: false, acceptMissing: true });
      this.#check();
    }
    const program = this.#start();
    const { db } = program.place;
    for (const operation of openOperations(db)) {
      if (needsPerson(db, operation) || this.#waitsForAnother(program, operation.seq)) continue;
      throw new BrokenPromise(10, `operation ${operation.op} (${operation.kind}) does not come to rest`);
    }
    this.#checkCaughtUp(program);
    program.end();
  }

  /** Blocked behind an operation that needs a person, or held back because this service empties what is not sent. */
  #waitsForAnother(program: Program, seq: number): boolean {
    const { db } = program.place;
    if (this.#service.variant.update === 'replaces' && this.#profile.updateSends === 'changed-fields')
      return true;
    return itemsOf(db, seq).every((item) => (openItemsOf(db, item.finding)[0]?.seq ?? seq) < seq);
  }

  /** At rest the cache shows what the service has. */
  #checkCaughtUp(program: Program): void {
    const { db } = program.place;
    // Filtered after paging, a page in the middle may come out empty, which no caller can tell from the end.
    if (this.#service.variant.filtersAfterPaging) return;
    for (const kept of this.#service.visible()) {
      if (findFinding(db, kept.id) === null)
        throw new BrokenPromise(10, `finding ${kept.id} was never fetched`);
    }
  }

  #tell(line: string): void {
    this.trace.push(`${String(this.#timeline.nowMs)} ${line}`);
    this.#count(line.trim().split(/[ :]/u, 2).join(' '));
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
