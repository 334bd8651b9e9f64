import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalKeys,
  pressOf,
  saidKeys,
  shownKeys,
  worksWhileTyping,
} from '#renderer/session/commands/keys.ts';
import {
  keysOf,
  meaningOfKeys,
  refusalOf,
  usersOf,
  withMenuKeys,
  type CommandSpec,
} from '#renderer/session/commands/shortcuts.ts';
import { commandTable } from '#renderer/shell/commands/commands.ts';

interface Held {
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
  readonly altGraph?: boolean;
}

const pressed = (key: string, code: string, held: Held = {}) => ({
  key,
  code,
  ctrlKey: held.ctrl === true,
  metaKey: held.meta === true,
  altKey: held.alt === true,
  shiftKey: held.shift === true,
  repeat: false,
  getModifierState: (name: string) => name === 'AltGraph' && held.altGraph === true,
});

describe('one key press as text', () => {
  it.each([
    ['a letter', pressed('n', 'KeyN'), 'n', 'n'],
    ['the same with caps lock', pressed('N', 'KeyN'), 'n', 'n'],
    ['with Shift', pressed('N', 'KeyN', { shift: true }), 'Shift+n', 'Shift+n'],
    ['with Ctrl', pressed('k', 'KeyK', { ctrl: true }), 'Mod+k', 'Ctrl+k'],
    ['with Cmd or the Windows key', pressed('k', 'KeyK', { meta: true }), 'Meta+k', 'Mod+k'],
    [
      'all of them in one order',
      pressed('K', 'KeyK', { ctrl: true, alt: true, shift: true }),
      'Mod+Alt+Shift+k',
      'Ctrl+Alt+Shift+k',
    ],
    ['a sign that needs Shift here', pressed('?', 'Slash', { shift: true }), '?', '?'],
    ['a sign that needs Shift on a German keyboard', pressed('/', 'Digit7', { shift: true }), '/', '/'],
    ['a sign that needs AltGr', pressed('{', 'Digit7', { ctrl: true, alt: true, altGraph: true }), '{', '{'],
    [
      'a letter of a French keyboard, as it is labelled',
      pressed('a', 'KeyQ', { ctrl: true }),
      'Mod+a',
      'Ctrl+a',
    ],
    ['a letter of a Russian keyboard, by its place', pressed('л', 'KeyK', { ctrl: true }), 'Mod+k', 'Ctrl+k'],
    ['the same without Ctrl', pressed('т', 'KeyN'), 'n', 'n'],
    ['a letter with an accent that has its own key', pressed('ö', 'Semicolon'), 'ö', 'ö'],
    ['what Alt makes of a letter on a Mac', pressed('˜', 'KeyN', { alt: true }), 'Alt+n', 'Alt+n'],
    ['an accent to come, by Alt', pressed('Dead', 'KeyE', { alt: true }), 'Alt+e', 'Alt+e'],
    ['an arrow', pressed('ArrowDown', 'ArrowDown', { alt: true }), 'Alt+ArrowDown', 'Alt+ArrowDown'],
    ['a function key', pressed('F6', 'F6', { shift: true }), 'Shift+F6', 'Shift+F6'],
    ['the space bar', pressed(' ', 'Space'), 'Space', 'Space'],
    ['plus', pressed('+', 'BracketRight'), 'Plus', 'Plus'],
    ['Shift alone', pressed('Shift', 'ShiftLeft', { shift: true }), null, null],
    ['an accent to come', pressed('Dead', 'Equal'), null, null],
  ])('%s', (_, event, pc, mac) => {
    expect([pressOf(event, false), pressOf(event, true)]).toEqual([pc, mac]);
  });

  it('is written as it is read, whatever is pressed', () => {
    const key = fc.constantFrom('a', 'K', 'é', 'ж', '?', '+', ' ', 'F6', 'Delete', 'ArrowUp', '1');
    fc.assert(
      fc.property(
        key,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (name, on, mac) => {
          const [ctrl, meta, alt, shift, altGraph] = on;
          const press = pressOf(pressed(name, 'KeyX', { ctrl, meta, alt, shift, altGraph } as Held), mac);
          expect(press === null ? null : normalKeys(press)).toBe(press);
        },
      ),
    );
  });
});

describe('keys that were written by somebody', () => {
  it('are read in any order of what is held, and refused where they are none', () => {
    const read = [
      'Shift+Mod+k',
      'g r',
      'a b c',
      'Hyper+k',
      'K',
      '',
      'Mod+',
      'Mod+Mod+k',
      ' g',
      'Control',
    ].map(normalKeys);
    expect(read).toEqual(['Mod+Shift+k', 'g r', null, null, null, null, null, null, null, null]);
  });

  it('are shown as they stand on the keyboard', () => {
    expect([
      shownKeys('Mod+Shift+k', false),
      shownKeys('Mod+Alt+ArrowDown', true),
      saidKeys('g r', false),
      saidKeys('Mod+Plus', false),
    ]).toEqual([[['Ctrl', 'Shift', 'K']], [['⌘', '⌥', '↓']], 'G then R', 'Ctrl++']);
  });

  it('do their work while something is typed only where they write nothing', () => {
    const all = ['n', 'Shift+n', 'Mod+k', 'Alt+ArrowDown', 'F6', 'Shift+F6', 'Delete', 'g r'];
    expect(all.filter(worksWhileTyping)).toEqual(['Mod+k', 'Alt+ArrowDown', 'F6', 'Shift+F6']);
  });
});

const specs = [
  { id: 'go', writes: false, title: 'Go', group: 'A', keys: ['g r'] },
  { id: 'new', writes: false, title: 'New', group: 'A', keys: ['n'] },
  { id: 'status', writes: false, title: 'Status', group: 'B', keys: ['s'], screen: 'findings' },
  { id: 'skip', writes: false, title: 'Skip', group: 'C', keys: ['s'], screen: 'review' },
  { id: 'close', writes: false, title: 'Close', group: 'A', keys: ['Escape'], fixed: true },
] as const satisfies readonly CommandSpec[];
const [go, create, status, skip, close] = specs;
const names = (users: readonly CommandSpec[]): string[] => users.map(({ id }) => id);

describe('the keys of commands', () => {
  it('are the chosen ones, none where none was chosen, and the first ones where the choice cannot be read', () => {
    const chosen = { new: 'Mod+j', status: null, go: 'this is nothing', close: 'x' };
    expect(specs.map((spec) => keysOf(spec, chosen))).toEqual([['g r'], ['Mod+j'], [], ['s'], ['Escape']]);
  });

  it('of a text mean its command where that can change the text, and else what they mean everywhere', () => {
    const bold = { id: 'bold', writes: true, title: 'Bold', group: 'D', keys: ['n'], inText: true } as const;
    const all = [...specs, bold];
    const meant = (inText: boolean) => meaningOfKeys('n', 'findings', all, {}, () => inText);
    expect([meant(true), meant(false)]).toEqual([
      { kind: 'command', spec: bold },
      { kind: 'command', spec: create },
    ]);
    expect([names(usersOf('n', create, all, {})), names(usersOf('n', bold, all, {}))]).toEqual([[], []]);
  });

  it('mean one thing on each screen', () => {
    const meant = (presses: string, screen: 'findings' | 'review') => {
      const meaning = meaningOfKeys(presses, screen, specs, {});
      return meaning.kind === 'command' ? meaning.spec.id : meaning.kind;
    };
    expect([
      ...[meant('s', 'findings'), meant('s', 'review'), meant('g', 'review')],
      ...[meant('g r', 'findings'), meant('g x', 'findings'), meant('x', 'review')],
    ]).toEqual(['status', 'skip', 'begun', 'go', 'none', 'none']);
  });

  it('clash where both commands can be meant, also where one is how the other begins', () => {
    expect([
      names(usersOf('s', status, specs, {})),
      names(usersOf('s', create, specs, {})),
      names(usersOf('g', skip, specs, {})),
      names(usersOf('n x', go, specs, {})),
      names(usersOf('n', go, specs, { new: null })),
      names(usersOf('Escape', create, specs, {})),
    ]).toEqual([[], ['status', 'skip'], ['go'], ['new'], [], [close.id]]);
  });

  it('cannot be those by which every program is used', () => {
    const wanted = [
      'Tab',
      'Shift+Enter',
      'ArrowDown',
      'Mod+c',
      'Mod+Shift+z',
      'Escape',
      'g Enter',
      'Mod+w',
      'Mod+3',
    ];
    expect(wanted.filter((keys) => refusalOf(keys) === null)).toEqual([]);
    expect(['j', 'Mod+j', 'Alt+ArrowDown', 'F2', 'g x'].filter((keys) => refusalOf(keys) !== null)).toEqual(
      [],
    );
  });
});

describe('the table of commands', () => {
  it('names each command once, by keys that can be read and that no other has at the same time, in the desktop too', () => {
    const ids = commandTable.map(({ id }) => id);
    const all = withMenuKeys(commandTable);
    const unread = all.flatMap(({ keys }) => keys).filter((keys) => normalKeys(keys) !== keys);
    const clashes = all.flatMap((spec) =>
      spec.keys.flatMap((keys) => names(usersOf(keys, spec, all, {})).map((other) => [keys, spec.id, other])),
    );
    expect([ids.filter((id, at) => ids.indexOf(id) !== at), unread, clashes]).toEqual([[], [], []]);
  });
});
