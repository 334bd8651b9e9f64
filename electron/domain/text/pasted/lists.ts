import type { Element, ElementContent, RootContent } from 'hast';
import { visibleText } from '../tree/visible.ts';
import { classesOf } from './left-out.ts';

/*
 * Lists as word processors put them on the clipboard: Word writes paragraphs with a level and a marker, Word for the web
 * and Google Docs lists beside each other, each entry with its level.
 */

/** An entry with its level, before entries that follow each other become lists. */
const LIST_ITEM = 'list-item';
/** An image that is pasted, with its number. */
export const PICTURE = 'pasted-picture';
/** No list is deeper; Word has nine levels. */
const DEEPEST = 20;

export function styleOf({ properties }: Element): string {
  return typeof properties['style'] === 'string' ? properties['style'] : '';
}

/** An element without attributes. */
export function named(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}

export function isListItem(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === LIST_ITEM;
}

/** Whether there is nothing but entries and blanks, so that what holds them may go. */
export function areListItems(children: readonly ElementContent[]): boolean {
  return (
    children.some(isListItem) &&
    children.every((child) => isListItem(child) || (child.type === 'text' && child.value.trim() === ''))
  );
}

type Tidy = (children: readonly ElementContent[]) => ElementContent[];

function item(level: number, numbers: readonly number[] | null, children: ElementContent[]): Element {
  const properties = {
    level: Math.min(level, DEEPEST),
    ...(numbers === null ? {} : { numbers: [...numbers] }),
  };
  return { type: 'element', tagName: LIST_ITEM, properties, children };
}

/** A paragraph that Word shows as an entry of a list; null for any other. */
export function wordItem(given: Element, style: string, tidy: Tidy): Element | null {
  const level = /mso-list:\s*l\d+\s+level(\d)/iu.exec(style)?.[1];
  if (level === undefined || !/^(?:p|div|h[1-6])$/u.test(given.tagName)) return null;
  const marker = markerIn(given).replace(/\s+/gu, ' ').trim();
  const numbers = numbersOf(marker);
  const children = tidy(unmarked(given.children));
  // "Step 5:" is words: a text may speak of them, and no list of Markdown has them.
  const words = numbers === null && /\p{L}{2}|\p{L}.*\p{N}/u.test(marker);
  const lead: ElementContent[] = words ? [{ type: 'text', value: `${marker} ` }] : [];
  const entry = item(Number(level), numbers, [...lead, ...children]);
  // A tracked change deleted it: the entries behind it move up.
  const isDropped = lead.length === 0 && isEmpty(children) && !isEmpty(unmarked(given.children));
  if (isDropped) entry.properties['dropped'] = true;
  return entry;
}

function isEmpty(children: readonly ElementContent[]): boolean {
  return children.every((child) => {
    if (child.type === 'text') return child.value.trim() === '';
    return (
      child.type === 'element' &&
      child.tagName !== 'img' &&
      child.tagName !== PICTURE &&
      isEmpty(child.children)
    );
  });
}

function isMarker(node: RootContent): boolean {
  return node.type === 'element' && /mso-list:\s*ignore/iu.test(styleOf(node));
}

function markerIn(node: Element): string {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = isMarker(child) ? visibleText({ type: 'root', children: [child] }) : markerIn(child);
    if (found !== '') return found;
  }
  return '';
}

function unmarked(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (isMarker(child)) return [];
    return child.type === 'element' ? [{ ...child, children: unmarked(child.children) }] : [child];
  });
}

/** The numbers that a marker may stand for: "5." is 5, "i." is 1 or 9; null for a bullet. */
function numbersOf(marker: string): readonly number[] | null {
  const digits = /^[([]?(?:\d{1,6}[.-])*(\d{1,6})[.)\]:]*$/u.exec(marker)?.[1];
  if (digits !== undefined) return [Number(digits)];
  const letters = /^[([]?([a-z]{1,6})[.)\]:]+$/iu.exec(marker)?.[1]?.toLowerCase();
  if (letters === undefined) return null;
  const read = [romanNumber(letters), letterNumber(letters)].filter((number) => number !== null);
  // A list that begins with one letter counts letters, but for "i.".
  if (letters.length === 1 && letters !== 'i') read.reverse();
  return read.length === 0 ? null : read;
}

function letterNumber(letters: string): number | null {
  // Word goes on with aa, bb, cc behind z.
  const [first = ''] = letters;
  if (letters.length > 3 || [...letters].some((letter) => letter !== first)) return null;
  return first.charCodeAt(0) - 96 + 26 * (letters.length - 1);
}

const romans: readonly (readonly [string, number])[] = [
  ...([
    ['c', 100],
    ['xc', 90],
    ['l', 50],
    ['xl', 40],
    ['x', 10],
    ['ix', 9],
  ] as const),
  ...([
    ['v', 5],
    ['iv', 4],
    ['i', 1],
  ] as const),
];

function romanNumber(letters: string): number | null {
  let [rest, sum] = [letters, 0];
  for (const [sign, value] of romans) {
    while (rest.startsWith(sign)) [rest, sum] = [rest.slice(sign.length), sum + value];
  }
  return rest === '' && sum > 0 ? sum : null;
}

/** Entries of lists whose nesting stands in levels, or in lists right inside of lists; null for an ordinary list. */
export function levelledItems(given: Element, tidy: Tidy): Element[] | null {
  if (given.tagName !== 'ul' && given.tagName !== 'ol') return null;
  const isLevelled =
    docsLevel(given) !== null ||
    given.children.some(
      (child) => child.type === 'element' && (isList(child) || (child.tagName === 'li' && hasPlace(child))),
    );
  return isLevelled ? itemsOf(given, 1, tidy) : null;
}

/** Whether an entry says its level or its number. */
function hasPlace(entry: Element): boolean {
  return ariaLevel(entry) !== null || entry.properties['value'] !== undefined;
}

function isList({ tagName }: Element): boolean {
  return tagName === 'ul' || tagName === 'ol';
}

function itemsOf(list: Element, depth: number, tidy: Tidy): Element[] {
  const items: Element[] = [];
  let next = Number(list.properties['start'] ?? 1);
  for (const child of list.children) {
    if (child.type === 'element' && isList(child)) {
      items.push(...itemsOf(child, Math.min(depth + 1, DEEPEST), tidy));
    } else if (child.type === 'element' && child.tagName === 'li') {
      const level = ariaLevel(child) ?? docsLevel(list) ?? depth;
      const value = Number(child.properties['value'] ?? next);
      if (Number.isSafeInteger(value)) next = value;
      items.push(item(level, list.tagName === 'ol' ? [next] : null, tidy(entryOf(child))));
      next += 1;
    } else if (child.type !== 'text' || child.value.trim() !== '') {
      const last = items.at(-1);
      if (last === undefined) items.push(item(depth, null, tidy([child])));
      else last.children.push(...tidy([child]));
    }
  }
  return items;
}

/** What an entry of a list holds: one paragraph as words, and the box of a check list, which Google Docs draws as a picture. */
export function entryOf({ properties, children }: Element): ElementContent[] {
  const isCheck = properties['role'] === 'checkbox';
  const kept = isCheck ? children.filter((child) => !isElement(child, /^img$/u)) : children;
  const blocks = kept.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const isOneLine = blocks.every((child, at) => isElement(child, at === 0 ? /^p$/u : /^[uo]l$/u));
  const [first] = blocks;
  const content = isOneLine && first?.type === 'element' ? [...first.children, ...blocks.slice(1)] : kept;
  if (!isCheck) return content;
  const checked = properties['ariaChecked'] === 'true';
  const box: Element = { ...named('input', []), properties: { type: 'checkbox', checked } };
  return [box, { type: 'text', value: ' ' }, ...content];
}

function isElement(node: ElementContent, name: RegExp): boolean {
  return node.type === 'element' && name.test(node.tagName);
}

function ariaLevel({ properties }: Element): number | null {
  const level = Number(properties['ariaLevel'] ?? properties['dataAriaLevel'] ?? Number.NaN);
  return Number.isInteger(level) && level >= 1 ? level : null;
}

/** The level of a list in a page that Google Docs wrote. */
function docsLevel(list: Element): number | null {
  const level = classesOf(list).map((name) => /^lst-kix_.*-(\d)$/u.exec(name)?.[1]);
  const found = level.find((one) => one !== undefined);
  return found === undefined ? null : Number(found) + 1;
}

/** A list that is open while entries follow: a deeper entry goes into its last one. */
interface OpenList {
  readonly level: number;
  readonly list: Element;
  /** The number of the next entry, where the list comes from. */
  next: number;
}

/** Content in which entries that follow each other are lists, nested by their level; numbers go on where they were. */
export function listsOfItems(children: readonly ElementContent[]): ElementContent[] {
  if (!children.some(isListItem)) return [...children];
  const made: ElementContent[] = [];
  let open: OpenList[] = [];
  for (const child of children) {
    if (child.type === 'text' && child.value.trim() === '' && open.length > 0) continue;
    if (child.type !== 'element' || !isListItem(child)) {
      open = [];
      made.push(child);
      continue;
    }
    const level = Number(child.properties['level']);
    const given = child.properties['numbers'];
    const numbers = Array.isArray(given) ? given.map(Number) : null;
    const tagName = numbers === null ? 'ul' : 'ol';
    open = open.filter((one) => one.level <= level);
    let last = open.at(-1);
    const goesOn =
      last?.level === level &&
      last.list.tagName === tagName &&
      (numbers === null || numbers.includes(last.next));
    if (!goesOn || last === undefined) {
      open = open.filter((one) => one.level < level);
      const parent = open.at(-1)?.list.children.at(-1);
      const start = numbers?.[0] ?? 1;
      const list = named(tagName, []);
      if (numbers !== null && start !== 1) list.properties = { start };
      last = { level, list, next: start };
      if (parent?.type === 'element') parent.children.push(list);
      else made.push(list);
      open.push(last);
    }
    last.next += 1;
    if (child.properties['dropped'] === true) continue;
    last.list.children.push(named('li', [...child.children]));
  }
  return made;
}
