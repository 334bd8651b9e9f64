/**
 * Whether a text holds another one, in linear time (Knuth, Morris and Pratt). The engine's own search multiplies the
 * lengths, which takes seconds for long runs of one letter.
 */
export function contains(text: string, wanted: string): boolean {
  // For every length of a beginning of `wanted`: how long the longest shorter one is that it also ends with.
  const shorter = new Uint32Array(wanted.length + 1);
  const grow = (matched: number, code: number): number => {
    let length = matched;
    while (length > 0 && wanted.charCodeAt(length) !== code) length = shorter[length] ?? 0;
    return wanted.charCodeAt(length) === code ? length + 1 : 0;
  };
  for (let at = 1; at < wanted.length; at++) {
    shorter[at + 1] = grow(shorter[at] ?? 0, wanted.charCodeAt(at));
  }
  let matched = 0;
  for (let at = 0; at < text.length && matched < wanted.length; at++) {
    matched = grow(matched, text.charCodeAt(at));
  }
  return matched === wanted.length;
}
