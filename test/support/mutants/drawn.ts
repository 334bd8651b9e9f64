import { hash } from 'node:crypto';
import type { Mutant } from '@stryker-mutator/api/core';

/*
 * What the command of mutants tells the processes that run the tests: in variables, because Stryker starts them.
 */

/** Fingerprints of the mutants that were drawn, parted by commas; empty if it is all of them. */
export const drawnVariable = 'DOSSIER_MUTANTS_DRAWN';
/** When (ms since 1970) no further mutant is run. */
export const untilVariable = 'DOSSIER_MUTANTS_UNTIL';
/** Folders of tests under `test/`, parted by commas. */
export const testsVariable = 'DOSSIER_MUTANTS_TESTS';

/** Names a mutant by its place and by what stands there then. */
export function fingerprintOf(mutant: Pick<Mutant, 'fileName' | 'location' | 'replacement'>): string {
  const { start, end } = mutant.location;
  const file = mutant.fileName.replaceAll('\\', '/');
  const place = [file, start.line, start.column, end.line, end.column, mutant.replacement];
  return hash('sha256', JSON.stringify(place)).slice(0, 16);
}
