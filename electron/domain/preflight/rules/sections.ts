import { foldSeverity } from '../../finding/labels/severity-names.ts';
import { isFilled } from '../../finding/filled.ts';
import { memberOf, textOf } from '../../finding/record.ts';
import { parseText, visibleText } from '../../text/index.ts';
import { richFields, type FindingTexts, type RichField } from '../finding.ts';
import { about, placeName, type Rule } from './rule.ts';

/** A title, an asset, words on what was found; and sections that hold nothing but formatting. */
export const emptySections: Rule = (texts) => {
  const { record } = texts.finding;
  const missing = (['title', 'asset'] as const).filter((field) => !isFilled(memberOf(record, field)));
  const untold = (['description', 'observation'] as const).every(
    (field) => !isFilled(memberOf(record, field)),
  );
  const blank = richFields.filter((field) => isFilled(memberOf(record, field)) && isBlank(texts, field));
  return [
    ...missing.map((field) => about(texts.finding, 'empty-section', field, `${placeName(field)} is empty.`)),
    ...(untold
      ? [about(texts.finding, 'empty-section', 'description', 'Description and observation are empty.')]
      : []),
    ...blank.map((field) =>
      about(texts.finding, 'empty-section', field, `${placeName(field)} is empty and will be left out.`),
    ),
  ];
};

/** What a client does about it. A finding for information needs none. */
export const missingRemediation: Rule = (texts) => {
  const { record } = texts.finding;
  const harmless = foldSeverity(textOf(record, 'severity')) === 'info';
  if (harmless || isFilled(memberOf(record, 'remediation'))) return [];
  return [about(texts.finding, 'missing-remediation', 'remediation', 'Remediation is missing.')];
};

/** Short texts alone can be blank: nobody types a thousand characters of markup for nothing. */
const longestBlank = 1_000;

function isBlank(texts: FindingTexts, field: RichField): boolean {
  const value = memberOf(texts.finding.record, field);
  if (typeof value !== 'string' || value.length > longestBlank || !/[<#*_>|-]/u.test(value)) return false;
  // Outside of tags and marks there are no letters to be seen, so the parser is asked.
  if (/^[^<&]*[\p{L}\p{N}]/u.test(value)) return false;
  return visibleText(parseText(value)).trim() === '';
}
