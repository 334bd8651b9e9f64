import { counted } from '#renderer/ui/text/format.ts';

export const helpStrings = {
  title: 'Help',
  pages: 'Pages',
  find: 'Find in the help',
  results: 'Results',
  keys: 'Keyboard',
  close: 'Close',
  found: (count: number): string => (count === 0 ? 'Nothing found' : counted(count, 'part')),
  entry: (title: string): string => `Help: ${title}`,
};
