import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';

export { labelOf, namesOf } from '#domain/finding/labels/field-labels.ts';

/** What is wrong with a field, as a sentence: rules speak of the field without naming it. */
export function complaintOf(field: EditableField, message: string): string {
  return message.startsWith('must ') || message.startsWith('entry ')
    ? `${labelOf(field)}: ${message}`
    : message;
}

/** Texts about holding a finding back. */
export const holdStrings = {
  heldBack: 'Held back',
  hold: 'Hold back: send nothing of it',
  release: 'Release: send it with the next sync',
  holds: 'Not sent until you release it',
} as const;

/** Texts about what the service has other than it was sent. */
export const alteredStrings = {
  status: (now: string, sent: string) => `The service set the status to ${now}, not ${sent} as sent.`,
  fields: (names: string) => `Came back other than it was sent: ${names}.`,
  set: (status: string) => `Set to ${status}`,
  keep: "Keep the service's",
} as const;

/** Names of the toolbar, which is that of the text with focus. */
export const toolbarStrings = {
  format: (label: string | null) => (label === null ? 'Format' : `Format ${label}`),
  image: (label: string) => `Insert image in ${label}`,
  noText: 'a text',
} as const;

/** Sections of a finding that are no fields. */
export const outlineStrings = {
  evidence: 'Evidence',
  retest: 'Retest',
} as const;

/** What leads to notes above the title, which came while the user wrote. */
export const noteStrings = {
  above: 'See notes',
} as const;

/** Texts about another value of a field in which the user types. */
export const elsewhereStrings = {
  mark: 'Changed elsewhere',
  merged: (label: string) =>
    `Someone changed the ${label} on the service. It will be merged at the next sync.`,
  choose: (label: string) => `The ${label} also changed elsewhere. Keep yours or use the other?`,
} as const;

/** What leads to the comments, with how many are open. */
export function commentsLabel(open: number): string {
  return open === 0 ? 'Comments' : `Comments: ${String(open)} open`;
}

/** What is said of words that a comment is about; the author may be unknown. */
export function commentedLabel(author: string, text: string): string {
  return author === '' ? `Comment: ${text}` : `Comment by ${author}: ${text}`;
}

/** Texts of who works on a finding. */
export const assigneeStrings = {
  label: 'Assignee',
  nobody: 'Nobody',
  known: 'Names used before',
  local: 'Kept in this vault and never sent',
} as const;

/** Texts of the CVSS field and its calculator. */
export const cvssStrings = {
  version: 'CVSS version',
  point: 'Point at a value to read what it means.',
  toChoose: (count: number) => `${String(count)} to choose. The vector is written once it is whole.`,
  scoredAll: 'The other vector is scored anyway.',
  differs: (rated: string, severity: string) => `The score is ${rated}, the severity is ${severity}.`,
  take: (severity: string) => `Set severity to ${severity}`,
} as const;

/** A value as it is shown if it cannot be edited in a form of its own: texts as they are, the rest as JSON. */
export function plainText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

/** The JSON of a value, to be read; numbers keep their digits. */
export function jsonText(value: Json): string {
  return JSON.stringify(value, null, 2);
}
