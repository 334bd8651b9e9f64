import { captionedKinds, type CaptionedKind, type CaptionedName } from '../captioned.ts';
import { addressOfName, nameIn } from './named-address.ts';

/*
 * In a Markdown text `[words](listing:NAME)` speaks of a block of code whose fence says `name=NAME`, and `[words](table:NAME)`
 * of a table whose caption ends with `{name=NAME}`.
 */

/** Whether a text may speak of something by such an address. */
export function mayNameCaptioned(text: string): boolean {
  return /(?:listing|table):/iu.test(text);
}

/** What an address calls by its name; null for any other address. */
export function captionedAt(address: string): CaptionedName | null {
  for (const kind of captionedKinds) {
    const name = nameIn(kind, address);
    if (name !== null) return { kind, name };
  }
  return null;
}

/** The address of a listing or table by its name. */
export function captionedAddress({ kind, name }: CaptionedName): string {
  return addressOfName(kind, name);
}

const numbers: Readonly<Record<CaptionedKind, RegExp>> = {
  listing: /^(?:listing|code)?\s*\d*$/iu,
  table: /^(?:table|tabelle)?\s*\d*$/iu,
};

/** Whether the words of a link only point: there are none, or they are its address, its name or a number. */
export function onlyPointsAtCaptioned(words: string, { kind, name }: CaptionedName): boolean {
  const said = words.trim();
  return said === '' || said === name || nameIn(kind, said) === name || numbers[kind].test(said);
}
