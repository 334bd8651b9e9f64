/** Whether two trees of plain values say the same; what is the same object is not looked into. */
export function sameTree(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameTree(item, (other as readonly unknown[])[index]))
    );
  }
  if (Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && sameTree(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

const UNUSUAL = /[^\x20-\x7e\t\n\r]/u;

/** Every character of a tree's texts that is not plain ASCII, as code points. */
export function charactersOf(tree: unknown): Set<number> {
  const found = new Set<number>();
  collect(tree, found);
  return found;
}

function collect(tree: unknown, found: Set<number>): void {
  if (typeof tree === 'string') {
    if (!UNUSUAL.test(tree)) return;
    for (const character of tree) if (UNUSUAL.test(character)) found.add(character.codePointAt(0) ?? 0);
  } else if (Array.isArray(tree)) {
    for (const item of tree as readonly unknown[]) collect(item, found);
  } else if (typeof tree === 'object' && tree !== null) {
    for (const name of Object.keys(tree)) collect(Reflect.get(tree, name), found);
  }
}
