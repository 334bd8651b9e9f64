import { defaultBodyLimit, type MaskedFinding } from '#contract/deliverable/masks.ts';
import type { ReportFinding, ReportOptions } from '#contract/deliverable/report.ts';
import { memberOf, textOf } from '../finding/record.ts';
import { shownRequests, type Redaction } from './requests.ts';

type Choice = Pick<ReportOptions, 'maskSecrets' | 'cutBodies' | 'keptValues'>;

/**
 * A finding as its report shows it: live secrets in recorded requests masked, long bodies cut, as the options say (both
 * if they say nothing). One of which nothing is left out is the very finding given. Pure.
 *
 * @param sentence the line that stands in place of so many bytes, in the language of the report
 */
export function shownFinding(
  finding: ReportFinding,
  options: Choice,
  sentence: Redaction['sentence'],
): ReportFinding {
  const requests = memberOf(finding.record, 'requests');
  if (requests === undefined) return finding;
  const { value } = shownRequests(requests, redactionOf(options, sentence));
  if (value === requests) return finding;
  return { ...finding, record: Object.fromEntries([...Object.entries(finding.record), ['requests', value]]) };
}

/** What of a finding's requests a report would not show, or shows although it is secret; null if there is neither. */
export function maskedFinding(
  { id, record }: Pick<ReportFinding, 'id' | 'record'>,
  options: Choice,
): MaskedFinding | null {
  const requests = memberOf(record, 'requests');
  if (requests === undefined) return null;
  const { hits, values, leftOut } = shownRequests(
    requests,
    redactionOf(options, () => ''),
  );
  if (values.length === 0 && leftOut.length === 0) return null;
  return { finding: id, title: textOf(record, 'title'), hits, values, leftOut };
}

function redactionOf(
  { maskSecrets, cutBodies, keptValues }: Choice,
  sentence: Redaction['sentence'],
): Redaction {
  return {
    maskSecrets: maskSecrets ?? true,
    cutBodies: cutBodies === undefined ? defaultBodyLimit : cutBodies,
    keptValues,
    sentence,
  };
}
