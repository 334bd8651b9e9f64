/*
 * Keys as text: modifiers and a key joined by "+" in one fixed order ("Mod+k", "Alt+ArrowDown", "Shift+F6", "?");
 * presses in sequence joined by a blank ("g r"). `Mod` is the command key of the platform: Ctrl, on a Mac Cmd. What
 * this file writes can be compared as text.
 */

/** What of a `KeyboardEvent` says which key it is. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down, and says so again and again. */
  readonly repeat: boolean;
  getModifierState(name: string): boolean;
}

const modifiers = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const;
type Modifier = (typeof modifiers)[number];

/** Keys that only change others, or that a system sends while a sign is put together. */
const incomplete: readonly string[] = [
  ...['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'OS', 'NumLock', 'ScrollLock'],
  ...['Dead', 'Process', 'Unidentified', 'Compose', 'ContextMenu'],
];

/**
 * One key press as text; null for a key that is none by itself.
 *
 * A letter is matched by the character of the layout, so that it is the key with that label. If the layout has another
 * script, or Alt changes the character (macOS), its position counts. A sign that needs Shift or AltGr on some layout
 * ("?", "/") is named by itself alone.
 */
export function pressOf(event: KeyPress, mac: boolean): string | null {
  if (incomplete.includes(event.key) && !(event.key === 'Dead' && event.altKey)) return null;
  const level3 = event.getModifierState('AltGraph');
  const key = keyOf(event, level3);
  if (key === null) return null;
  const isSign = key.length === 1 && !/[a-z]/.test(key);
  const held: Record<Modifier, boolean> = {
    Mod: mac ? event.metaKey : event.ctrlKey && !level3,
    Ctrl: mac && event.ctrlKey && !level3,
    Meta: !mac && event.metaKey,
    Alt: event.altKey && !level3,
    Shift: event.shiftKey && !isSign,
  };
  return [...modifiers.filter((name) => held[name]), key].join('+');
}

function keyOf({ key, code, altKey, ctrlKey, metaKey }: KeyPress, level3: boolean): string | null {
  if (key === ' ') return 'Space';
  if (key === '+') return 'Plus';
  if (key.length > 1 && key !== 'Dead') return key;
  const lower = key.toLowerCase();
  // Alt writes signs on a Mac, and a Cyrillic or Greek keyboard letters that nothing is called by.
  const foreign = key === 'Dead' || (lower.toUpperCase() !== lower && !/^[a-z]$/.test(lower));
  const made = altKey && !level3 && !/^[a-z0-9]$/.test(lower);
  if (foreign || made) {
    const lain = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^Digit(\d)$/.exec(code)?.[1];
    // A letter with an accent that lies where no letter does in English is a key of its own.
    return lain ?? (key === 'Dead' ? null : lower);
  }
  return ctrlKey || metaKey || /^[A-Z]$/.test(key) ? lower : key;
}

/** Keys in the writing of this file; null for what is none. At most two presses. */
export function normalKeys(text: string): string | null {
  const presses = text.split(' ').map(normalPress);
  return presses.length > 2 || presses.includes(null) ? null : presses.join(' ');
}

function normalPress(text: string): string | null {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const held = modifiers.filter((name) => parts.includes(name));
  const known = /^([^\s\p{C}A-Z]|[A-Z][A-Za-z0-9]+)$/u.test(key) && !incomplete.includes(key);
  return known && held.length === parts.length ? [...held, key].join('+') : null;
}

/** Whether keys do their work also while something is typed: a plain key or Shift with it would write, ⌘⌫ would delete. */
export function worksWhileTyping(keys: string): boolean {
  return /^(Mod|Ctrl|Meta|Alt)\+(?!Backspace$)|^(Shift\+)?F\d+$/.test(keys);
}

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  Backspace: 'Backspace',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Plus: '+',
};
const macNames: Readonly<Record<Modifier, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Meta: '⌘',
  Alt: '⌥',
  Shift: '⇧',
};

/** Keys as they stand on the keyboard, per press the keys held together: `[["Ctrl", "K"]]`, `[["G"], ["R"]]`. */
export function shownKeys(keys: string, mac: boolean): readonly (readonly string[])[] {
  return keys.split(' ').map((press) => {
    const parts = press.split('+');
    return parts.map((part, at) => {
      if (at < parts.length - 1) return modifierName(part, mac);
      return names[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    });
  });
}

function modifierName(part: string, mac: boolean): string {
  const modifier = modifiers.find((name) => name === part);
  if (modifier === undefined) return part;
  if (mac) return macNames[modifier];
  return modifier === 'Mod' ? 'Ctrl' : modifier;
}

/** Keys as a sentence names them: "Ctrl+K", "G then R". */
export function saidKeys(keys: string, mac: boolean): string {
  return shownKeys(keys, mac)
    .map((press) => press.join('+'))
    .join(' then ');
}
