import { DossierError } from '#contract/error.ts';
import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { readEngagement } from '#db/tables/engagements.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { Transport, TransportRequest } from '#remote/http/transport.ts';
import { storedProfile } from '#engine/connection/stored-profile.ts';
import { count, type Counts } from './coverage.ts';
import { Desk } from '../user/desk.ts';
import type { Fault } from '../service/faults.ts';
import {
  isDesk,
  isOthers,
  type DeskStep,
  type History,
  type LoneStep,
  type Meanwhile,
  type Step,
  type SyncStep,
} from '../history.ts';
import { createMarks, Memory, type Marks } from '../user/memory.ts';
import { MishapWatch } from './mishaps.ts';
import { Readings, simulatedTransport, type Watch } from '../service/network.ts';
import { othersAct } from '../service/others.ts';
import { Program } from './program.ts';
import { BrokenPromise } from '../promises/broken.ts';
import { PromiseCheck } from '../promises/promises.ts';
import { watchWrites } from '../promises/writes.ts';
import { createDice } from '../draw/random.ts';
import { checkComplete, checkRest } from '../promises/rest.ts';
import { ModelService, type OurWrite } from '../service/service.ts';
import { Killed, SimulatedStore } from './store.ts';
import { Timeline } from './timeline.ts';
import { checkLeaving, type Left } from './trace.ts';
import { Works } from '../user/works.ts';

/** What a history did and met. `failure`: why it does not stand, null when every promise held. */
export interface Played {
  readonly trace: readonly string[];
  readonly counts: Readonly<Counts>;
  /** Places where the program could have been killed, up to the end of the first sync after the faults. */
  readonly boundaries: number;
  /** The first of the boundaries of each moment; a kill at another one of that moment plays the same from there on. */
  readonly moments: readonly number[];
  readonly failure: Error | null;
}

export interface PlayOptions {
  /** The program is killed at these boundaries, counted from 1 behind the ground. */
  readonly killAt?: readonly number[];
  /** So many steps at the beginning only lay the ground: their boundaries do not count. */
  readonly ground?: number;
  /** After a kill the store is opened anew from its bytes instead of being rolled back where it is. */
  readonly cold?: boolean;
}

const quietTimeMs = defaultProfile.quietTimeMs;
/** So many syncs without a fault, each after the quiet time, and everything rests or asks a person (promise 10). */
const syncsToRest = 8;
const longestThrottleMs = 700_000;
/** How old (ms) the read of one finding, or a look at many, may be when a write that rests on it leaves. */
const freshReadMs = 1_500;
const freshLookMs = 10_000;

/** One store for each home, kept for all histories: emptied for each, which is ten times quicker than to open one. */
const sharedStores: SimulatedStore[] = [];

/**
 * Plays one history: the shipped engine and store between a model service with its own variant, other people, a user at
 * the desk, faults, and kills. The same history plays the same way, line by line.
 */
export async function play(history: History, options: PlayOptions = {}): Promise<Played> {
  const world = new World(history);
  const homes = Array.from({ length: history.homes ?? 1 }, (_, home) => {
    const store = (sharedStores[home] ??= new SimulatedStore());
    return new Home(world, options, store, home);
  });
  let failure: Error | null = null;
  try {
    await playHomes(history, world, homes, options);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  for (const home of homes) home.leave();
  const { boundaries, moments } = homes[0]?.mishaps ?? { boundaries: 0, moments: [] };
  return { trace: world.trace, counts: world.counts, boundaries, moments, failure };
}

/** What all homes of a history share: the machine, the service, and the count of what people write. */
class World {
  readonly trace: string[] = [];
  readonly counts: Counts = {};
  readonly timeline = new Timeline();
  readonly written = { mine: 0, others: 0 };
  readonly history: History;
  readonly service: ModelService;
  readonly homes: Home[] = [];

  constructor(history: History) {
    this.history = history;
    this.service = new ModelService(history.variant, () => this.timeline.nowMs);
  }

  tell(line: string, home = 0): void {
    const where = this.homes.length > 1 ? `[${String(home)}] ` : '';
    this.trace.push(`${String(this.timeline.nowMs)} ${where}${line}`);
  }
}

async function playHomes(
  { steps }: History,
  { timeline, counts }: World,
  homes: readonly Home[],
  { ground = 0 }: PlayOptions,
): Promise<void> {
  for (const [n, step] of steps.entries()) {
    for (const { mishaps } of homes) mishaps.counting = n >= ground;
    const fromMs = timeline.nowMs;
    if (step.do === 'together') {
      count(counts, 'steps: together');
      await Promise.all(step.syncs.map(async (sync) => homes[sync.home ?? 0]?.step(sync)));
    } else await homes[step.home ?? 0]?.step(step);
    for (const home of homes) await home.finishWork();
    for (const home of homes) home.check(fromMs, acceptsMissing(step, home.home));
  }
  await rest(timeline, homes);
}

function acceptsMissing(step: Step, home: number): boolean {
  const syncs = step.do === 'together' ? step.syncs : step.do === 'sync' ? [step] : [];
  return syncs.some((sync) => (sync.home ?? 0) === home && sync.acceptMissing);
}

/** Promise 10: without faults everything comes to rest in bounded time, without a new edit. */
async function rest(timeline: Timeline, homes: readonly Home[]): Promise<void> {
  for (const home of homes) home.endFaults();
  for (let round = 1; ; round += 1) {
    const fromMs = timeline.nowMs;
    await timeline.pass(round === 1 ? longestThrottleMs : quietTimeMs + 1_000);
    for (const home of homes) {
      await home.syncToRest();
      home.check(fromMs, true);
    }
    for (const { mishaps } of homes) mishaps.counting = false;
    // A sweep in each direction; then as soon as nothing is left to be done.
    const last = round === syncsToRest;
    if (round >= 2 && homes.map((home) => home.rests(last)).every(Boolean)) return;
  }
}

/** One home: its store, the program that runs on it, and the person at its desk. */
class Home {
  readonly home: number;
  readonly counts: Counts;
  readonly mishaps: MishapWatch;
  readonly #history: History;
  readonly #options: PlayOptions;
  readonly #store: SimulatedStore;
  readonly #world: World;
  readonly #timeline: Timeline;
  readonly #service: ModelService;
  readonly #memory = new Memory();
  readonly #marks: Marks;
  readonly #works: Works;
  readonly #desk: Desk;
  readonly #check: PromiseCheck;
  readonly #readings = new Readings();
  #profile: ServiceProfile;
  readonly #dice = createDice(7);
  /** Operations of the write that left last. */
  #left: readonly Left[] = [];
  /** Writes that were taken for lost and will land all the same. */
  readonly #air: (Left & { readonly untilMs: number })[] = [];
  /** A write has ended in the unknown, and no read has worked since. */
  #blind = false;
  /** What a read beside a sync broke. */
  #broken: Error | null = null;
  #program: Program | null = null;
  #ids = 0;
  /** Steps, commits, writes that left, ids and chances: all that changes between two kills, but for the timeline. */
  #happened = 0;
  #online = true;
  #token = 'token';

  constructor(world: World, options: PlayOptions, store: SimulatedStore, home: number) {
    const { history } = world;
    world.homes.push(this);
    this.home = home;
    this.counts = world.counts;
    this.#world = world;
    this.#timeline = world.timeline;
    this.#service = world.service;
    this.#marks = createMarks(world.written, history.variant.figures === true);
    this.#history = history;
    this.#options = options;
    this.#store = store;
    this.mishaps = new MishapWatch(options.killAt ?? [], this.counts, {
      kill: () => {
        this.#end();
      },
      tell: (line) => {
        this.#tell(line);
      },
      happened: () => this.#happened + this.#timeline.taken,
    });
    this.#works = new Works(
      () => store.db,
      (line) => {
        this.#tell(line);
      },
    );
    this.#desk = new Desk(this.#memory, this.#marks, this.#service.project, this.#works);
    this.#check = new PromiseCheck(this.#memory, this.#service, home);
    this.#profile = {
      ...defaultProfile,
      pageSize: 100,
      updateSends: history.updateSends,
      volatile: history.variant.stampsUpdates ? ['updatedAt'] : [],
      textReferences: history.variant.figures === true ? 'notes' : 'as-written',
    };
    store.reset(this.#service.project, 'user-1', this.#profile);
    this.#service.watchers[home] = watchWrites(this.#memory, this.#marks, this.#service, (kind, id) =>
      isWanted(store.db, this.#memory, kind, id),
    );
    if (home > 0) return;
    this.#tell(`a service with ${JSON.stringify(history.variant)}, updates send ${history.updateSends}`);
    this.#countVariant();
  }

  /** Holds this home against the service, after a step that began at `fromMs`. */
  check(fromMs: number, acceptMissing: boolean): void {
    this.#check.check(this.#store.db, fromMs, this.#timeline.nowMs, acceptMissing);
    this.#desk.check(this.#store.db);
  }

  /** The history is over, however it ended: nothing of it may touch the store again. */
  leave(): void {
    this.#program?.end();
    this.#store.rollback();
  }

  /** Does what a step says, until it is over. */
  async step(step: LoneStep): Promise<void> {
    this.#happened += 1;
    count(this.counts, `steps: ${step.do}`);
    if (step.do === 'sync') await this.#sync(step);
    else if (step.do === 'pass') {
      await this.#timeline.pass(step.ms);
      this.#tell(`${String(step.ms / 1_000)} s pass`);
    } else {
      this.#moment(step);
      await this.finishWork();
    }
  }

  /** What takes breaths goes on until it is over; nothing else happens meanwhile. */
  async finishWork(): Promise<void> {
    if (this.#works.idle) return;
    await this.#timeline.runUntil(() => this.#works.idle);
    this.mishaps.arm({});
    if (this.#works.broken !== null) throw this.#works.broken;
  }

  /** What takes no time, and may therefore also happen in the middle of a sync. */
  #moment(step: Exclude<LoneStep, { do: 'sync' | 'pass' }>, meanwhile = false): void {
    if (isDesk(step)) {
      this.#atDesk(step, meanwhile);
      return;
    }
    if (isOthers(step)) {
      const did = othersAct(this.#service, this.#marks, this.#timeline.nowMs, step);
      if (did !== null) this.#tell(did);
      return;
    }
    switch (step.do) {
      case 'suspend':
        this.#timeline.suspend(step.ms);
        this.#tell(`the machine sleeps for ${String(step.ms / 1_000)} s`);
        return;
      case 'clock-jumps':
        this.#timeline.jumpWallClock(step.ms);
        this.#tell(`the wall clock jumps by ${String(step.ms / 1_000)} s`);
        return;
      case 'reboot':
        for (const home of this.#world.homes) home.#end();
        this.#timeline.reboot();
        this.#tell('the machine is started anew');
        return;
      case 'restart':
        this.#end();
        this.#tell('the program is ended');
        return;
      case 'network':
        this.#online = step.online;
        this.#tell(step.online ? 'online' : 'offline');
        return;
      case 'token':
        this.#useToken(step.is);
        return;
      case 'adjust':
        this.#adjust(step.updateSends);
        return;
      case 'destroy':
        this.#destroy();
        return;
    }
  }

  #adjust(updateSends: History['updateSends']): void {
    this.#unlessKilled(() => {
      this.#running().adjust(updateSends);
    });
    // Killed right behind the commit, the next start finds it told.
    this.#profile = storedProfile(readConnection(this.#store.db)?.profileJson ?? '{}');
    this.#tell(`updates send ${this.#profile.updateSends} from now on`);
  }

  /** Does what ends early if the program is killed over it, or the disk is full. */
  #unlessKilled(work: () => void): void {
    try {
      work();
    } catch (error) {
      const full = error instanceof DossierError && error.code === 'disk-full';
      if (!full && !(error instanceof Killed)) throw error;
    }
  }

  #destroy(): void {
    const { project } = this.#service;
    const inAir = this.#air.flatMap(({ op, id }) =>
      kindsIn(this.#store.db, op).map((kind) => `${kind} ${id}`),
    );
    this.#unlessKilled(() => {
      this.#running().destroy(project);
    });
    if (readEngagement(this.#store.db, project) !== null) return;
    this.mishaps.arm({});
    this.#running().add(project);
    this.#desk.destroyed();
    for (const write of inAir) this.#memory.destroyedInAir.add(write);
    const now = this.#timeline.nowMs;
    this.#check.destroyed((id) =>
      Math.max(now, ...this.#air.filter((one) => one.id === id).map(({ untilMs }) => untilMs)),
    );
    this.#tell('the engagement is destroyed here, and added again');
  }

  #useToken(is: 'valid' | 'dead' | 'foreign'): void {
    if (is === 'dead') this.#service.tokens.delete('token');
    else this.#service.tokens.set('token', 'user-1');
    this.#token = is === 'foreign' ? 'token-of-another' : 'token';
    this.#tell(`the token is ${is}`);
  }

  #atDesk(step: DeskStep, meanwhile: boolean): void {
    if (!meanwhile) this.mishaps.arm(step);
    let did: string | null;
    try {
      did = this.#desk.act(this.#running().ctx, step, meanwhile);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      did = `${step.do}, and killed over it`;
    }
    if (did === null) return;
    count(this.counts, `operations: ${step.do}${did.includes(': refused') ? ' refused' : ''}`);
    this.#tell(did);
  }

  /** The program as it runs, started if it does not. */
  #running(): Program {
    if (this.#program?.alive === true) return this.#program;
    for (;;) {
      this.#happened += 1;
      const ids = {
        next: () => {
          this.#happened += 1;
          return `id${String((this.#ids += 1))}`;
        },
      };
      const random = (): number => {
        this.#happened += 1;
        return this.#dice.next();
      };
      const atCommit = (side: 'before' | 'after'): void => {
        if (side === 'after') this.#happened += 1;
        this.mishaps.atCommit(side);
      };
      try {
        return (this.#program = new Program(
          this.#store,
          atCommit,
          this.#timeline,
          random,
          ids,
          this.#profile,
          this.#history.slowMs ?? 0,
        ));
      } catch (error) {
        // Killed while it started, or the disk was full: it is started again.
        const full = error instanceof DossierError && error.code === 'disk-full';
        if (!full && !(error instanceof Killed)) throw error;
        this.mishaps.arm({});
        this.#end();
      }
    }
  }

  #end(): void {
    this.#program?.end();
    this.#program = null;
    if (this.#options.cold === true) this.#store.reopen();
    else this.#store.rollback();
    this.#works.cut();
  }

  async #sync(step: SyncStep): Promise<void> {
    this.mishaps.arm(step);
    const fromMs = this.#timeline.nowMs;
    const program = this.#running();
    const token = this.#token;
    const { updateSends } = program.ctx.profile;
    const faults = new Map(step.faults.map(({ of, request, fault }) => [`${of} ${String(request)}`, fault]));
    const meanwhile = [...step.meanwhile].sort((one, other) => one.after - other.after);
    const requests = { read: 0, write: 0 };
    const { acceptMissing, push, pull } = step;
    const newest = step.reviewed === true ? this.#desk.holds.newest : undefined;
    const watch: Watch = {
      leaving: (request) => {
        this.#leaving(program, request, updateSends, newest);
        const [first] = this.#left;
        if (request.method !== 'GET' && step.looks?.includes(requests.write) === true && first?.id)
          this.#look(program, beside, first.id, { fromMs, acceptMissing });
      },
      arrived: (outcome) => {
        if (outcome === 'unknown write') this.#blind = true;
        if (outcome === 'read') this.#blind = false;
        this.#whereAlive('when an answer arrives');
      },
      alive: () => program.alive,
      online: () => this.#online,
      landsLate: (inMs) => {
        for (const left of this.#left) this.#air.push({ ...left, untilMs: this.#timeline.nowMs + inMs });
      },
      faultOf: ({ method }) => {
        const of = method === 'GET' ? 'read' : 'write';
        requests[of] += 1;
        return this.#fault(faults.get(`${of} ${String(requests[of])}`));
      },
      tell: (line) => {
        this.#tell(`  ${line}`);
      },
    };
    const network = (seed: number, readings: Readings, seen: Watch): Transport =>
      simulatedTransport(this.#service, this.#timeline, createDice(seed), readings, seen, this.home);
    const transport = network(step.seed, this.#readings, watch);
    // What is read beside the sync is no knowledge of the sync's own writes.
    const beside = network(step.seed + 1, new Readings(), {
      ...watch,
      leaving: () => undefined,
      arrived: () => undefined,
      faultOf: () => null,
    });
    this.#tell(
      `sync${acceptMissing ? ' --accept-missing' : ''}${push ? '' : ' --pull-only'}${pull ? '' : ' --push-only'}`,
    );
    let ended: Awaited<ReturnType<Program['sync']>> | null = null;
    void program
      .sync(transport, token, { projects: [], pull, push, acceptMissing, newest })
      .then((result) => {
        ended = result;
      });
    let events = 0;
    await this.#timeline.runUntil(() => {
      events += 1;
      while (ended === null && program.alive && (meanwhile[0]?.after ?? events) < events) {
        const next = meanwhile.shift();
        this.#meanwhile(next);
      }
      const broken = this.#broken ?? this.#works.broken;
      if (broken !== null) throw broken;
      return (ended !== null && this.#works.idle) || !program.alive;
    });
    this.mishaps.arm({});
    if (program.alive) this.#ended(ended);
    const lied = step.faults.some(
      ({ fault }) => fault.kind === 'empty-list' || fault.kind === 'partial-list',
    );
    const result = ended as Awaited<ReturnType<Program['sync']>> | null;
    if (program.alive && !lied && result !== null && !(result instanceof Error))
      checkComplete(this.#store.db, this.#service, result, fromMs);
  }

  #meanwhile(next: Meanwhile | undefined): void {
    if (next === undefined) return;
    count(this.counts, `meanwhile: ${next.step.do}`);
    const home = next.home === undefined ? this : this.#world.homes[next.home];
    this.#happened += 1;
    if (home !== undefined) home.#moment(next.step, true);
  }

  /** A read beside the sync; the store is held against the service at once, before the sweep can mend it. */
  #look(
    program: Program,
    transport: Transport,
    serviceId: string,
    { fromMs, acceptMissing }: { fromMs: number; acceptMissing: boolean },
  ): void {
    count(this.counts, 'meanwhile: look');
    this.#tell(`  ${serviceId} is read beside it`);
    const check = (): void => {
      if (program.alive) this.#check.check(this.#store.db, fromMs, this.#timeline.nowMs, acceptMissing);
    };
    program
      .look(transport, this.#token, serviceId)
      .then(check)
      .catch((error: unknown) => {
        this.#broken = error instanceof Error ? error : new Error(String(error));
      });
  }

  #fault(fault: Fault | undefined): Fault | null {
    if (fault === undefined) return null;
    count(this.counts, `faults: ${fault.kind}`);
    return fault;
  }

  #leaving(
    program: Program,
    request: TransportRequest,
    updateSends: History['updateSends'],
    newest: number | undefined,
  ): void {
    count(this.counts, `requests: ${request.method}`);
    this.#left = checkLeaving(this.#store.db, updateSends, request, this.#service.tokens);
    for (const left of this.#left) this.#checkNotInTheAir(left);
    this.#desk.holds.checkLeaving(this.#store.db, this.#left, newest);
    if (request.method !== 'GET' && this.#blind)
      throw new BrokenPromise(6, 'a write left after one of unknown outcome, before a read had worked');
    this.#checkFresh(request);
    this.#whereAlive('before a request leaves');
    if (!program.alive) return;
    // A read that left changes nothing if nobody is left to take its answer.
    if (request.method !== 'GET') this.#happened += 1;
  }

  /** What a write rests on was read right before, however long pauses and sleeps in between were. */
  #checkFresh(request: TransportRequest): void {
    // A question to the assistant changes nothing that was read.
    if (request.url.includes('/ai/') && !request.url.endsWith('/apply')) return;
    const maxMs = request.url.includes('/bulk-') ? freshLookMs : freshReadMs;
    for (const { id } of this.#left) {
      const ageMs = this.#timeline.nowMs - (this.#readings.answeredMs(id) ?? this.#timeline.nowMs);
      if (ageMs > maxMs)
        throw new BrokenPromise(6, `a write on ${id} left ${String(ageMs)} ms after what it rests on`);
    }
  }

  /** Bad news counts only after the quiet time: what may still land is not sent a second time. */
  #checkNotInTheAir({ op, id }: Left): void {
    const here = this.#air.find(
      (one) => one.op === op && one.id === id && one.untilMs > this.#timeline.nowMs,
    );
    if (here === undefined || op === '' || this.#memory.insisted.has(op)) return;
    const kind = this.#check.kindOf(op);
    throw new BrokenPromise(
      kind === 'create' ? 3 : 6,
      `a ${kind} was sent again while the first may still land`,
    );
  }

  /** A boundary outside of the program's own calls: nothing is thrown into the network. */
  #whereAlive(where: string): void {
    try {
      this.mishaps.boundary(where);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  #ended(ended: Awaited<ReturnType<Program['sync']>> | null): void {
    if (ended instanceof Error) {
      if (!(ended instanceof DossierError) || ended.code === 'internal') throw ended;
      count(this.counts, `syncs: ended ${ended.code}`);
      this.#tell(`sync ended: ${ended.code}`);
      return;
    }
    if (ended === null) return;
    const held = ended.engagements.some((engagement) => engagement.held !== null);
    const failure = ended.failure === null ? 'whole' : ended.failure.code;
    count(this.counts, `syncs: ${held ? 'held' : failure}`);
    for (const [state, times] of Object.entries(ended.pushed))
      count(this.counts, `outcomes: ${state}`, times);
    this.#tell(`synced ${JSON.stringify(ended.pushed)}${held ? ', held' : ''}, ${failure}`);
  }

  /** From now on nothing goes wrong any more. */
  endFaults(): void {
    this.#online = true;
    this.#useToken('valid');
    if (this.home === 0) this.#tell('faults end');
  }

  /** A sync without a fault, with a person who agrees to what is missing. */
  async syncToRest(): Promise<void> {
    this.#happened += 1;
    await this.#sync({
      do: 'sync',
      acceptMissing: true,
      push: true,
      pull: true,
      seed: 1,
      faults: [],
      meanwhile: [],
    });
  }

  /** Whether nothing is left to be done here. @throws BrokenPromise why not, if this was the last chance */
  rests(last: boolean): boolean {
    try {
      const wasAdjusted = this.#history.steps.some(
        (step) => step.do === 'adjust' && (step.home ?? 0) === this.home,
      );
      const { updateSends } = this.#profile;
      const sending = { updateSends, wasAdjusted, home: this.home };
      checkRest(this.#store.db, this.#service, sending, this.#memory);
      return true;
    } catch (error) {
      if (last) throw error;
      return false;
    }
  }

  #countVariant(): void {
    for (const [name, value] of Object.entries(this.#history.variant)) {
      count(
        this.counts,
        `variants: ${name} ${name === 'readLagMs' ? (value === 0 ? 'none' : 'some') : String(value)}`,
      );
    }
    count(this.counts, `variants: updateSends ${this.#history.updateSends}`);
  }

  #tell(line: string): void {
    this.#world.tell(line, this.home);
  }
}

const kindsOf = {
  create: ['create'],
  update: ['update', 'ai-apply'],
  delete: ['delete', 'bulk-delete'],
  status: ['bulk-status'],
  review: ['review'],
} as const;

/** The kind of an operation; none once it is destroyed. */
function kindsIn(db: ReadableDb, op: string): readonly string[] {
  return sql<[string], { kind: string }>(db, 'SELECT kind FROM operation WHERE op = ?')
    .all(op)
    .map(({ kind }) => kind);
}

/** Whether of the operations that may have sent this one is not given up, or was when nobody knew what had become of it. */
function isWanted(db: ReadableDb, memory: Memory, kind: OurWrite['kind'], id: string): boolean {
  const items = sql<[string], { op: string; kind: string; state: string }>(
    db,
    `SELECT o.op, o.kind, i.state FROM operation_item i
       JOIN operation o ON o.seq = i.seq JOIN finding f ON f.finding = i.finding
      WHERE f.service_id = ?`,
  )
    .all(id)
    .filter((item) => (kindsOf[kind] as readonly string[]).includes(item.kind));
  return (
    items.length === 0 ||
    kindsOf[kind].some((one) => memory.destroyedInAir.has(`${one} ${id}`)) ||
    items.some(
      ({ op, state }) => state !== 'discarded' || memory.droppedUnknown.has(op) || memory.insisted.has(op),
    )
  );
}
