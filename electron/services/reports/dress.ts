import { DossierError } from '#contract/error.ts';
import type { ComparedField, EditionDifferences } from '#contract/editions.ts';
import type { Json } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot } from '#contract/report.ts';
import type { ReportComparison } from '#contract/template.ts';
import { reportDay } from '#core/placeholders.ts';
import type { ReadableDb } from '#db/types.ts';
import type { Reading } from '../context.ts';
import { compared, frozenSnapshot } from './editions.ts';
import type { Pace } from './pace.ts';
import { themeNamed } from './themes.ts';

/** Members whose values are short enough to be told; of texts it is told that they have changed. */
const told: readonly string[] = ['title', 'severity', 'status', 'CVSS', 'asset', 'tags', 'cwe', 'owasp'];

/** What a report is made from, with the bytes of its images. */
interface Bare {
  readonly snapshot: ReportSnapshot;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/**
 * Adds to a snapshot what the options name: the theme, whose logo and fonts come beside the images, and what has changed
 * since the edition that it is compared with. The finding of a deliverable about one is looked for.
 *
 * @throws DossierError `not-found` (theme, edition, finding), `internal` (an edition that cannot be read); what
 *   `pace.signal` aborts with
 */
export async function dressed<T extends Bare>(
  { db }: Pick<Reading, 'db'>,
  bare: T,
  options: Pick<ReportOptions, 'template' | 'theme' | 'against' | 'finding'>,
  pace: Pace,
): Promise<T> {
  const { snapshot } = bare;
  if (options.template === 'single' && !snapshot.findings.some(({ id }) => id === options.finding)) {
    throw new DossierError('not-found', `${snapshot.project} has no finding ${options.finding ?? ''}.`);
  }
  const named = options.theme === undefined ? null : themeNamed({ db }, options.theme);
  const against =
    options.against === undefined ? undefined : await comparedWith(db, snapshot, options.against, pace);
  return {
    ...bare,
    snapshot: {
      ...snapshot,
      ...(named === null ? {} : { theme: named.theme }),
      ...(against === undefined ? {} : { against }),
    },
    images: named === null ? bare.images : new Map([...bare.images, ...named.files]),
  };
}

async function comparedWith(
  db: ReadableDb,
  snapshot: ReportSnapshot,
  edition: number,
  pace: Pace,
): Promise<ReportComparison> {
  const was = await frozenSnapshot(db, snapshot.project, edition, pace);
  const differences = await compared(db, was, snapshot, pace);
  return { edition, createdAt: reportDay(was), ...shortened(differences) };
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
