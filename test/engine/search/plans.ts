import type { ReadableDb } from '#db/schema/types.ts';

/**
 * How SQLite carries out every statement that `use` prepares: the steps of each plan, in order. The statements
 * are the shipped ones, taken as they pass.
 */
export function plansOf(db: ReadableDb, use: (db: ReadableDb) => void): string[] {
  const texts: string[] = [];
  const listening = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'prepare') {
        return (text: string) => {
          texts.push(text);
          return target.prepare(text);
        };
      }
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  use(listening);
  return texts.flatMap((text) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...unbound(text))
      .map(({ detail }) => detail),
  );
}

/** Nothing for each parameter, be it by place or by name. */
function unbound(text: string): unknown[] {
  const names = Array.from(text.matchAll(/@(\w+)/gu), ([, name = '']) => [name, null]);
  return names.length > 0 ? [Object.fromEntries(names)] : Array.from(text.matchAll(/\?/gu), () => null);
}
