import type { ReportFinding, ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { shownFinding } from '#domain/masking/snapshot.ts';
import { wordsOf } from '../languages/index.ts';

/** What was made of a finding lately: a preview asks for the same ones again after every change. */
const known = new WeakMap<ReportFinding, { readonly choice: string; readonly shown: ReportFinding }>();

/**
 * A snapshot as its report shows it: what is secret in requests masked, long bodies cut, as the options say, in the
 * language of the report. Every format is written from this, so that none says what another masks. A finding that is
 * asked for again with the same options is answered with the same object.
 */
export function shownReport(snapshot: ReportSnapshot, options: ReportOptions): ReportSnapshot {
  const { maskSecrets, cutBodies, keptValues, language = 'en' } = options;
  const choice = JSON.stringify([
    maskSecrets,
    cutBodies === undefined ? 'as usual' : cutBodies,
    keptValues,
    language,
  ]);
  const findings = snapshot.findings.map((finding) => {
    const before = known.get(finding);
    if (before?.choice === choice) return before.shown;
    const shown = shownFinding(finding, options, wordsOf(language).leftOut);
    known.set(finding, { choice, shown });
    return shown;
  });
  return { ...snapshot, findings };
}
