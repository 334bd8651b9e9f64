import type { ElementContent } from 'hast';

/** Levels of headings. The title on the cover is the first; `part` is a part of a finding, `inPart` what stands in one. */
export const levels = { chapter: 2, section: 3, finding: 3, part: 4, inPart: 5 } as const;

/** The level of the headings that a text under a chapter, or under a section of one, has of its own. */
export function levelUnder(parent: string | undefined): number {
  return (parent === undefined ? levels.chapter : levels.section) + 1;
}

/**
 * How the headings of a text become headings of the report. The highest ones come right below the heading above the
 * text; others one level deeper, if a higher one came before.
 *
 * @param first level of the highest ones
 * @returns the level of the next heading, by the level that its author gave it; to be asked in the order of the text
 */
export function headingLevels(children: readonly ElementContent[], first: number): (level: number) => number {
  const highest = highestHeading(children);
  let opened = false;
  return (level) => {
    if (level > highest && opened) return first + 1;
    opened = true;
    return first;
  };
}

function highestHeading(children: readonly ElementContent[]): number {
  return children.reduce((highest, child) => {
    if (child.type !== 'element') return highest;
    const own = /^h[1-6]$/.test(child.tagName) ? Number(child.tagName.slice(1)) : 6;
    return Math.min(highest, own, highestHeading(child.children));
  }, 6);
}
