/**
 * What a window keeps by what it asks the program with, which is another object for each account: made when it is asked for
 * first, there until the page is closed. So a lock takes nothing of it, and nothing of one person is in the pages of the next.
 */
export function perWindow<T>(make: () => T): (api: object) => T {
  const windows = new WeakMap<object, T>();
  return (api) => {
    const one = windows.get(api) ?? make();
    windows.set(api, one);
    return one;
  };
}
