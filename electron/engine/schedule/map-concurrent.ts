/**
 * Works through a list, a few things at a time, in order. When one fails, the others finish what they have begun
 * and nothing new is begun; only then this rejects, with the first failure. Otherwise work would go on behind the
 * back of a run that has already been reported as ended.
 *
 * @param work resolves to false if the rest of the list is to be left
 */
export async function mapConcurrent<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<boolean>,
): Promise<void> {
  const waiting = [...items];
  let goOn = true;
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); goOn && item !== undefined; item = waiting.shift()) {
      try {
        if (!(await work(item))) goOn = false;
      } catch (error) {
        goOn = false;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
  }
}
