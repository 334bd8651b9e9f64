import type { ReportOptions, ReportSnapshot } from '#contract/report.ts';
import { namedMembers, reportFileFormat, reportFileVersion } from '#core/report-file.ts';
import { numberedFindings } from '../../document/numbered.ts';

/**
 * Writes a snapshot as JSON that `dossier create` reads in again: every value that the interface names as it is, numbers
 * digit for digit, images as base64 (null where their bytes are missing). The same snapshot gives the same bytes.
 */
export function writeJson(
  snapshot: ReportSnapshot,
  { draft, title }: ReportOptions,
  images: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const findings = numberedFindings(snapshot).map(({ id, record, evidence, ref }) => ({
    id,
    number: ref.number,
    record: namedMembers(record),
    evidence: evidence.map((image) => {
      const content = images.get(image.sha256);
      return { ...image, content: content === undefined ? null : Buffer.from(content).toString('base64') };
    }),
  }));
  const file = {
    format: reportFileFormat,
    formatVersion: reportFileVersion,
    draft,
    ...(title === undefined ? {} : { title }),
    ...snapshot,
    findings,
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}
