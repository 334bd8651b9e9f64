import { describe, expect, it } from 'vitest';
import { Commands } from '#renderer/session/commands/commands.svelte.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { commandTable } from '#renderer/shell/commands/commands.ts';
import { Program } from '../support/program.ts';

/** The commands of a window that offers all of them; `ran` names those that were carried out. */
function offered(lock: { readOnly: boolean }) {
  const ran: string[] = [];
  let told = 0;
  const { api } = new Program({});
  const settings = new Settings(
    () => api,
    () => undefined,
  );
  const commands = new Commands(commandTable, settings, false, {
    why: () => (lock.readOnly ? 'Read-only.' : null),
    tell: () => {
      told += 1;
    },
  });
  const handlers = commandTable.map(({ id }) => [id, () => void ran.push(id)] as const);
  commands.provide(commandTable, Object.fromEntries(handlers));
  return { commands, ran, told: () => told };
}

function press(key: string, held: { readonly ctrl?: boolean } = {}) {
  const modifiers = { ctrlKey: held.ctrl === true, metaKey: false, altKey: false, shiftKey: false };
  return { key, code: '', repeat: false, ...modifiers, getModifierState: () => false };
}

const idsOf = (writes: boolean): string[] =>
  commandTable.filter((spec) => spec.writes === writes).map(({ id }) => id);

describe('the commands of a read-only vault', () => {
  it('are each marked as writing or as reading', () => {
    expect([...idsOf(true), ...idsOf(false)].toSorted()).toEqual(commandTable.map(({ id }) => id).toSorted());
  });

  it('are carried out if they read; the others tell the reason instead', () => {
    const { commands, ran, told } = offered({ readOnly: true });
    expect(commandTable.filter(({ id }) => !commands.run(id))).toEqual([]);
    expect([ran, told()]).toEqual([idsOf(false), idsOf(true).length]);
    const off = commandTable.filter(({ id }) => commands.whyOff(id) === 'Read-only.');
    expect(off.map(({ id }) => id)).toEqual(idsOf(true));
  });

  it('are all carried out as soon as the vault can be written', () => {
    const lock = { readOnly: true };
    const { commands, ran, told } = offered(lock);
    lock.readOnly = false;
    for (const { id } of commandTable) commands.run(id);
    expect([ran, told()]).toEqual([commandTable.map(({ id }) => id), 0]);
  });

  it('tell the reason by their keys too, and leave the keys of a text to what else has them', () => {
    const { commands, ran, told } = offered({ readOnly: true });
    const taken = ['n', 's', 'Delete'].map((key) => commands.press(press(key), 'findings', false, 0));
    expect([taken, ran, told()]).toEqual([[true, true, true], [], 3]);
    expect(commands.press(press('k', { ctrl: true }), 'findings', true, 0)).toBe(true);
    expect([ran, told()]).toEqual([['palette.open'], 3]);
  });
});
