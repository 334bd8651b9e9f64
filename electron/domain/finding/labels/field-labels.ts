import { editableFields, type EditableField } from '#contract/finding/finding.ts';

const labels: Readonly<Record<EditableField, string>> = {
  title: 'Title',
  asset: 'Assets',
  severity: 'Severity',
  description: 'Description',
  remediation: 'Remediation',
  observation: 'Observation',
  demonstration: 'Demonstration',
  references: 'References',
  requests: 'Requests',
  CVSS: 'CVSS',
  tags: 'Tags',
  cwe: 'CWE',
  owasp: 'OWASP',
  status: 'Status',
};

/** What a field is called on the page. */
export function labelOf(field: EditableField): string {
  return labels[field];
}

/** What any member of a record is called: a field by its label, another one by its own name. */
export function memberLabel(name: string): string {
  const field = editableFields.find((known) => known === name);
  return field === undefined ? name : labels[field];
}

/** The names of members in a sentence: "title, assets and CVSS". */
export function namesOf(members: readonly string[]): string {
  const names = members.map((member) => {
    const label = memberLabel(member);
    return label === member || /^[A-Z]{2}/.test(label) ? label : label.toLowerCase();
  });
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
