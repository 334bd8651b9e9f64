import {
  checkLevels,
  type CheckCode,
  type CheckPlace,
  type FindingMessage,
} from '#contract/procedures/deliverables/preflight.ts';
import { textOf } from '../../finding/record.ts';
import type { CheckedFinding, FindingTexts } from '../finding.ts';
import type { Others } from './others.ts';
import type { Scope } from '../scope.ts';

/** What a rule knows beside the finding. */
export interface Surroundings {
  /** What belongs to other clients. */
  readonly others: Others;
  /** What was to be tested. */
  readonly scope: Scope;
  /** Whether the report masks what is secret in requests. */
  readonly masked: boolean;
  /** Keys of the values that are printed all the same. */
  readonly keptValues?: readonly string[];
  /** The template prints no figures. */
  readonly withoutFigures?: boolean;
}

/** Looks at one finding for one kind of fault. Pure; never throws, whatever the record holds. */
export type Rule = (texts: FindingTexts, around: Surroundings) => readonly FindingMessage[];

/** A message about a finding, of the level that its kind has. */
export function about(
  { id, record }: CheckedFinding,
  code: CheckCode,
  field: CheckPlace | null,
  message: string,
): FindingMessage {
  return { level: checkLevels[code], code, finding: id, title: textOf(record, 'title'), field, message };
}

const names: Readonly<Record<CheckPlace, string>> = {
  title: 'The title',
  asset: 'The list of assets',
  severity: 'The severity',
  description: 'The description',
  remediation: 'The remediation',
  observation: 'The observation',
  demonstration: 'The demonstration',
  references: 'The list of references',
  requests: 'A request',
  CVSS: 'The CVSS',
  tags: 'The list of tags',
  cwe: 'The CWE',
  owasp: 'The OWASP category',
  status: 'The status',
  evidence: 'A caption',
  retest: 'What a retest found',
  other: 'Another member',
};

/** What a place is called at the beginning of a sentence. */
export function placeName(field: CheckPlace): string {
  return names[field];
}

const longestQuote = 60;
const maxQuoted = 3;

/** What was found, each once, quoted and cut: `"TBD", "[insert date]" and 2 more`. */
export function quotes(found: readonly string[]): string {
  const known = [...new Set(found.map((text) => text.trim().replace(/\s+/gu, ' ')))];
  const named = known.slice(0, maxQuoted).map((text) => {
    const cut = text.length > longestQuote ? `${text.slice(0, longestQuote).toWellFormed()}\u2026` : text;
    return `"${cut}"`;
  });
  const more = known.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : named.join(', ');
}
