import type { EngagementFacts, PlaceholderName } from '#contract/engagement.ts';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import { textOf } from '../finding/record.ts';
import { foldSeverity, type SeverityName } from '../finding/labels/severity-names.ts';
import { codeSpans } from '../text/markdown/code-spans.ts';

/*
 * Names in double braces that texts of an engagement may hold, `{{client}}`: a report puts in their place what is known
 * when it is made. The list is closed, so that a slip is told and not printed.
 */

/** What each placeholder stands for, in the order in which a person is offered them. */
export const placeholderMeanings: Readonly<Record<PlaceholderName, string>> = {
  client: 'the client, as the report names it',
  engagement: 'the name of the engagement',
  project: 'the identifier of the engagement',
  begins: 'the first day of the tests',
  ends: 'the last day of the tests',
  date: 'the day on which the report is made',
  version: 'the version of the report: the last one listed',
  author: 'who made the report: the first of the team where nobody is named',
  team: 'the names of the team',
  contact: 'the first contact of the client',
  classification: 'the classification',
  count: 'how many findings there are',
  'count.critical': 'how many of them are critical',
  'count.high': 'how many are high',
  'count.medium': 'how many are medium',
  'count.low': 'how many are low',
  'count.info': 'how many are for information',
};

/** What stands for each placeholder; an empty text if it is not known. */
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

/** What is read of a snapshot for that. */
export type PlaceholderSource = Pick<
  ReportSnapshot,
  'project' | 'name' | 'client' | 'generatedAt' | 'localDay' | 'author' | 'version' | 'facts'
> & { readonly findings: readonly Pick<ReportSnapshot['findings'][number], 'record'>[] };

/** The day that a report bears, `2026-11-21`: where it was made, or in UTC for an edition that does not say it. */
export function reportDay({
  localDay,
  generatedAt,
}: Pick<ReportSnapshot, 'localDay' | 'generatedAt'>): string {
  return localDay ?? generatedAt.slice(0, 10);
}

/** How days (`2026-11-21`) and numbers are written; as they are if nothing is said. */
export interface ValueFormats {
  readonly day?: (day: string) => string;
  readonly number?: (count: number) => string;
}

/** What a snapshot says for each placeholder, written as the report's language has it. Pure; never throws. */
export function placeholderValues(source: PlaceholderSource, writing: ValueFormats = {}): PlaceholderValues {
  const { facts, findings } = source;
  const { day = (iso) => iso, number = String } = writing;
  const dated = (iso: string): string => (iso === '' ? '' : day(iso));
  const severities = findings.map(({ record }) => foldSeverity(textOf(record, 'severity')));
  const counted = (name: SeverityName): string =>
    number(severities.filter((severity) => severity === name).length);
  const team = facts.team.map(({ name }) => name.trim()).filter((name) => name !== '');
  return {
    client: facts.client.trim() || source.client,
    engagement: source.name,
    project: source.project,
    begins: dated(facts.begins),
    ends: dated(facts.ends),
    date: dated(reportDay(source)),
    version: source.version ?? lastVersion(facts) ?? '',
    author: source.author ?? team[0] ?? '',
    team: team.join(', '),
    contact: facts.contacts.find(({ name }) => name.trim() !== '')?.name ?? '',
    classification: facts.classification,
    count: number(findings.length),
    'count.critical': counted('critical'),
    'count.high': counted('high'),
    'count.medium': counted('medium'),
    'count.low': counted('low'),
    'count.info': counted('info'),
  };
}

/** The version that the facts list last; undefined if they list none. */
export function lastVersion({ versions }: Pick<EngagementFacts, 'versions'>): string | undefined {
  return versions.findLast(({ version }) => version.trim() !== '')?.version;
}

/** A text with its placeholders filled. */
export interface FilledText {
  readonly text: string;
  /** Names that are in no list, as they were written, each once; they stay in the text. */
  readonly unknown: readonly string[];
  /** Placeholders for which nothing is known yet; they stay in the text too. */
  readonly unsaid: readonly PlaceholderName[];
}

/** A name in double braces; a backslash before it takes its meaning. Payloads such as `{{7*7}}` are no names. */
const placeholder = /(?<!\\)\{\{[ \t]*([A-Za-z][\w.-]{0,60})[ \t]*\}\}/gu;

/**
 * Fills the placeholders of a rich text (Markdown or HTML). Code, in spans and in blocks, is left alone. What is put in
 * is words: none of its signs means anything to a reader of the text. Pure; never throws.
 */
export function fillPlaceholders(source: string, values: PlaceholderValues): FilledText {
  if (!source.includes('{{')) return { text: source, unknown: [], unsaid: [] };
  const code = codeSpans(source);
  return fill(source, values, escaped, (at) => code.some(({ from, to }) => at >= from && at < to));
}

/** The same for a plain line: a title, a header. */
export function fillLine(source: string, values: PlaceholderValues): FilledText {
  return fill(source, values, inOneLine, () => false);
}

function fill(
  source: string,
  values: PlaceholderValues,
  written: (value: string) => string,
  isCode: (at: number) => boolean,
): FilledText {
  const unknown = new Set<string>();
  const unsaid = new Set<PlaceholderName>();
  const text = source.replace(placeholder, (whole, name: string, at: number) => {
    if (isCode(at)) return whole;
    if (!isPlaceholder(name)) {
      unknown.add(name);
      return whole;
    }
    const value = written(values[name]);
    if (value === '') unsaid.add(name);
    return value === '' ? whole : value;
  });
  return { text, unknown: [...unknown], unsaid: [...unsaid] };
}

function isPlaceholder(name: string): name is PlaceholderName {
  return Object.hasOwn(placeholderMeanings, name);
}

function inOneLine(value: string): string {
  return value.replace(/\s+/gu, ' ').trim();
}

/** Signs as character references of a form that nobody types: it is read as a sign in Markdown too, and as markup nowhere. */
function escaped(value: string): string {
  return inOneLine(value).replace(
    /[!-/:-@[-`{-~]/gu,
    (sign) => `&#X${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(6, '0')};`,
  );
}
