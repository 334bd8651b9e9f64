import { DossierError } from '#contract/error.ts';
import type { ComparedField, EditionDifferences } from '#contract/procedures/deliverables/editions.ts';
import type { Json } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ReportComparison } from '#contract/deliverable/template.ts';
import { frozenFindings } from '#domain/deliverable/frozen-findings.ts';
import { leftOutReason } from '#domain/deliverable/selection.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { compared, frozenEdition } from '../editions/editions.ts';
import type { Pace } from '#engine/schedule/yield-turn.ts';
import type { ReportFindings, UnprintedFinding } from '../selection.ts';
import { themeNamed } from './themes.ts';
import { wordTemplateNamed } from './word-templates.ts';

/** Members whose values are short enough to be told; of texts it is told that they have changed. */
const told: readonly string[] = ['title', 'severity', 'status', 'CVSS', 'asset', 'tags', 'cwe', 'owasp'];

/** What a report is made from, with the bytes of its images. */
interface Bare {
  readonly snapshot: ReportSnapshot;
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly choice: ReportFindings;
}

/**
 * Adds to a snapshot what the options name: the theme with its pictures and fonts, the template for Word, and the changes since
 * the edition to compare with. The finding of a deliverable about one is looked for.
 *
 * @throws DossierError `not-found` (theme, template, edition, finding, round), `wrong-state` (that finding is left out, a retest
 *   without a round), `internal` (an edition that cannot be read); what `pace.signal` aborts with
 */
export async function resolveTheme<T extends Bare>(
  { db }: Pick<ReadContext, 'db'>,
  bare: T,
  options: Pick<
    ReportOptions,
    'format' | 'template' | 'theme' | 'wordTemplate' | 'against' | 'finding' | 'round'
  >,
  pace: Pace,
): Promise<T> {
  const { snapshot, choice } = bare;
  if (options.template === 'single' && !snapshot.findings.some(({ id }) => id === options.finding)) {
    const unprinted = choice.leftOut.find(({ id }) => id === options.finding);
    if (unprinted !== undefined) throw isLeftOut(unprinted);
    throw new DossierError('not-found', `${snapshot.project} has no finding ${options.finding ?? ''}.`);
  }
  refuseWithoutRound(snapshot, options);
  const named = options.theme === undefined ? null : themeNamed({ db }, options.theme);
  const template =
    options.format !== 'docx' || options.wordTemplate === undefined
      ? null
      : wordTemplateNamed({ db }, options.wordTemplate);
  const against =
    options.against === undefined ? undefined : await comparedWith(db, bare, options, options.against, pace);
  return {
    ...bare,
    snapshot: {
      ...snapshot,
      ...(named === null ? {} : { theme: named.theme }),
      ...(template === null ? {} : { wordTemplate: template.used }),
      ...(against === undefined ? {} : { against }),
    },
    images: new Map([
      ...bare.images,
      ...(named?.files ?? []),
      ...(template === null ? [] : [[template.used.sha256, template.content] as const]),
    ]),
  };
}

/** A retest report tells what rounds found, or what has changed since an edition: without either it has nothing to say. */
function refuseWithoutRound(
  { project, rounds }: ReportSnapshot,
  { template, against, round }: Pick<ReportOptions, 'template' | 'against' | 'round'>,
): void {
  if (template !== 'retest' && template !== 'retest-letter') return;
  if (round !== undefined && !rounds.some(({ number }) => number === round)) {
    throw new DossierError('not-found', `${project} has no retest round ${String(round)}.`);
  }
  if (rounds.length > 0) return;
  if (template === 'retest-letter') {
    throw new DossierError(
      'wrong-state',
      `${project} has no retest round yet, so a retest letter has nothing to say. Start a round first.`,
    );
  }
  if (against !== undefined) return;
  throw new DossierError(
    'wrong-state',
    `${project} has no retest round yet, so a retest report has nothing to say. ` +
      'Start a round, or choose an edition to compare with.',
  );
}

async function comparedWith(
  db: ReadableDb,
  { snapshot, choice }: Bare,
  options: Pick<ReportOptions, 'template' | 'finding'>,
  edition: number,
  pace: Pace,
): Promise<ReportComparison> {
  const was = await frozenEdition(db, snapshot.project, edition, pace);
  // Which findings a retest prints depends on what has changed: all of it is compared, as a technical report has it.
  const single =
    options.template === 'single' ? { template: options.template, finding: options.finding } : {};
  const now = frozenFindings(snapshot, single);
  const differences = withoutVerdicts(await compared(db, was.findings, now, pace));
  // What is left out on purpose is not "gone", and a rejected candidate is not named at all.
  const hidden = new Set([...choice.leftOut.map(({ finding }) => finding), ...choice.rejected]);
  const gone = differences.gone.filter(({ id }) => {
    const finding = findFinding(db, id)?.finding;
    return finding === undefined || !hidden.has(finding);
  });
  return { edition, createdAt: was.day, ...shortened({ ...differences, gone }) };
}

/** Verdicts have a chapter of their own: they change no finding in the list of changes. */
function withoutVerdicts(differences: EditionDifferences): EditionDifferences {
  const changed = differences.changed
    .map((finding) => ({
      ...finding,
      fields: finding.fields.filter(({ field }) => field !== 'verdict' && field !== 'retest'),
    }))
    .filter(({ fields }) => fields.length > 0);
  const unchanged = differences.unchanged + differences.changed.length - changed.length;
  return { ...differences, changed, unchanged };
}

function isLeftOut({ id, leftOut }: UnprintedFinding): DossierError {
  return new DossierError(
    'wrong-state',
    `${id} is left out of reports: ${leftOutReason(leftOut)}. Include it by its id, or choose another finding.`,
  );
}

function shortened(differences: EditionDifferences): Omit<ReportComparison, 'edition' | 'createdAt'> {
  return {
    new: differences.new.map(({ id }) => id),
    changed: differences.changed.map(({ id, fields }) => ({ id, fields: fields.map(fieldOf) })),
    gone: differences.gone.map(({ title, severity }) => ({ title, severity })),
    unchanged: differences.unchanged,
  };
}

function fieldOf({ field, was, now }: ComparedField): ReportComparison['changed'][number]['fields'][number] {
  return told.includes(field)
    ? { field, was: wordsOf(was), now: wordsOf(now) }
    : { field, was: null, now: null };
}

function wordsOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
