/** What was changed of an object, member by member, over what it is by now; what was not touched is as it is there. */
export function carriedOver<T extends object>(before: T, changed: T, now: T): T {
  const names = Object.keys({ ...before, ...changed }) as (keyof T)[];
  const touched = names.filter((name) => changed[name] !== before[name]);
  return { ...now, ...Object.fromEntries(touched.map((name) => [name, changed[name]])) };
}
