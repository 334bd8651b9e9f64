import type {
  ReportGroup,
  ReportImage,
  ReportOptions,
  ReportSnapshot,
} from '#contract/deliverable/report.ts';
import {
  namedMembers,
  otherMembers,
  reportFileFormat,
  reportFileVersion,
} from '#domain/deliverable/report-file.ts';
import { numberText } from '#domain/deliverable/finding-numbers.ts';
import { reportedFindings } from '../document/numbered.ts';

/**
 * Writes a snapshot as JSON that `dossier create` reads in again. Values are unchanged, numbers digit for digit,
 * unknown members beside them, images as base64 (null if their bytes are missing). The same snapshot gives the same
 * bytes.
 */
export function writeJson(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  images: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const withContent = (image: ReportImage) => {
    const content = images.get(image.sha256);
    return { ...image, content: content === undefined ? null : Buffer.from(content).toString('base64') };
  };
  const { draft, title } = options;
  const findings = reportedFindings(snapshot, options).map(
    ({ id, record, evidence, verdicts, candidate, ref }) => ({
      id,
      number: ref.number,
      ...(candidate === undefined ? {} : { candidate }),
      record: namedMembers(record),
      ...(Object.keys(otherMembers(record)).length === 0 ? {} : { otherMembers: otherMembers(record) }),
      evidence: evidence.map(withContent),
      ...(verdicts.length === 0
        ? {}
        : { verdicts: verdicts.map((given) => ({ ...given, evidence: given.evidence.map(withContent) })) }),
    }),
  );
  // How it looks and what it is compared with is nothing for other programs; the texts are about all findings.
  const { theme: _theme, against: _against, facts, groups, ...members } = snapshot;
  const file = {
    format: reportFileFormat,
    formatVersion: reportFileVersion,
    draft,
    ...(title === undefined ? {} : { title }),
    ...members,
    ...(options.template === 'single' ? {} : { facts }),
    ...(options.template === 'single' || groups === undefined ? {} : { groups: groups.map(groupOf) }),
    findings,
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}

/** Findings that the report prints as one, by the number that they have in it. */
function groupOf({ severity, number, title, members }: ReportGroup) {
  return { number: numberText(severity, number), title, findings: members };
}
