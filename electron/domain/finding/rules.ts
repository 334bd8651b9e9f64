import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isExact, isList, isObject } from '../base/json.ts';
import { nearestName } from '../text/words/nearest.ts';
import { idOf, isCandidate, memberOf, type FieldPatch } from './record.ts';

/** A rule of the interface is broken; `message` says which, for a person. */
export type Invalid = {
  readonly kind: 'invalid';
  readonly message: string;
  /** The values are fine; the state of the finding forbids them. */
  readonly ofState?: true;
};
/** The layer of an edit that may be queued. */
export type CheckedEdit = { readonly kind: 'ok'; readonly patch: FieldPatch } | Invalid;
/** The body of a creation that may be queued. */
export type CheckedCreate = { readonly kind: 'ok'; readonly body: JsonObject } | Invalid;

/** Names of members are cut behind this many characters in a message. */
const longestName = 60;

/**
 * Checks the values of an edit against the rules that the interface names, before anything is queued. Values
 * stay as they were given. Messages name the field and never repeat the value, which may be a client's.
 *
 * @param changes member to value, as the person gave them
 * @param current the finding as it is now, with the edits that wait
 */
export function checkEdit(
  changes: Readonly<Record<string, Json>>,
  current: JsonObject,
  profile: ServiceProfile,
): CheckedEdit {
  const members = Object.keys(changes);
  if (members.length === 0) return invalid('Nothing to change: no field was given.');
  const wrong = firstWrong(changes);
  if (wrong !== undefined) return invalid(wrong);
  if (members.includes('status') && isCandidate(current, profile)) {
    const id = named(idOf(current, profile) ?? 'ID');
    return {
      kind: 'invalid',
      message:
        `status: a pending candidate takes its status from a review alone.\n` +
        `Decide on it with: dossier review ${id} accept (or reject)`,
      ofState: true,
    };
  }
  return { kind: 'ok', patch: Object.fromEntries(Object.entries(changes)) };
}

/**
 * Checks the body of a finding to be created: title and asset always, the rest if it is supplied (interface,
 * "Finding"). An `id` is refused, for the service chooses it; so is any member that the interface does not name.
 */
export function checkCreate(record: Json): CheckedCreate {
  if (!isObject(record)) return invalid('A finding must be a JSON object.');
  if (Object.hasOwn(record, 'id')) {
    return invalid('id: the service chooses the identifier of a new finding; leave it out.');
  }
  const missing = ['title', 'asset'].filter((field) => memberOf(record, field) === undefined);
  if (missing.length > 0) return invalid(`${missing.join(' and ')}: required for a new finding.`);
  // An edit clears such a field with an empty text; a new finding has nothing to clear.
  const blank = ['cwe', 'owasp'].find((field) => memberOf(record, field) === '');
  if (blank !== undefined)
    return invalid(`${blank}: must be an http or https URL; leave it out where there is none.`);
  const wrong = firstWrong(record);
  return wrong === undefined ? { kind: 'ok', body: record } : invalid(wrong);
}

function invalid(message: string): Invalid {
  return { kind: 'invalid', message };
}

/** The first field of an edit that is not there or breaks a rule of the interface, as a sentence; null if none does. */
export function brokenField(changes: JsonObject): string | null {
  return firstWrong(changes) ?? null;
}

function firstWrong(values: Readonly<Record<string, Json>>): string | undefined {
  for (const [member, value] of Object.entries(values)) {
    const field = editableFields.find((name) => name === member);
    const wrong = field === undefined ? unknownMember(member) : complaint(field, value);
    if (wrong !== undefined) return field === undefined ? wrong : `${field}: ${wrong}`;
  }
  return undefined;
}

function unknownMember(member: string): string {
  if (member === 'id') return 'id: the service chose it, it cannot be edited.';
  const near = nearestName(member, editableFields);
  const hint = near === null ? `Fields are ${editableFields.join(', ')}.` : `Did you mean ${near}?`;
  return `Unknown field "${named(member)}". ${hint}`;
}

/** Hostile names (control and direction characters, a megabyte) must not reach a terminal. */
function named(name: string): string {
  const safe = name
    .slice(0, longestName)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed();
  return name.length > longestName ? `${safe}…` : safe;
}

/** Which rule of the interface a field breaks with this value, as a sentence that names the field; null if none. */
export function brokenRule(field: EditableField, value: Json): string | null {
  const wrong = complaint(field, value);
  return wrong === undefined ? null : `${field}: ${wrong}`;
}

/** The same for one entry of a list, whatever the others are. */
export function brokenEntryRule(field: 'asset' | 'references', entry: Json): string | null {
  const { fits, kind } = entryRules[field];
  return fits(entry) ? null : `${field}: an entry must be ${kind}.`;
}

/** What is wrong with the value of a field; undefined if nothing is. */
function complaint(field: EditableField, value: Json): string | undefined {
  switch (field) {
    case 'title':
      return isFilledText(value) ? undefined : 'must be a text that is not empty.';
    case 'asset':
      return assetComplaint(value);
    case 'severity':
      return isFilledText(value) || isNumber(value)
        ? undefined
        : 'must be a number, or a text that is not empty.';
    case 'status':
      return isFilledText(value) ? undefined : 'must be a text that is not empty.';
    case 'description':
    case 'remediation':
      return value === null || typeof value === 'string' ? undefined : 'must be a text.';
    case 'tags':
      return isObject(value) ? undefined : entriesComplaint(value, entryRules.tags);
    case 'references':
      return entriesComplaint(value, entryRules.references);
    case 'cwe':
    case 'owasp':
      return value === null || value === '' || isWebAddress(value) ? undefined : addressExamples[field];
    case 'observation':
    case 'demonstration':
    case 'requests':
    case 'CVSS':
      return undefined;
    default:
      return field satisfies never;
  }
}

const addressExamples = {
  cwe: 'must be an http or https URL, such as https://cwe.mitre.org/data/definitions/79.html.',
  owasp: 'must be an http or https URL, such as https://owasp.org/Top10/A03_2021-Injection/.',
} as const;

/** What an entry of a list must be. */
interface EntryRule {
  readonly fits: (entry: Json) => boolean;
  readonly kind: string;
}

const entryRules = {
  asset: { fits: isFilledText, kind: 'a text that is not empty' },
  references: { fits: isWebAddress, kind: 'an http or https URL' },
  // The interface leaves their type open, and some services send objects.
  tags: {
    fits: (entry) => typeof entry === 'string' || isNumber(entry) || isObject(entry),
    kind: 'a text, a number or an object',
  },
} as const satisfies Readonly<Record<string, EntryRule>>;

function assetComplaint(value: Json): string | undefined {
  if (isList(value) && value.length === 0) return 'must name at least one asset.';
  return value === null ? 'must be a list of texts.' : entriesComplaint(value, entryRules.asset);
}

function entriesComplaint(value: Json, { fits, kind }: EntryRule): string | undefined {
  if (value === null) return undefined;
  if (!isList(value)) return `must be a list, each entry ${kind}.`;
  const misfit = value.findIndex((entry) => !fits(entry));
  return misfit === -1 ? undefined : `entry ${misfit + 1} must be ${kind}.`;
}

function isNumber(value: Json): boolean {
  return typeof value === 'number' || isExact(value);
}

function isFilledText(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Blanks and control characters are refused although URL parsers drop them: the service gets the text itself. */
function isWebAddress(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^https?:\/\//i.test(value) &&
    !/[\s\p{Cc}]/u.test(value) &&
    URL.canParse(value)
  );
}
