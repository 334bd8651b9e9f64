import { untrack } from 'svelte';
import type { DeskEvent, HomeState } from '#contract/procedures/vault.ts';
import type { Engagement } from '#contract/engagement.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { MenuCommand } from '#contract/window/shell.ts';
import type { DeskStatus } from '#contract/window/window.ts';
import { createScheduler } from '#domain/base/cooperative-scheduling.ts';
import { isSampleService } from '#domain/connection/sample-service.ts';
import { failureOf, wasCancelled, type Api, type ApiEvent } from '#renderer/api/api.ts';
import { AccountApis } from '../account/account-api.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';
import { estimateAfter, type ProgressEstimate } from './progress-estimate.ts';

/** What is said of a vault that cannot be written. */
export const readOnlyReason = 'Read-only vault. Copy it to a folder that you can write to.';

const pageClock = {
  awakeMs: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * The home as it is now: where it stands, its connection and queue, its engagements, a running sync. It listens to
 * the program and asks again when something changed; views derive from it and never copy it.
 */
export class Desk {
  readonly #program: Api;
  readonly #apis: AccountApis;
  /** Which account was shown last; a lock changes nothing of it. */
  #shown = $state.raw('');
  /** Null until the program answered for the first time. */
  home = $state.raw<HomeState | null>(null);
  /** Whether the program can be reached. */
  link = $state(true);
  status = $state.raw<DeskStatus | null>(null);
  pace = $state.raw<ProgressEstimate | null>(null);
  /** Why the program could not be asked, until it answers again. */
  failure = $state.raw<string | null>(null);
  /** Another number after every change of the store: whatever shows the store asks again. */
  revision = $state(0);

  /** A change by anything but a sync is news that the person waits for. */
  readonly #scheduler = createScheduler(pageClock, { isAwaited: () => this.pace === null });
  /** The same for what nobody waits for, no matter what brought it. */
  readonly #hands = createScheduler(pageClock);
  /** Whether a change waits to be asked for. */
  #changeWaits = false;
  #asking: Promise<void> | null = null;
  /** How often the program told of a change. */
  #told = 0;
  readonly #homes = new SequenceGuard();
  #askAgain = false;
  /** The page began to listen behind its first questions: what changed in between, nobody told it. */
  #askedUnheard = false;

  readonly #commanded = new Set<(command: MenuCommand) => void>();
  readonly #updated = new Set<(version: string) => void>();
  readonly #backups = new Set<() => void>();

  constructor(api: Api) {
    this.#program = api;
    this.#apis = new AccountApis(api, () => this.#shown);
  }

  /** The program, for the pages of the account that is shown. A page that outlives the account asks without effect with it. */
  get api(): Api {
    return this.#apis.of(this.#shown);
  }

  /** A new version of the program was found. @returns ends it */
  onUpdate(listener: (version: string) => void): () => void {
    this.#updated.add(listener);
    return () => this.#updated.delete(listener);
  }

  /** The user opened a backup with the program. @returns ends it */
  onBackup(listener: () => void): () => void {
    this.#backups.add(listener);
    return () => this.#backups.delete(listener);
  }

  /** A command of the shell's menu was chosen. @returns ends it */
  onCommand(listener: (command: MenuCommand) => void): () => void {
    this.#commanded.add(listener);
    return () => this.#commanded.delete(listener);
  }

  /** Null until they are known. */
  readonly engagements = $derived.by<readonly Engagement[] | null>(() => this.status?.engagements ?? null);
  readonly profile = $derived.by<ServiceProfile | null>(() => this.status?.profile ?? null);
  /** Pending changes: every operation that the outbox lists, those that need attention among them. */
  readonly pending = $derived.by(() => (this.status?.waiting ?? 0) + (this.status?.needsPerson ?? 0));
  readonly isOpen = $derived.by(() => this.home?.kind === 'open');
  /** Another address or person is another store: lists, counts and what was open belong to the one before. */
  readonly account = $derived.by(() => (this.status === null ? '' : accountIn(this.status)));
  /** Whether what is shown is made up: it is of the sample service. */
  readonly isSample = $derived.by(() => {
    const connection = this.status?.connection ?? null;
    return connection !== null && isSampleService(connection.baseUrl, connection.organization);
  });
  /** The vault cannot be written: it is shown, and every change is refused. */
  readonly isReadOnly = $derived.by(() => this.home?.kind === 'open' && this.home.readOnly === true);
  /** Why nothing can be changed; null if it can. */
  readonly whyReadOnly = $derived.by(() => (this.isReadOnly ? readOnlyReason : null));
  /** Whether a sync can be tried: there is a connection with a token, and the vault can be written. */
  readonly connected = $derived.by(() => !this.isReadOnly && this.status?.connection?.hasToken === true);

  /** The user presses a key, clicks, scrolls or moves the mouse just now. */
  worked(): void {
    this.#scheduler.noteInput();
    this.#hands.noteInput();
  }

  /** Resolves when the hands rest, however long that takes: for what would cost a frame, and nobody waits for. Never rejects. */
  async rests(): Promise<void> {
    let askedAtMs: number;
    do {
      askedAtMs = pageClock.awakeMs();
      await this.#hands.yieldToUser();
    } while (this.#hands.inputSince(askedAtMs));
  }

  /** Begins to listen. @returns ends it */
  start(): () => void {
    const end = this.#program.subscribe((event) => {
      this.#take(event);
    });
    // An effect that starts it must not start it anew whenever it knows more.
    void untrack(() => this.enter());
    return end;
  }

  /** Asks where the home stands and, if it is open, for all that it shows. Failures are kept in `failure`. */
  async enter(): Promise<void> {
    const turn = this.#homes.ask();
    const told = this.#told;
    // Most homes are open: asked for along with it, the desk is there by one way to and fro earlier. A locked one tells nothing.
    const ahead =
      this.home === null
        ? this.#program.call('desk.status', {}, { urgency: 'later' }).catch(() => null)
        : noAnswer;
    try {
      const state = await this.#program.call('home.state', {});
      // A lock that was told meanwhile must not show the desk again.
      if (this.#homes.take(turn)) this.#show(state, told === this.#told ? ahead : noAnswer);
    } catch (error) {
      if (this.#homes.take(turn)) this.failure = failureOf(error).message;
    }
  }

  /** Takes on where the home stands, as an answer or an event told it. */
  takeHome(state: HomeState): void {
    this.#homes.told();
    this.#show(state, noAnswer);
  }

  #show(state: HomeState, ahead: Promise<DeskStatus | null>): void {
    const opened = state.kind === 'open' && this.home?.kind !== 'open';
    this.home = state;
    this.failure = null;
    if (state.kind !== 'open') this.#forget();
    else if (opened) {
      void this.#ask(ahead);
      if (this.#askedUnheard) void this.refresh();
      this.#askedUnheard = false;
    }
  }

  /**
   * Refreshes what the desk shows, and resolves once all that was true at this call is known; calls made meanwhile
   * become one more.
   */
  refresh(): Promise<void> {
    return this.#ask(noAnswer);
  }

  async #ask(ahead: Promise<DeskStatus | null>): Promise<void> {
    if (this.#asking === null) this.#asking = this.#askUntilQuiet(ahead);
    else this.#askAgain = true;
    await this.#asking;
  }

  async #askUntilQuiet(ahead: Promise<DeskStatus | null>): Promise<void> {
    let first = ahead;
    do {
      this.#askAgain = false;
      try {
        const status = (await first) ?? (await this.#program.call('desk.status', {}, { urgency: 'later' }));
        // It may have been locked while the answer was on its way.
        if (!this.isOpen) continue;
        this.#shown = accountIn(status);
        this.status = status;
        this.failure = null;
      } catch (error) {
        // What was asked before a lock may fail behind it, where it was asked for again.
        if (!this.#askAgain && !wasCancelled(error)) this.failure = failureOf(error).message;
      } finally {
        first = noAnswer;
      }
    } while (this.#askAgain);
    this.#asking = null;
  }

  #take(event: ApiEvent): void {
    if (event.kind === 'changed' || event.kind === 'sync') this.#told += 1;
    switch (event.kind) {
      case 'link':
        // What happened meanwhile was told to nobody.
        if (event.up && !this.link) void this.enter().then(() => this.#changed());
        // At the start: what changed before the page listened was told to nobody.
        else if (event.up && this.isOpen) void this.#changed();
        else if (event.up) this.#askedUnheard = true;
        this.link = event.up;
        // A sync may end meanwhile, and would be shown on its way for ever.
        if (!event.up) this.pace = null;
        return;
      case 'home':
        this.takeHome(event.state);
        return;
      case 'sync':
        this.#takePace(event.progress);
        return;
      case 'changed':
        void this.#changed();
        return;
      case 'command':
        for (const listener of this.#commanded) listener(event.command);
        return;
      case 'update':
        for (const listener of this.#updated) listener(event.version);
        return;
      case 'backup':
        for (const listener of this.#backups) listener();
    }
  }

  /**
   * Something in the store changed. What a sync changed is fetched when the user pauses; otherwise the window would
   * refresh everything just when the sync gives way to the user.
   */
  async #changed(): Promise<void> {
    if (this.#changeWaits) return;
    this.#changeWaits = true;
    await this.#scheduler.yieldToUser();
    this.#changeWaits = false;
    if (!this.isOpen) return;
    this.revision += 1;
    void this.refresh();
  }

  #takePace(progress: (DeskEvent & { kind: 'sync' })['progress']): void {
    const before = this.pace;
    if (progress === null) {
      this.pace = null;
      void this.refresh();
      return;
    }
    this.pace = estimateAfter(before, progress, Date.now());
    if (before === null) void this.refresh();
  }

  #forget(): void {
    this.status = null;
    this.pace = null;
  }
}

const noAnswer = Promise.resolve(null);

/** Names the account; '' before the first connection. */
function accountIn({ connection }: DeskStatus): string {
  return connection?.account ?? '';
}
