import { addressOfName, bracketed, nameIn } from './named-address.ts';

/*
 * In a Markdown text `[words](finding:ID)` leads to another finding of the same engagement.
 */

/** The identifier in an address of a finding; null for any other address. */
export function findingIn(address: string): string | null {
  return nameIn('finding', address);
}

/** A link to a finding as a Markdown text has it; its words are the title, or the identifier if there is none. */
export function findingMarkdown(id: string, title: string): string {
  const words = bracketed(title);
  return `[${words === '' ? bracketed(id) : words}](${addressOfName('finding', id)})`;
}

/** The address of a finding. */
export function findingAddress(id: string): string {
  return addressOfName('finding', id);
}
