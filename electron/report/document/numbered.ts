import type { JsonObject } from '#contract/json.ts';
import type {
  ReportComment,
  ReportImage,
  ReportOptions,
  ReportSnapshot,
  ReportVerdict,
} from '#contract/deliverable/report.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { printedNumbers } from '#domain/deliverable/finding-numbers.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import type { PrintedRef } from './blocks.ts';
import { severityKeys } from './blocks.ts';
import { severityOf } from './severity.ts';
import { asLine, asTitle } from './values.ts';

/** A finding of the snapshot with what every mention of it shows. */
export interface NumberedFinding {
  readonly id: string;
  readonly record: JsonObject;
  readonly evidence: readonly ReportImage[];
  readonly verdicts: readonly ReportVerdict[];
  /** Whether its status is a closed one. */
  readonly closed?: boolean | undefined;
  readonly comments?: readonly ReportComment[] | undefined;
  readonly candidate?: 'public' | 'private' | undefined;
  readonly ref: PrintedRef;
  /** If it stands for several equal findings: these, in the order of their places. */
  readonly members?: readonly NumberedFinding[];
  /** Set if the title of `ref` is cut. */
  readonly fullTitle?: string;
}

/**
 * The findings of a snapshot as every format has them: worst first, in the snapshot's order within a severity, with the
 * numbers that the snapshot gives them. Formats for programs have them in English. Never throws.
 */
export function numberedFindings(snapshot: ReportSnapshot, words: Words = wordsOf('en')): NumberedFinding[] {
  const numbers = printedNumbers(snapshot);
  const rated = snapshot.findings.map((finding, at) => ({
    ...finding,
    number: numbers[at] ?? '',
    severity: severityOf(finding.record['severity'], words),
  }));
  return severityKeys
    .flatMap((key) => rated.filter(({ severity }) => severity.key === key))
    .map(({ id, record, evidence, verdicts, closed, comments, candidate, severity, number }, index) => {
      const { title, full } = asTitle(record['title'], words.untitled);
      const ref: PrintedRef = {
        target: `finding-${index + 1}`,
        number,
        title,
        severity: severity.key,
        severityText: severity.text,
        cvss: cvssOf(record),
      };
      return {
        id,
        record,
        evidence,
        verdicts,
        closed,
        comments,
        candidate,
        ref,
        ...(full === undefined ? {} : { fullTitle: full }),
      };
    });
}

/**
 * The findings of a deliverable, numbered as in every other one. Either all, or the one of template `single`, whose
 * reader may not see the others in any format.
 */
export function reportedFindings(
  snapshot: ReportSnapshot,
  { template, finding }: Pick<ReportOptions, 'template' | 'finding'>,
  words?: Words,
): NumberedFinding[] {
  const all = numberedFindings(snapshot, words);
  return template === 'single' ? all.filter(({ id }) => id === finding) : all;
}

function cvssOf(record: JsonObject): string {
  const score = cvssScore(record['CVSS'] ?? null);
  return score === null ? asLine(record['CVSS']) : score.toFixed(1);
}
