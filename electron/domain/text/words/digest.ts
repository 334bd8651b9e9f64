/**
 * A short digest of a text, to tell "the same as before" from "changed" for what is derived and can be made
 * anew. Two independent 32-bit FNV-1a lanes; no protection against an attacker who looks for collisions.
 */
export function digestOf(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x050c5d1f;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x01000193) + 0x9e3779b9;
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

/** The same for who has room for 32 bits alone: one of four billion changed texts is taken for the one before. */
export function wordOf(text: string): number {
  let word = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    word = Math.imul(word ^ text.charCodeAt(index), 0x01000193);
  }
  return word >>> 0;
}
