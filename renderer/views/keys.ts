import type { ScreenName } from '#contract/window.ts';

/** What a single key asks of the desk; a key in a text field, with a dialog open or with Ctrl is none. */
export type DeskCommand =
  | 'query'
  | 'list'
  | 'finding'
  | 'new'
  | 'unread'
  | 'sync'
  | 'help'
  | 'status'
  | 'looked'
  | 'delete'
  | 'close';

const byKey: Readonly<Record<string, DeskCommand>> = {
  '/': 'query',
  l: 'list',
  e: 'finding',
  n: 'new',
  u: 'unread',
  y: 'sync',
  '?': 'help',
  s: 'status',
  m: 'looked',
  Delete: 'delete',
  Escape: 'close',
};

const screenByKey: Readonly<Record<string, ScreenName>> = {
  f: 'findings',
  r: 'review',
  q: 'queue',
  s: 'settings',
};

/**
 * Reads "g" and then the letter of a screen, pressed one after the other.
 * @returns reads one key press: the screen, `begun` for the first of the two keys, or null
 */
export function screenKeys(): (event: KeyboardEvent) => ScreenName | 'begun' | null {
  let begun = 0;
  return (event) => {
    if (!isFree(event)) return null;
    const screen = event.timeStamp - begun < 1_500 ? (screenByKey[event.key] ?? null) : null;
    begun = event.key === 'g' ? event.timeStamp : 0;
    return event.key === 'g' ? 'begun' : screen;
  };
}

/** Whether a plain key is a command: not while something is typed, nor with a dialog or a menu open. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  // What happens in an editor's own tree is told as happening to its host.
  const [at] = event.composedPath();
  return !(at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable]') !== null);
}

/** The command of a key press, or null. */
export function commandOf(event: KeyboardEvent): DeskCommand | null {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f') {
    const free =
      !event.defaultPrevented && document.querySelector('dialog[open], [popover]:popover-open') === null;
    return free ? 'query' : null;
  }
  return isFree(event) ? (byKey[event.key] ?? null) : null;
}
