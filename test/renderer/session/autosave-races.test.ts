import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#renderer/api/api.ts';
import { AccountApis } from '#renderer/session/account/account-api.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { machines, type Machine, type ShownPage } from '../support/autosave-machines.ts';
import { settled, withBase64 } from '../support/program.ts';
import { RacingProgram, type Fate } from '../support/racing-program.ts';

withBase64();

beforeEach(() => {
  vi.useFakeTimers();
  URL.createObjectURL = () => 'blob:';
});

afterEach(() => {
  vi.useRealTimers();
});

type Step =
  | { readonly kind: 'type'; readonly field: 0 | 1 }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'fate'; readonly fate: Fate }
  | { readonly kind: 'elsewhere'; readonly field: 0 | 1; readonly told: boolean }
  | { readonly kind: 'release' | 'save now' | 'told' | 'leave' | 'lock' | 'unlock' | 'switch' | 'destroy' };

/** A window over a program in which everything can be late, and what was typed in it. */
class RacingWindow {
  readonly machine: Machine;
  readonly program: RacingProgram;
  readonly #apis: AccountApis;
  #account = 'anna';
  page: ShownPage | null = null;
  /** What was typed last, by account and field. */
  readonly typed = new Map<string, string>();
  /** What other windows wrote, and what of it this one showed before the user typed over it. */
  readonly elsewhere = new Set<string>();
  readonly seen = new Set<string>();
  #count = 0;

  constructor(machine: Machine) {
    this.machine = machine;
    this.program = new RacingProgram(machine.answers, machine.writes);
    this.#apis = new AccountApis(this.program.api, () => this.#account);
  }

  apiOf(account: string): Api {
    return this.#apis.of(account);
  }

  async enter(): Promise<void> {
    if (this.page !== null || this.program.isLocked) return;
    const { account } = this.program;
    this.#account = account;
    if (this.program.destroyed.has(account)) return;
    this.page = await this.machine.enter(this.apiOf(account));
    await settled();
  }

  leave(): void {
    this.page?.leave();
    this.page = null;
  }

  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    await settled();
  }

  type(field: string): string | null {
    if (this.page === null) return null;
    this.#count += 1;
    const value = `${this.program.account} ${field} ${String(this.#count)}`;
    if (this.page.elsewhere(field) === null) this.seen.add(this.page.shown(field));
    this.page.type(field, value);
    this.typed.set(`${this.program.account} ${field}`, value);
    return value;
  }

  async take(step: Step): Promise<void> {
    const { program, machine } = this;
    switch (step.kind) {
      case 'type':
        this.type(machine.fields[step.field]);
        break;
      case 'pass':
        await this.pass(step.ms);
        break;
      case 'fate':
        program.fates.push(step.fate);
        break;
      case 'elsewhere': {
        this.#count += 1;
        const value = `${program.account} elsewhere ${String(this.#count)}`;
        this.elsewhere.add(value);
        program.writeElsewhere(machine.fields[step.field], value);
        if (step.told) await this.page?.refresh();
        break;
      }
      case 'told':
        // A reading may wait for what is late.
        void this.page?.refresh();
        break;
      case 'save now':
        void this.page?.saveNow();
        break;
      case 'release':
        await program.release();
        break;
      case 'leave':
        this.leave();
        await settled();
        await this.enter();
        break;
      case 'lock':
        program.isLocked = true;
        this.leave();
        break;
      case 'unlock':
        program.isLocked = false;
        await this.enter();
        break;
      case 'switch':
        program.account = program.account === 'anna' ? 'berta' : 'anna';
        this.leave();
        await this.enter();
        break;
      case 'destroy':
        program.destroyed.add(program.account);
        sessionOf(this.apiOf(program.account)).keepOf(new Set());
        this.leave();
    }
    await settled();
  }

  /** Everything that was late comes, everything is open again, and the user rests. */
  async rest(account: string): Promise<void> {
    const { program } = this;
    program.fates = [];
    await program.release();
    program.isLocked = false;
    if (program.account !== account) this.leave();
    program.account = account;
    await this.enter();
    for (let round = 0; round < 3; round += 1) {
      void this.page?.refresh();
      await this.pass(10_000);
    }
  }

  /** Fields of which the last value was in no store, and nobody says so. */
  untold(): readonly string[] {
    return [...this.typed].flatMap(([name, value]) => {
      const [account = ''] = name.split(' ');
      const isStored = this.program.written.some((one) => one.value === value);
      if (isStored || this.program.destroyed.has(account)) return [];
      return sessionOf(this.apiOf(account)).isUnsaved ? [] : [name];
    });
  }

  /** Whether it is in the store, or was until another window wrote over it. */
  isKept(account: string, field: string): boolean {
    const value = this.typed.get(`${account} ${field}`);
    return value === undefined || this.program.written.some((one) => one.value === value);
  }

  get overwritten(): readonly string[] {
    return this.program.written
      .filter(({ before }) => this.elsewhere.has(before) && !this.seen.has(before))
      .map(({ before }) => before);
  }

  get strays(): readonly string[] {
    return this.program.written
      .filter(({ account, value }) => !value.startsWith(account))
      .map(({ value }) => value);
  }
}

const field = fc.constantFrom<0 | 1>(0, 1);
const typing = fc.record({ kind: fc.constant('type' as const), field });
const passing = fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(50, 400, 1_500, 3_000) });
const fateOf = (...fates: Fate[]) =>
  fc.record({ kind: fc.constant('fate' as const), fate: fc.constantFrom(...fates) });
const kinds = (
  ...names: ('release' | 'save now' | 'told' | 'leave' | 'lock' | 'unlock' | 'switch' | 'destroy')[]
) => fc.constantFrom(...names.map((kind): Step => ({ kind })));
const late = fc.oneof(fateOf('answered late', 'asked late'), kinds('release'));
const writing = fc.record({ kind: fc.constant('elsewhere' as const), field, told: fc.boolean() });

/** What can come between the keys, by the name of the race. */
const races = {
  'a late answer': [late, kinds('save now', 'told', 'leave')],
  'a lost answer': [fateOf('answer lost', 'never asked', 'refused'), kinds('save now', 'told')],
  'a lock in the middle': [late, kinds('lock', 'unlock', 'unlock', 'save now')],
  'another account': [late, kinds('switch', 'save now')],
  'an engagement that is destroyed': [late, kinds('destroy', 'save now')],
  'a change elsewhere': [writing, late, kinds('told', 'save now')],
  'everything at once': [
    writing,
    late,
    fateOf('answer lost', 'never asked', 'refused'),
    kinds('lock', 'unlock', 'unlock', 'switch', 'save now', 'told', 'leave'),
  ],
} as const satisfies Record<string, readonly fc.Arbitrary<Step>[]>;

describe.each(machines)('$name', (machine) => {
  for (const [race, steps] of Object.entries(races)) {
    it(race, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(typing, typing, passing, ...steps), { minLength: 3, maxLength: 14 }),
          async (list) => {
            vi.clearAllTimers();
            const window = new RacingWindow(machine);
            await window.enter();
            const isQuiet: unknown[] = [];
            for (const step of list) {
              await window.take(step);
              if (machine.asks) isQuiet.push(...window.untold());
            }
            expect(isQuiet, 'what is in no store is told').toEqual([]);
            for (const account of ['anna', 'berta']) {
              if (window.program.destroyed.has(account)) {
                await window.rest(account);
                expect(sessionOf(window.apiOf(account)).isUnsaved, 'no text outlives its engagement').toBe(
                  false,
                );
                continue;
              }
              await window.rest(account);
              // An answer may be one for both.
              for (const name of machine.fields) window.seen.add(window.page?.elsewhere(name) ?? '');
              for (const name of machine.fields) {
                const asks = window.page?.elsewhere(name) ?? null;
                expect(asks !== null || window.isKept(account, name), `${name} is saved, or asks`).toBe(true);
                if (asks === null) continue;
                window.page?.keepMine(name);
                await window.pass(10_000);
                expect(window.program.storedOf(account, name)).toBe(window.typed.get(`${account} ${name}`));
              }
              expect(sessionOf(window.apiOf(account)).isUnsaved, 'all is saved').toBe(false);
            }
            if (machine.asks) expect(window.overwritten, 'written over unseen').toEqual([]);
            expect(window.strays, 'typed for another account').toEqual([]);
          },
        ),
        { numRuns: 60, seed: 4 },
      );
    });
  }

  const hindrances = ['a late answer', 'a refusal', 'a question'] as const;
  const isOneField = new Set(machine.fields).size === 1;
  for (const hindrance of isOneField ? [] : hindrances) {
    it(`two fields, and ${hindrance} of one`, async () => {
      const window = new RacingWindow(machine);
      await window.enter();
      const [first, second] = machine.fields;
      if (hindrance === 'a question') {
        window.program.writeElsewhere(first, 'theirs');
      } else window.program.fates = hindrance === 'a refusal' ? ['refused'] : ['answered late'];
      window.type(first);
      await window.pass(hindrance === 'a late answer' ? 1_600 : 50);
      const typed = window.type(second);
      await window.pass(1_600);
      expect(window.program.storedOf('anna', second)).toBe(typed);
    });
  }

  it('a page that goes', async () => {
    const window = new RacingWindow(machine);
    await window.enter();
    const fields = [...new Set(machine.fields)];
    const typed = fields.map((name) => window.type(name));
    window.program.isGone = true;
    window.page?.hide();
    await settled();
    vi.clearAllTimers();
    expect(fields.map((name) => window.program.storedOf('anna', name))).toEqual(typed);
  });

  it('a page that goes while a save is under way', async () => {
    const window = new RacingWindow(machine);
    await window.enter();
    const [first] = machine.fields;
    window.type(first);
    window.program.fates = ['answered late'];
    await window.pass(1_600);
    const typed = window.type(first);
    window.program.isGone = true;
    window.page?.hide();
    await settled();
    vi.clearAllTimers();
    expect(window.program.storedOf('anna', first)).toBe(typed);
  });

  it('a save that is asked for ends with its answer', async () => {
    const window = new RacingWindow(machine);
    await window.enter();
    const [first] = machine.fields;
    window.type(first);
    window.program.fates = ['answered late'];
    let isDone = false;
    void window.page?.saveNow().then(() => (isDone = true));
    await settled();
    const early = isDone;
    await window.program.release();
    await settled();
    expect([early, isDone]).toEqual([false, true]);
  });
});
