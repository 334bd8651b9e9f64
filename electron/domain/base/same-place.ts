/**
 * Whether two names of `whereaboutsOf` mean one file. File systems give the number of a deleted file to the next one, so
 * the time when it was made counts if both know it.
 */
export function isSamePlace(before: string, here: string): boolean {
  const [file, madeAt] = before.split('.');
  const [fileHere, madeAtHere] = here.split('.');
  return file === fileHere && (madeAt === undefined || madeAtHere === undefined || madeAt === madeAtHere);
}
