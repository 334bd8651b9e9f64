/// <reference types="vite/client" />
import type { Picture } from '#renderer/ui/text/picture.ts';
import { readHelp, type HelpPage } from './help-pages.ts';

/* The pages for users as they are kept for reading, with their pictures: built into the window, so nothing is fetched. */

const texts = import.meta.glob<string>('../../../docs/use/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const pictures = import.meta.glob<string>('../../../docs/images/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

let pages: readonly HelpPage[] | null = null;

/** Every page, read when the help or the palette is first opened. */
export function helpPages(): readonly HelpPage[] {
  const files = Object.entries(texts).map(
    ([path, text]) => [path.replace(/^.*\/|\.md$/g, ''), text] as const,
  );
  return (pages ??= readHelp(new Map(files)));
}

/** The picture of a name that a page places; null if there is none. */
export function helpPicture(name: string): Picture | null {
  const url = pictures[`../../../docs/images/${name}`];
  return url === undefined ? null : { url, caption: '', width: 0, height: 0, phone: false };
}
