/** An id of random digits: only such a one may be shortened. A readable id, such as ATL-7, also begins others. */
const random = /^(?:local-)?[0-9a-f-]{16,}$/u;
const beginning = /^(?:local-)?[0-9a-f][0-9a-f-]{3,}$/u;

/** Of an id, at least so many digits are shown. */
const shownDigits = 8;

/** Whether an id may be typed by its beginning. */
export function isShortenable(id: string): boolean {
  return random.test(id);
}

/** Whether a text may be the beginning of an id: four digits are the fewest. */
export function isBeginning(text: string): boolean {
  return beginning.test(text);
}

/** The beginning of an id that none of the others has. Others: the ids next to it in their order are enough. */
export function shortened(id: string, others: readonly string[]): string {
  if (!isShortenable(id)) return id;
  const fewest = shownDigits + (id.startsWith('local-') ? 'local-'.length : 0);
  const length = Math.max(fewest, ...others.map((other) => sharedLength(id, other) + 1));
  return id.slice(0, length);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
