/** Which tests a command runs, and how much of what they draw. */
import { extentVariable, projects } from './projects.js';

/**
 * @param {boolean} everything whether all tests run, to their full extent
 * @param {readonly string[]} words for vitest; files that they name are looked for in every project
 * @returns {Promise<{ args: string[], env: Record<string, string> }>} the arguments of `vitest run`, and what its environment has more
 */
export async function planOf(everything, words) {
  if (everything) return { args: [...words], env: { [extentVariable]: 'all' } };
  // Not at the head of the file: in a fresh clone it is installed only when the command has begun.
  const { parseCLI } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...words]);
  const isOpen = filter.length === 0 && options.project === undefined;
  const ofEveryRun = isOpen ? projects.filter(({ inEveryRun }) => inEveryRun) : [];
  return { args: [...ofEveryRun.map(({ name }) => `--project=${name}`), ...words], env: {} };
}
