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

/** The command of a key press, or null. */
export function commandOf(event: KeyboardEvent): DeskCommand | null {
  if (event.defaultPrevented || event.isComposing) return null;
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return null;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f') return 'query';
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // What happens in an editor's own tree is told as happening to its host.
  const [at] = event.composedPath();
  if (at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable]') !== null)
    return null;
  return byKey[event.key] ?? null;
}
