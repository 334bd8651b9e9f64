import { addressOfName, nameIn } from './named-address.ts';

/*
 * In a Markdown text `[words](listing:NAME)` speaks of a block of code whose fence says `name=NAME`.
 */

/** The name in an address of a listing; null for any other address. */
export function listingName(address: string): string | null {
  return nameIn('listing', address);
}

/** The address of a listing by its name. */
export function listingAddress(name: string): string {
  return addressOfName('listing', name);
}

/** Whether the words of a link to a listing only point at it: there are none, or they are its address, its name or a number. */
export function onlyPointsAtListing(words: string, name: string): boolean {
  const said = words.trim();
  return (
    said === '' || said === name || listingName(said) === name || /^(?:listing|code)?\s*\d*$/iu.test(said)
  );
}
