import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import { issueText } from '#contract/input/input-issue.ts';
import { parseJson } from '#domain/base/json.ts';

/**
 * Reads the input of a procedure as it came over a boundary.
 * @param text JSON; numbers keep their digits
 * @throws DossierError 'usage', which names the place and quotes no value
 */
export function readInput<S extends z.core.$ZodType>(schema: S, text: string): z.output<S> {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') {
    throw new DossierError('usage', 'The input is not JSON, or is nested too deeply.');
  }
  const result = z.safeParse(schema, parsed.value);
  if (result.success) return result.data;
  throw new DossierError('usage', issueText(result.error.issues[0]));
}
