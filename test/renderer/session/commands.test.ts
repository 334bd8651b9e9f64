import { describe, expect, it } from 'vitest';
import { Commands } from '#renderer/session/commands/commands.svelte.ts';
import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';
import { spellingKeys, textCommands, textTitle } from '#renderer/session/commands/text-commands.svelte.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { Program } from '../support/program.ts';

const specs = [
  { id: 'one', title: 'One', keys: ['x', 'y'], group: 'Go', writes: false },
  { id: 'held', title: 'Held', keys: ['j'], group: 'Go', writes: false, held: true },
  { id: 'go', title: 'Go', keys: ['g f'], group: 'Go', writes: false },
  { id: 'write', title: 'Write', keys: ['w'], group: 'Go', writes: true },
] as const satisfies readonly CommandSpec[];

async function opened(table: readonly CommandSpec[] = specs): Promise<Commands> {
  const { api } = new Program({ 'setting.read': () => ({}) });
  const settings = new Settings(
    () => api,
    () => undefined,
  );
  await settings.load();
  return new Commands(table, settings, false, { why: () => null, tell: () => undefined });
}

/** Handlers of all commands; `ran` names those that were carried out. */
function handlers(ran: string[], mark = '') {
  const run = (id: string) => () => void ran.push(id + mark);
  return { one: run('one'), held: run('held'), go: run('go'), write: run('write') };
}

function press(key: string, repeat = false) {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { key, code: '', repeat, ...modifiers, getModifierState: () => false };
}

describe('a command', () => {
  it('is carried out by the newest that offers it and can, until that ends', async () => {
    const [commands, ran] = [await opened(), [] as string[]];
    expect([commands.run('one'), commands.isAvailable('one')]).toEqual([false, false]);
    commands.provide(specs, handlers(ran, ' of the desk'));
    let isOpen = true;
    const run = (): void => void ran.push('one of the screen');
    const end = commands.provide(specs, { ...handlers(ran), one: { run, when: () => isOpen } });
    commands.run('one');
    isOpen = false;
    commands.run('one');
    commands.run('go');
    end();
    expect([commands.run('go'), ran]).toEqual([
      true,
      ['one of the screen', 'one of the desk', 'go', 'go of the desk'],
    ]);
  });

  it('that is wanted waits for its screen, is carried out once, and is forgotten after ten seconds', async () => {
    const [commands, ran] = [await opened(), [] as string[]];
    commands.tryWanted(0);
    commands.want('one', 0);
    commands.tryWanted(9_000);
    const end = commands.provide(specs, handlers(ran));
    commands.tryWanted(9_500);
    commands.tryWanted(9_600);
    expect(ran).toEqual(['one']);
    end();
    commands.want('one', 20_000);
    commands.tryWanted(30_001);
    commands.provide(specs, handlers(ran));
    commands.tryWanted(30_002);
    expect(ran).toEqual(['one']);
  });

  it('has the keys that were chosen for it, none, or again those that it had at first', async () => {
    const commands = await opened();
    const shown = (): unknown[] => [commands.keysFor('one'), commands.titled('Do it', 'one')];
    expect([shown(), commands.keysFor('nothing')]).toEqual([['x', 'Do it (X)'], null]);
    commands.assign('one', 'q');
    expect([shown(), commands.keysFor('go')]).toEqual([['q', 'Do it (Q)'], 'g f']);
    commands.assign('one', null);
    expect(shown()).toEqual([null, 'Do it']);
    commands.assign('one', undefined);
    expect([commands.keysFor('one'), commands.chosen]).toEqual(['x', {}]);
    commands.assign('go', 'z');
    commands.reset();
    expect(commands.keysFor('go')).toBe('g f');
  });
});

describe('keys', () => {
  it('two in a row are one command if the second comes in time', async () => {
    const [commands, ran] = [await opened(), [] as string[]];
    commands.provide(specs, handlers(ran));
    const at = (key: string, ms: number): boolean => commands.press(press(key), 'findings', false, ms);
    expect([at('g', 0), at('f', 1_500), ran]).toEqual([true, true, ['go']]);
    expect([at('g', 10_000), at('f', 11_501), ran]).toEqual([true, false, ['go']]);
    expect([at('g', 20_000), at('Shift', 20_100), at('f', 20_200), ran]).toEqual([
      ...[true, false, true],
      ['go', 'go'],
    ]);
  });

  it('held down repeat only what may be held', async () => {
    const [commands, ran] = [await opened(), [] as string[]];
    commands.provide(specs, handlers(ran));
    const taken = ['x', 'j', 'k'].map((key) => commands.press(press(key, true), 'findings', false, 0));
    expect([taken, ran]).toEqual([[true, true, false], ['held']]);
  });

  it('that write a letter are left to a text', async () => {
    const [commands, ran] = [await opened(), [] as string[]];
    commands.provide(specs, handlers(ran));
    const typing = (key: string): boolean => commands.press(press(key), 'findings', true, 0);
    expect([typing('x'), typing('g'), ran]).toEqual([false, false, []]);
  });
});

describe('the toolbar of a text', () => {
  it('names each button with its keys, and those of a link only for a selection', async () => {
    const commands = await opened(textCommands);
    expect(textTitle(commands, 'bold')).toBe('Bold (Ctrl+B)');
    expect(textTitle(commands, 'link')).toBe('Link (Ctrl+K if text is selected)');
    expect(spellingKeys(commands)).toBe('Ctrl+.');
    for (const id of ['text.bold', 'text.linkSelection', 'text.spelling']) commands.assign(id, null);
    expect([textTitle(commands, 'bold'), textTitle(commands, 'link'), spellingKeys(commands)]).toEqual([
      ...['Bold', 'Link'],
      null,
    ]);
  });
});
