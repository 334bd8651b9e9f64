import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { carriedOver } from '#domain/finding/carried-over.ts';
import { ApiError } from '#renderer/api/api.ts';
import { AccountApis } from '#renderer/session/account/account-api.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { Program, settled } from '../support/program.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** One account's home as a window asks it; while it is locked everything is refused. */
function home() {
  const kept: Record<string, unknown> = {};
  const state = { locked: false, full: false, written: 0 };
  const refuse = (): void => {
    if (state.locked) throw new ApiError('locked', 'The vault is locked.');
  };
  const { api } = new Program({
    'setting.read': () => {
      refuse();
      return kept;
    },
    'setting.write': ({ name, value, before }) => {
      refuse();
      if (state.full) throw new ApiError('disk-full', 'The disk is full.');
      state.written += 1;
      kept[name] = before === undefined ? value : carriedOver(before, value as object, kept[name] ?? before);
      return {};
    },
  });
  return { api, kept, state };
}

const dark = { theme: 'dark', text: 'normal' } as const;
const large = { theme: 'dark', text: 'large' } as const;

it('what was chosen a moment before a lock is in force behind it, and kept then', async () => {
  const { api, kept, state } = home();
  const failed: unknown[] = [];
  const settings = new Settings(
    () => api,
    (thrown) => failed.push(thrown),
  );
  await settings.load();
  settings.write('appearance', dark);
  // The lock overtakes the word of it: the first one is refused, and the next one is not tried.
  state.locked = true;
  await vi.advanceTimersByTimeAsync(1_500);
  settings.write('review', { autoAdvance: false });
  settings.forget();
  await vi.advanceTimersByTimeAsync(10_000);
  const locked = { ...kept };
  state.locked = false;
  await settings.load();
  await settled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([locked, kept, settings.appearance, state.written, failed]).toEqual([
    {},
    { appearance: dark, review: { autoAdvance: false } },
    dark,
    2,
    [],
  ]);
});

it("what one account chose is never kept in another one's home, and is kept when the first is back", async () => {
  const homes = { mara: home(), john: home() };
  const { mara, john } = homes;
  let shown: keyof typeof homes = 'mara';
  const apis = new AccountApis(
    {
      call: (name, input, options) =>
        homes[options?.account === 'mara' ? 'mara' : 'john'].api.call(name, input),
      subscribe: () => () => undefined,
    },
    () => shown,
  );
  const settings = new Settings(
    () => apis.of(shown),
    () => undefined,
  );
  await settings.load();
  settings.write('appearance', dark);
  shown = 'john';
  settings.forget();
  await settings.load();
  settings.write('review', { autoAdvance: false });
  await vi.advanceTimersByTimeAsync(10_000);
  const meanwhile = [{ ...mara.kept }, { ...john.kept }, settings.appearance.theme];
  shown = 'mara';
  settings.forget();
  await settings.load();
  await settled();
  expect([meanwhile, mara.kept, john.kept]).toEqual([
    [{}, { review: { autoAdvance: false } }, 'system'],
    { appearance: dark },
    { review: { autoAdvance: false } },
  ]);
});

it('what is chosen while an older choice is on its way is kept behind it', async () => {
  const { api, kept, state } = home();
  const settings = new Settings(
    () => api,
    () => undefined,
  );
  await settings.load();
  settings.write('appearance', dark);
  const first = settings.flush();
  settings.write('appearance', large);
  await first;
  await vi.advanceTimersByTimeAsync(1_500);
  expect([kept, state.written]).toEqual([{ appearance: large }, 2]);
});

it('a choice that could not be kept is told once, stays in force, and is kept as soon as it can be', async () => {
  const { api, kept, state } = home();
  const failed: unknown[] = [];
  const settings = new Settings(
    () => api,
    (thrown) => failed.push(thrown),
  );
  await settings.load();
  state.full = true;
  settings.write('appearance', dark);
  await vi.advanceTimersByTimeAsync(10_000);
  const meanwhile = [{ ...kept }, settings.appearance, failed.length];
  state.full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  state.full = true;
  settings.write('appearance', large);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([meanwhile, kept, failed.length]).toEqual([[{}, dark, 1], { appearance: dark }, 2]);
});

it('what another window chose of the same setting meanwhile is not undone', async () => {
  const { api, kept } = home();
  const settings = new Settings(
    () => api,
    () => undefined,
  );
  kept['shortcuts'] = { 'sync.run': 's', 'findings.new': 'n' };
  await settings.load();
  kept['shortcuts'] = { 'sync.run': 's', 'findings.new': 'n', 'go.queue': 'q' };
  kept['appearance'] = dark;
  settings.write('shortcuts', { 'sync.run': 'x', 'findings.new': 'n' });
  settings.write('shortcuts', { 'sync.run': 'x' });
  settings.write('appearance', { theme: 'system', text: 'large' });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(JSON.parse(JSON.stringify(kept))).toEqual({
    shortcuts: { 'sync.run': 'x', 'go.queue': 'q' },
    appearance: large,
  });
});

it('says why the home could not be read, not where it was asked for again meanwhile', async () => {
  const state = { locked: true };
  const program = new Program({
    'setting.read': () => {
      if (state.locked) throw new ApiError('locked', 'The vault is locked.');
      return {};
    },
  });
  const settings = new Settings(
    () => program.api,
    () => undefined,
  );
  await settings.load();
  const alone = [settings.failure, settings.stored];
  const release = program.hold('setting.read');
  const first = settings.load();
  settings.forget();
  state.locked = false;
  await settings.load();
  await release();
  await first;
  expect([alone, settings.failure, settings.stored]).toEqual([['The vault is locked.', null], null, {}]);
});

it('what was read before a lock is not taken behind it', async () => {
  const program = new Program({ 'setting.read': () => ({ appearance: dark }) });
  const settings = new Settings(
    () => program.api,
    () => undefined,
  );
  const release = program.hold('setting.read');
  const loading = settings.load();
  settings.forget();
  await release();
  await loading;
  expect(settings.stored).toBe(null);
});
