import { hash } from 'node:crypto';
import type { ReportFinding } from '#contract/deliverable/report.ts';
import type { PackedFinding, ReportHead } from '#report/process/packed-report.ts';

/** A finding as it goes to the processes that print it, and into an edition. */
export function serializeFinding(finding: ReportFinding): PackedFinding {
  const json = Buffer.from(JSON.stringify(finding));
  return { id: finding.id, json, print: hash('sha256', json) };
}

/** The JSON of a snapshot, in pieces: each finding on a line of its own, so that one can be read without the others. */
export function* snapshotText(head: ReportHead, findings: readonly PackedFinding[]): Generator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"findings":[`);
  for (const [at, { json }] of findings.entries()) {
    yield Buffer.from(at === 0 ? '\n' : ',\n');
    yield json;
  }
  yield Buffer.from(']}');
}

/**
 * The same text as the JSON of a snapshot without findings and that of each finding. Of a text that has no lines, as older
 * editions have it, the first is all of it.
 */
export function snapshotLines(text: string): { readonly head: string; readonly findings: readonly string[] } {
  const [head = '', ...lines] = text.split('\n');
  if (lines.length === 0) return { head, findings: [] };
  const last = lines.length - 1;
  return {
    head: `${head}]}`,
    findings: lines.map((line, at) => line.slice(0, at === last ? -']}'.length : -','.length)),
  };
}
