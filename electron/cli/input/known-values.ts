import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { isObject } from '#domain/base/json.ts';
import { cvssProblem, cvssProblemText } from '#domain/finding/cvss/cvss-problem.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { foldSeverity, severityAliases } from '#domain/finding/labels/severity-names.ts';
import { ratingOf } from '#domain/finding/rating.ts';
import { memberOf } from '#domain/finding/record.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { fit, plain } from '../output/text.ts';
import { askYes, canAsk } from './prompt.ts';

/** The severities and statuses of the service profile, and those that findings of this vault have. */
interface KnownValues {
  readonly severities: readonly string[];
  readonly statuses: readonly string[];
}

/**
 * Refuses a severity, status or CVSS of a record that is not known here, unless `--as-typed` says so or a user at a
 * terminal. Services may have values of their own: one that a finding of the vault has is known.
 *
 * @throws (rejects) DossierError `usage` with what was probably meant, `cancelled`
 */
export async function confirmValues(context: CommandContext, record: Json): Promise<void> {
  if (context.args.flag('as-typed')) return;
  const doubts = await doubtsOf(context, [record]);
  const [doubt] = doubts.values();
  if (doubt === undefined) return;
  if (!canAsk()) throw wrong(`${doubt} Add --as-typed to take it.`, context.args.command);
  if (await askYes(`${doubt} Take it as typed?`, context.signal)) return;
  throw new DossierError('cancelled', 'Nothing was changed.');
}

/** What is not known of which record, by its place; nothing with `--as-typed`. */
export async function doubtsOf(
  context: CommandContext,
  records: readonly Json[],
): Promise<ReadonlyMap<number, string>> {
  const doubts = new Map<number, string>();
  if (context.args.flag('as-typed')) return doubts;
  let known: KnownValues | undefined;
  for (const [at, record] of records.entries()) {
    if (!isObject(record)) continue;
    const [severity, status] = [memberOf(record, 'severity'), memberOf(record, 'status')];
    if (isText(severity) && foldSeverity(severity) === null) {
      known ??= await knownValues(context);
      const isKnown = known.severities.some((one) => one.toLowerCase() === severity.trim().toLowerCase());
      if (!isKnown) doubts.set(at, doubtOf('severity', severity, [...severityAliases, ...known.severities]));
    }
    if (isText(status)) {
      known ??= await knownValues(context);
      if (!known.statuses.includes(status)) doubts.set(at, doubtOf('status', status, known.statuses));
    }
    const cvss = cvssDoubt(memberOf(record, 'CVSS'));
    if (cvss !== null) doubts.set(at, cvss);
  }
  return doubts;
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

async function knownValues({ call }: CommandContext): Promise<KnownValues> {
  const profile = await call('connection.profile', {});
  const [severities, statuses] = [new Set(profile.severities), new Set(profile.statuses)];
  for (const { project } of await call('engagement.list', {})) {
    const values = await call('list.values', { project });
    for (const severity of values.severities) severities.add(severity);
    for (const status of values.statuses) statuses.add(status);
  }
  return { severities: [...severities], statuses: [...statuses] };
}

const maxListed = 12;

function doubtOf(field: 'severity' | 'status', value: string, known: readonly string[]): string {
  const near = nearestName(value.trim(), known);
  const listed = known.length > maxListed ? '' : ` Known: ${known.map(plain).join(', ')}.`;
  const hint = near === null ? listed : ` Did you mean ${plain(near)}?`;
  return `${field}: "${fit(plain(value), 40)}" is not known here.${hint}`;
}

function cvssDoubt(value: Json | undefined): string | null {
  const rating = value === undefined ? null : ratingOf(value);
  if (rating === null) return null;
  const problem = cvssProblem(rating);
  if (problem !== null) return `CVSS: ${plain(cvssProblemText(problem))}`;
  return cvssScore(rating) === null
    ? 'CVSS: this is neither a score from 0 to 10, such as 7.5, nor a whole vector.'
    : null;
}
