import { inmostFocused } from './inmost-focused.ts';

/** What text is typed into, as a selector. */
export const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether focus is where text is typed into: a late answer leaves it there, or the next letters were commands. */
export function isTyping(): boolean {
  return inmostFocused()?.closest(typedInto) != null;
}
