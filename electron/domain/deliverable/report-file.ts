import { editableFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isList, isObject } from '../base/json.ts';
import { isCandidate, isPrivateDraft, memberOf } from '../finding/record.ts';
import type { ServiceProfile } from '#contract/profile.ts';

/*
 * The report as JSON: what the writer says on top of the file, and how the file is read in again.
 */
export const reportFileFormat = 'dossier-report';
/** Raised when an older reader could no longer read the file. */
export const reportFileVersion = 1;

/** A finding of a file as it can be created again. */
export interface FiledFinding {
  readonly record: JsonObject;
  readonly images: readonly FiledImage[];
}

/** A picture of a finding: base64. */
export interface FiledImage {
  /** What texts of its finding call it by; older files do not say it. */
  readonly name?: string;
  readonly caption: string;
  readonly content: string;
}

/** What a JSON document is: a report to be read in, one of a newer program, a broken one, or something else. */
export type ReportFile =
  | { readonly kind: 'report'; readonly findings: readonly FiledFinding[] }
  | { readonly kind: 'newer'; readonly version: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'other' };

/** The members of a record that the interface names; the others are the service's, or nobody knows whose. */
export function namedMembers(record: JsonObject): JsonObject {
  return Object.fromEntries(
    editableFields.flatMap((field): [string, Json][] => {
      const value = memberOf(record, field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Members by which a service keeps its books: they say nothing about what was found. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['id', '_id', '__v', 'project', 'projectid', 'organization', 'organizationid', 'createdat', 'updatedat'],
  ...['createdby', 'updatedby', 'reviewversion', 'reviewstate', 'visibility', 'private', 'draft', 'version'],
]);

/** The members of a record that neither the interface names nor a service needs for itself. */
export function otherMembers(record: JsonObject): JsonObject {
  const named: ReadonlySet<string> = new Set(editableFields);
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => !named.has(name) && !bookkeeping.has(name.replace(/(?<=[^_].*)_/gu, '').toLowerCase()),
    ),
  );
}

/**
 * Reads a report that was written as JSON. Members that stand for nothing (null, an empty text) are left out of the
 * findings: a new finding has nothing to clear. Never throws.
 */
export function readReportFile(value: Json): ReportFile {
  if (!isObject(value) || memberOf(value, 'format') !== reportFileFormat) return { kind: 'other' };
  const version = memberOf(value, 'formatVersion');
  if (typeof version === 'number' && version > reportFileVersion) {
    return { kind: 'newer', version: String(version) };
  }
  const findings = memberOf(value, 'findings');
  if (version !== reportFileVersion || !isList(findings)) return { kind: 'broken' };
  const read = findings.map(readFinding);
  return read.every((finding) => finding !== null) ? { kind: 'report', findings: read } : { kind: 'broken' };
}

/** How a finding of a report file is known, and whether it is a candidate, which is no finding of another vault. */
export interface FiledIdentity {
  readonly id: string | null;
  readonly candidate: 'public' | 'private' | null;
}

/** The same of each finding of a report file, in their order; nothing for any other document. Never throws. */
export function filedIdentities(value: Json, profile: ServiceProfile): FiledIdentity[] {
  const file = readReportFile(value);
  const findings = file.kind === 'report' && isObject(value) ? memberOf(value, 'findings') : undefined;
  return (isList(findings) ? findings : []).map((finding) => {
    const id = isObject(finding) ? memberOf(finding, 'id') : undefined;
    return { id: typeof id === 'string' && id !== '' ? id : null, candidate: candidacyOf(finding, profile) };
  });
}

/** As the file says it, or as a record shows it that was put into the file as the service has it. */
function candidacyOf(finding: Json, profile: ServiceProfile): FiledIdentity['candidate'] {
  if (!isObject(finding)) return null;
  const said = memberOf(finding, 'candidate');
  if (said === 'private' || said === 'public') return said;
  const record = { ...objectOf(memberOf(finding, 'otherMembers')), ...objectOf(memberOf(finding, 'record')) };
  if (isPrivateDraft(record, profile)) return 'private';
  return said === true || isCandidate(record, profile) ? 'public' : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function readFinding(value: Json): FiledFinding | null {
  const record = isObject(value) ? memberOf(value, 'record') : undefined;
  if (!isObject(value) || !isObject(record)) return null;
  const filled = Object.entries(namedMembers(record)).filter(
    ([, member]) => member !== null && member !== '',
  );
  const evidence = memberOf(value, 'evidence') ?? [];
  if (!isList(evidence)) return null;
  const images = evidence.flatMap((image): FiledImage[] => {
    if (!isObject(image)) return [];
    const content = memberOf(image, 'content');
    const caption = memberOf(image, 'caption');
    if (typeof content !== 'string' || content === '') return [];
    const name = memberOf(image, 'name');
    return [
      {
        content,
        caption: typeof caption === 'string' ? caption : '',
        ...(typeof name === 'string' && name !== '' ? { name } : {}),
      },
    ];
  });
  return { record: Object.fromEntries(filled), images };
}
