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

/** A link as it is typed by hand: `[[ID]]`, not beside a name as in `frame[["id"]]`, and no class as in `[[:alpha:]]`. */
const typed =
  /(?<![\p{L}\p{N}_!)[\]\\])\[\[(?=[^\]\n]*[\p{L}\p{N}])(?<id>[^\s[\]|:"'](?:[^[\]|\n]{0,198}[^\s[\]|"'])?)\]\](?!\])/gu;

/** Words cut where they name a finding as `[[ID]]`; the identifier of all others is null. */
export function typedLinks(words: string): { readonly text: string; readonly id: string | null }[] {
  if (!words.includes('[[')) return [{ text: words, id: null }];
  const pieces: { text: string; id: string | null }[] = [];
  let done = 0;
  for (const { 0: text, index, groups } of words.matchAll(typed)) {
    if (index > done) pieces.push({ text: words.slice(done, index), id: null });
    pieces.push({ text, id: groups?.['id'] ?? null });
    done = index + text.length;
  }
  if (done < words.length) pieces.push({ text: words.slice(done), id: null });
  return pieces;
}

/** Whether a text may name a finding. */
export function mayLinkFinding(text: string): boolean {
  return /finding:|\[\[/iu.test(text);
}

/** Whether the words of a link say no more than where it leads: there are none, or they are its identifier or address. */
export function onlyNamesFinding(words: string, id: string): boolean {
  const said = words.trim();
  return said === '' || said === id || said === `[[${id}]]` || findingIn(said) === id;
}

/** The address of a finding. */
export function findingAddress(id: string): string {
  return addressOfName('finding', id);
}
