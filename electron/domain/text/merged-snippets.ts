/** A text that the user inserts again and again. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * What one window changed of a list of named texts, over what another window made of it meanwhile. Both stay: of two texts
 * under one name the later one gets a number behind it.
 *
 * @param before as the window knew the list, `changed` as it left it, `now` as it is kept
 */
export function mergedSnippets(
  before: readonly NamedText[],
  changed: readonly NamedText[],
  now: readonly NamedText[],
): readonly NamedText[] {
  const isIn = (list: readonly NamedText[], { name, text }: NamedText): boolean =>
    list.some((one) => one.name === name && one.text === text);
  // What this window removed or replaced goes only as this window knew it.
  const stays = now.filter((one) => isIn(changed, one) || !isIn(before, one));
  const merged = [...stays];
  for (const one of changed) {
    if (isIn(before, one) || isIn(merged, one)) continue;
    merged.push({ ...one, name: freeName(one.name, merged) });
  }
  return merged.toSorted((one, other) => one.name.localeCompare(other.name));
}

function freeName(name: string, taken: readonly NamedText[]): string {
  const isTaken = (wanted: string): boolean => taken.some((one) => one.name === wanted);
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name.slice(0, 74)} (${String(count)})`;
  return free;
}
