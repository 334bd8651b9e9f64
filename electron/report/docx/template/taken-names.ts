import { posix } from 'node:path';
import { elementsWithin } from '../../office/xml-tree.ts';
import type { TakenNames } from '../file.ts';
import type { WordTemplate } from './read-template.ts';

/** What names and numbers a template has already. */
export function takenNames({ main, parts }: WordTemplate): TakenNames {
  const ids = new Set<number>();
  let [lists, notes] = [0, 0];
  const number = (value: string | undefined): number => {
    const read = Number(value);
    return Number.isSafeInteger(read) ? read : 0;
  };
  const elements = [...parts.values()].flatMap(({ tree }) => (tree === null ? [] : [tree]));
  for (const tree of elements) {
    for (const { name, attributes } of elementsWithin(tree)) {
      if (name === 'w:bookmarkStart') ids.add(number(attributes.get('w:id')));
      if (name === 'wp:docPr') ids.add(number(attributes.get('id')));
      if (name === 'w:num') lists = Math.max(lists, number(attributes.get('w:numId')));
      if (name === 'w:footnote') notes = Math.max(notes, number(attributes.get('w:id')));
    }
  }
  const folder = posix.dirname(main);
  const links = [...parts.values()].flatMap((part) => part.links.map(({ id }) => id.toLowerCase()));
  const paths = [...parts.keys()].map((path) => path.toLowerCase());
  return {
    ids,
    lists,
    notes,
    folder,
    relationships: free('rIdReport', (start) => links.some((id) => id.startsWith(start.toLowerCase()))),
    media: free('media/report', (start) =>
      paths.some((path) => path.startsWith(posix.join(folder, start).toLowerCase())),
    ),
  };
}

/** A beginning of names that nothing has. */
function free(start: string, isTaken: (start: string) => boolean): string {
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? start : `${start}${String(at)}`;
    if (!isTaken(`${name}_`)) return `${name}_`;
  }
}
