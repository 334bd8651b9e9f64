import { untrack } from 'svelte';
import type { ActivityKind } from '#contract/procedures/program/activity.ts';
import type { ScreenName } from '#contract/window/settings.ts';
import { pressOf, saidKeys, worksWhileTyping, type KeyPress } from './keys.ts';
import type { Settings } from '../settings.svelte.ts';
import { keysOf, meaningOfKeys, type CommandSpec, type KeyMeaning, type Shortcuts } from './shortcuts.ts';

/** What carries a command out, and when it can be asked for; without `when` always. */
export type CommandHandler = (() => void) | { readonly run: () => void; readonly when: () => boolean };

/** A handler for each command of a table: a forgotten one is a compile error. */
export type HandlersOf<Specs extends readonly CommandSpec[]> = {
  readonly [Id in Specs[number]['id']]: CommandHandler;
};

/** Why nothing can be changed now (null if it can), and what tells the user so. */
export interface WriteLock {
  readonly why: () => string | null;
  readonly tell: () => void;
}

/** What the service does not permit to the account, as far as is known. */
export interface ServiceRefusals {
  /** Whether there is any such action. */
  readonly some: boolean;
  /** Why an action is off; null if nothing says that it is refused. */
  why(kind: ActivityKind): string | null;
  /** Tells the user why, and offers to try it again. */
  tell(why: string): void;
  /** What was refused so far counts no more. */
  tryAgain(): void;
}

/** The second key of two must follow within this time. */
const followsMs = 1_500;

/** A screen that is not there after this time does not surprise the user with what was asked of it long ago. */
const wantedMs = 10_000;

/** What the window can be asked for now, and the keys of it. One for a window, given to all by context. */
export class Commands {
  /** Every command that there is, in the order in which they are offered. */
  readonly specs: readonly CommandSpec[];
  readonly mac: boolean;
  readonly #settings: Settings;
  readonly #lock: WriteLock;
  #handlers = $state.raw<readonly Readonly<Record<string, CommandHandler>>[]>([]);
  #refusals = $state.raw<ServiceRefusals | null>(null);
  /** A command that is carried out as soon as its screen offers it. */
  #wanted = $state.raw<{ readonly id: string; readonly untilMs: number } | null>(null);
  #begun: { readonly press: string; readonly at: number } | null = null;

  constructor(specs: readonly CommandSpec[], settings: Settings, mac: boolean, lock: WriteLock) {
    this.specs = specs;
    this.#settings = settings;
    this.#lock = lock;
    this.mac = mac;
  }

  /** What sends a form from everywhere in it, as it is said. */
  get submitKeys(): string {
    return saidKeys('Mod+Enter', this.mac);
  }

  /** The keys that the person chose. */
  get chosen(): Shortcuts {
    return this.#settings.shortcuts;
  }

  /** The keys of a command now; the first one is shown. */
  keysOf(spec: CommandSpec): readonly string[] {
    return keysOf(spec, this.chosen);
  }

  /** The keys to show for a command; null if it has none. */
  keysFor(id: string): string | null {
    const spec = this.#specOf(id);
    return spec === undefined ? null : (this.keysOf(spec)[0] ?? null);
  }

  /** Whether a command changes or sends something. */
  writes(id: string): boolean {
    return this.#specOf(id)?.writes === true;
  }

  /** Why a command cannot be carried out now, although it is offered; null if it can. */
  whyOff(id: string): string | null {
    return (this.writes(id) ? this.#lock.why() : null) ?? this.whyRefused(id);
  }

  /** Why the service would refuse it; null if nothing says so. */
  whyRefused(id: string): string | null {
    const action = this.#specOf(id)?.sends;
    return action === undefined ? null : (this.#refusals?.why(action) ?? null);
  }

  /** Tells why the service would refuse it. @returns false if nothing says so */
  tellsRefused(id: string): boolean {
    const why = this.whyRefused(id);
    if (why !== null) this.#refusals?.tell(why);
    return why !== null;
  }

  /** What the service does not permit; null before it is known. */
  get refusals(): ServiceRefusals | null {
    return this.#refusals;
  }

  /** Has commands off that the service refuses. @returns ends it */
  followRefusals(refusals: ServiceRefusals): () => void {
    this.#refusals = refusals;
    return () => {
      if (this.#refusals === refusals) this.#refusals = null;
    };
  }

  /** What a control does, with the keys that do the same: "New finding (N)". */
  titled(what: string, id: string): string {
    const keys = this.keysFor(id);
    return keys === null ? what : `${what} (${saidKeys(keys, this.mac)})`;
  }

  /** Gives a command other keys, none (null), or with undefined those that it had at first. */
  assign(id: string, keys: string | null | undefined): void {
    const others = Object.entries(this.chosen).filter(([other]) => other !== id);
    const own = keys === undefined ? [] : [[id, keys] as const];
    this.#settings.write('shortcuts', Object.fromEntries([...others, ...own]));
  }

  /** Every command gets back the keys that it had at first. */
  reset(): void {
    this.#settings.write('shortcuts', {});
  }

  /**
   * Carries out these commands from now on.
   * @param _specs the table of them, which holds the compiler to handlers for all
   * @returns ends it
   */
  provide<const Specs extends readonly CommandSpec[]>(
    _specs: Specs,
    handlers: HandlersOf<Specs>,
  ): () => void {
    const own: Readonly<Record<string, CommandHandler>> = { ...handlers };
    // A provider provides for as long as it is there, and not anew whenever another one does.
    this.#handlers = [...untrack(() => this.#handlers), own];
    return () => {
      this.#handlers = this.#handlers.filter((other) => other !== own);
    };
  }

  /** Whether a screen offers this command now; it may be off (`whyOff`). */
  isAvailable(id: string): boolean {
    return this.#handlerOf(id) !== null;
  }

  /** Carries it out, or tells why it is off. @returns false if nobody offers it now */
  run(id: string): boolean {
    const handler = this.#handlerOf(id);
    if (handler === null) return false;
    if (this.writes(id) && this.#lock.why() !== null) this.#lock.tell();
    else if (this.tellsRefused(id)) return true;
    else if (typeof handler === 'function') handler();
    else handler.run();
    return true;
  }

  /**
   * Carries out a command as soon as a screen offers it, which is after its screen was built; later it is forgotten.
   * @param nowMs on the clock of `tryWanted`
   */
  want(id: string, nowMs: number): void {
    this.#wanted = { id, untilMs: nowMs + wantedMs };
  }

  /** Carries out the command that is waited for, if it can be asked for by now: for an effect. */
  tryWanted(nowMs: number): void {
    const wanted = this.#wanted;
    if (wanted === null) return;
    const isOffered = this.isAvailable(wanted.id);
    if (!isOffered && nowMs <= wanted.untilMs) return;
    this.#wanted = null;
    if (isOffered) untrack(() => this.run(wanted.id));
  }

  /**
   * Takes a key press of the window.
   * @param typing something is being typed: only keys that write nothing count
   * @param atMs of the press, on any clock
   * @returns whether it is a command, or the first of two keys
   */
  press(event: KeyPress, screen: ScreenName, typing: boolean, atMs: number): boolean {
    const press = pressOf(event, this.mac);
    // Shift and its like go before the next key and break nothing.
    if (press === null) return false;
    const before = this.#begun !== null && atMs - this.#begun.at <= followsMs ? this.#begun.press : null;
    this.#begun = null;
    if (before !== null && this.#mean(`${before} ${press}`, screen).kind === 'command') {
      if (!event.repeat) this.#carryOut(`${before} ${press}`, screen);
      // Even if nobody carries it out now: the second key alone was not asked for.
      return true;
    }
    if (typing && !worksWhileTyping(press)) return false;
    if (this.#mean(press, screen).kind === 'begun') {
      this.#begun = { press, at: atMs };
      return true;
    }
    // A key held a moment too long would decide on, or discard, what nobody has looked at.
    const isHeld = event.repeat && !this.#mayBeHeld(press, screen);
    return isHeld || this.#carryOut(press, screen);
  }

  /** Whether this press, repeated while the key is held, is carried out, or no command. */
  #mayBeHeld(press: string, screen: ScreenName): boolean {
    const meaning = this.#mean(press, screen);
    return meaning.kind !== 'command' || meaning.spec.held === true;
  }

  #mean(presses: string, screen: ScreenName): KeyMeaning {
    const takesText = ({ id }: CommandSpec): boolean => this.isAvailable(id) && this.whyOff(id) === null;
    return meaningOfKeys(presses, screen, this.specs, this.chosen, takesText);
  }

  #specOf(id: string): CommandSpec | undefined {
    return this.specs.find((known) => known.id === id);
  }

  #carryOut(presses: string, screen: ScreenName): boolean {
    const meaning = this.#mean(presses, screen);
    return meaning.kind === 'command' && this.run(meaning.spec.id);
  }

  /** The newest that can be asked: a screen comes before the desk. */
  #handlerOf(id: string): CommandHandler | null {
    const own = this.#handlers.flatMap((table) => (Object.hasOwn(table, id) ? [table[id]] : []));
    return own.findLast((handler) => typeof handler === 'function' || handler?.when() === true) ?? null;
  }
}
