import type { ReportOptions } from '#contract/deliverable/report.ts';
import type { Words } from '../languages/index.ts';
import type { Block, ContentsEntry, SeverityKey } from './blocks.ts';
import type { NumberedFinding } from './numbered.ts';

/* Which findings contents, summary and matrix list. */

type Choice = Pick<ReportOptions, 'listedFindings'>;

/** Whether they list findings of a severity. */
export function isListed(severity: SeverityKey, { listedFindings = 'all' }: Choice): boolean {
  if (listedFindings === 'all') return true;
  return listedFindings === 'high' && (severity === 'critical' || severity === 'high');
}

/** The findings that are listed. */
export function listedOf(findings: readonly NumberedFinding[], options: Choice): readonly NumberedFinding[] {
  return findings.filter(({ ref }) => isListed(ref.severity, options));
}

/** A sentence with how many findings are not listed behind it; as it is if all are. */
export function withUnlisted(
  sentence: string,
  listed: readonly unknown[],
  all: readonly unknown[],
  { sentences }: Pick<Words, 'sentences'>,
): string {
  const hidden = all.length - listed.length;
  if (hidden === 0) return sentence;
  const note = sentences.notListed(hidden, all.length);
  return sentence === '' ? note : `${sentence} ${note}`;
}

/** The contents with their lines, of findings only those that are listed. */
export function filledContents(
  block: Extract<Block, { kind: 'contents' }>,
  entries: readonly ContentsEntry[],
  options: Choice,
  words: Pick<Words, 'sentences'>,
): Block {
  const findings = entries.filter(({ kind }) => kind === 'finding');
  const listed = entries.filter((entry) => entry.kind !== 'finding' || isListed(entry.ref.severity, options));
  const note = withUnlisted(
    '',
    listed.filter(({ kind }) => kind === 'finding'),
    findings,
    words,
  );
  return { ...block, entries: listed, ...(note === '' ? {} : { note }) };
}
