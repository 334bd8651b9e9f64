import { verdicts } from '#contract/value-lists.ts';
import { safeHref } from '#domain/text/index.ts';
import type { FindingRef } from '../document/blocks.ts';
import type { NumberedFinding } from '../document/numbered.ts';
import { statusText } from '../document/severity.ts';
import type { ColumnKind } from '../list/columns.ts';
import type { Words } from '../languages/index.ts';
import { wordAddress } from '../docx/file.ts';
import type { Link, SheetCell } from './sheet-xml.ts';

/* The cells that several sheets have. */

/** The sheets are called as the chapters of the report are: 31 letters at most, and each once. */
export function sheetNames({ chapters, finding, tracker }: Words) {
  return {
    summary: chapters.summary,
    findings: chapters.findings,
    assets: finding.assets,
    matrix: chapters.assets,
    retest: chapters.retest,
    tracker: tracker.title,
  };
}

/** A text, whatever it begins with; nothing of an empty one but its line. */
export function textCell(value: string): SheetCell {
  return value === '' ? { kind: 'empty', look: 'text' } : { kind: 'text', text: value };
}

/** The severity of a finding in its colour. @param text what stands there; the severity in words unless it is said */
export function severityCell({ severity, severityText }: FindingRef, text = severityText): SheetCell {
  return { kind: 'severity', text, severity };
}

/** What stands in a column of a finding, in words of the language where the list has those of a program. */
export function findingCell(
  { ref }: NumberedFinding,
  value: string,
  kind: ColumnKind,
  words: Words,
): SheetCell {
  if (kind === 'severity' && value !== '') return severityCell(ref);
  if (kind === 'status') return textCell(value === '' ? '' : statusText(value, words));
  const verdict = kind === 'verdict' ? verdicts.find((known) => known === value) : undefined;
  return verdict === undefined ? valueCell(value, kind) : textCell(words.verdicts[verdict]);
}

/** A value as what it is: a score is a number, a day a day, an address alone a link. */
export function valueCell(value: string, kind: ColumnKind): SheetCell {
  if (kind === 'score' && /^\d{1,2}(?:\.\d+)?$/u.test(value))
    return { kind: 'number', value: Number(value), look: 'score' };
  if (kind === 'day') return dayCell(value);
  if (kind !== 'lines' || value.includes('\n')) return textCell(value);
  const href = safeHref(value);
  const address = href === undefined ? null : wordAddress(href);
  return address === null ? textCell(value) : { kind: 'text', text: value, link: { href: address } };
}

/** Days are counted from the end of 1899. */
const firstDay = Date.UTC(1899, 11, 30);
const msOfDay = 86_400_000;

/** The day of an ISO date as a number that a spreadsheet shows as a day. */
export function dayCell(day: string): SheetCell {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(day) ?? [];
  if (year === undefined) return textCell(day);
  const value = (Date.UTC(Number(year), Number(month) - 1, Number(date)) - firstDay) / msOfDay;
  return { kind: 'number', value, look: 'day' };
}

/** Where each finding stands among the findings, by its identifier. */
export type FindingPlaces = ReadonlyMap<string, Link>;

/** The number of a finding, leading to its row. */
export function numberCell({ id, ref }: NumberedFinding, places: FindingPlaces): SheetCell {
  const link = places.get(id);
  return { kind: 'text', text: ref.number, ...(link !== undefined && { link }) };
}
