import type { ActivityKind } from '#contract/procedures/program/activity.ts';
import type { ScreenName } from '#contract/window/settings.ts';
import { normalKeys } from './keys.ts';

/** One thing that a person can ask the window for, by the palette, a menu or its keys. */
export interface CommandSpec {
  /** `noun.verb`; it names the command in settings, so it stays what it is. */
  readonly id: string;
  /** Whether it changes or sends something, or only leads to that. Such commands are off in a read-only vault. */
  readonly writes: boolean;
  /** What it asks of the service at once, which may not permit it. */
  readonly sends?: ActivityKind;
  readonly title: string;
  /** The heading that it stands under. */
  readonly group: string;
  /** Keys that it has from the start (`keys.ts`), the first one is shown. */
  readonly keys: readonly string[];
  /** Keys that it has beside these in the desktop window, whose menu shows them; a browser has them for itself. */
  readonly menuKeys?: string;
  /** Its keys mean this only on that screen; without one they mean it on all. */
  readonly screen?: ScreenName;
  /** Its keys are those of every program and stay (Escape). */
  readonly fixed?: true;
  /** Its keys mean this only in a text that it can change, and there before all else. */
  readonly inText?: true;
  /** Its keys do it again for as long as they are held: it only leads on. */
  readonly held?: true;
  /** Other words that a user may type for it in the palette. */
  readonly words?: string;
  /** It can be asked for from every screen: the palette goes to its own screen first. */
  readonly fromAnywhere?: true;
  /** It is no use to a user who looks for it by name: it is about where focus is. */
  readonly unlisted?: true;
}

/** What a person chose: of a command its keys, or null for none. */
export type Shortcuts = Readonly<Record<string, string | null>>;

/** The commands as the desktop window has them, so that the keys of its menu are shown, changed and in the way as all others. */
export function withMenuKeys(specs: readonly CommandSpec[]): readonly CommandSpec[] {
  return specs.map((spec) =>
    spec.menuKeys === undefined ? spec : { ...spec, keys: [...spec.keys, spec.menuKeys] },
  );
}

/** The keys that a command has now. What is stored and cannot be read counts as not chosen. */
export function keysOf(spec: CommandSpec, chosen: Shortcuts): readonly string[] {
  const own = spec.fixed === true || !Object.hasOwn(chosen, spec.id) ? undefined : chosen[spec.id];
  if (own === null) return [];
  const read = own === undefined ? null : normalKeys(own);
  return read === null ? spec.keys : [read];
}

/** Whether two keys cannot both be had: they are the same, or one is how the other begins. */
function clash(one: string, two: string): boolean {
  return one === two || one.startsWith(`${two} `) || two.startsWith(`${one} `);
}

/** Whether two commands can be meant by keys at the same time; in a text its own command is. */
function meet(one: CommandSpec, two: CommandSpec): boolean {
  if ((one.inText === true) !== (two.inText === true)) return false;
  return one.screen === undefined || two.screen === undefined || one.screen === two.screen;
}

/** The other commands that have these keys, or keys that begin with them, on the same screen. */
export function usersOf(
  keys: string,
  spec: CommandSpec,
  specs: readonly CommandSpec[],
  chosen: Shortcuts,
): readonly CommandSpec[] {
  return specs.filter(
    (other) =>
      other.id !== spec.id && meet(spec, other) && keysOf(other, chosen).some((held) => clash(keys, held)),
  );
}

/** Keys by which people move, type and edit in every program, and what each is for. */
const taken: readonly (readonly [RegExp, string])[] = [
  [/^(Shift\+)?(Tab|Enter|Space)$/, 'move between fields and press the focused button'],
  [/^(Shift\+|Mod\+)*(Arrow\w+|Home|End|PageUp|PageDown)$/, 'move in lists and texts'],
  [/^Escape$/, 'closes what is open'],
  [/^(Shift\+)?Backspace$/, 'deletes what was typed'],
  [/^Mod\+(Shift\+)?[acvxyz]$/, 'edit text'],
  [/^Mod\+((Shift\+)?[rwtqn]|[1-9])$/, 'belong to the browser and to the menu of the program'],
  [/^Mod\+(Shift\+s|[lf,])$/, 'belong to the menu of the program'],
];

/** Why keys cannot be given to a command, as a sentence; null if they can. */
export function refusalOf(keys: string): string | null {
  const found = keys.split(' ').flatMap((press) => taken.filter(([pattern]) => pattern.test(press)));
  return found[0] === undefined ? null : `These keys ${found[0][1]}.`;
}

function isOfText({ inText }: CommandSpec): boolean {
  return inText === true;
}

/** What is meant by presses that followed each other. */
export type KeyMeaning =
  | { readonly kind: 'command'; readonly spec: CommandSpec }
  /** More than one command begins so: the next press decides. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'none' };

/**
 * @param presses joined by blanks
 * @param screen the current one
 * @param takesText whether a text command can change the text that has the focus
 */
export function meaningOfKeys(
  presses: string,
  screen: ScreenName,
  specs: readonly CommandSpec[],
  chosen: Shortcuts,
  takesText: (spec: CommandSpec) => boolean = () => false,
): KeyMeaning {
  const onScreen = specs.filter((spec) => spec.screen === undefined || spec.screen === screen);
  const [inText, outside] = [onScreen.filter(isOfText), onScreen.filter((spec) => !isOfText(spec))];
  const here = [...inText.filter(takesText), ...outside];
  const spec = here.find((known) => keysOf(known, chosen).includes(presses));
  if (spec !== undefined) return { kind: 'command', spec };
  const begun = here.some((known) => keysOf(known, chosen).some((keys) => keys.startsWith(`${presses} `)));
  return begun ? { kind: 'begun' } : { kind: 'none' };
}
