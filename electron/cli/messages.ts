import type { CheckCode, CheckMessage } from '#contract/preflight.ts';
import type { Output } from './output.ts';
import { fit, plain } from './text.ts';

/** What each kind of message is about. */
const titles: Readonly<Record<CheckCode, string>> = {
  placeholder: 'Notes and places of a template that are not filled in',
  'invalid-cvss': 'CVSS that cannot be computed',
  conflict: 'Open conflicts',
  'unreviewed-candidate': 'Candidates that nobody has reviewed',
  'private-draft': 'Private drafts',
  'other-client': "Another client's names and hosts",
  secret: 'Secrets in texts',
  'empty-section': 'Empty sections',
  'missing-remediation': 'No remediation',
  'cvss-severity': 'Severity and CVSS differ',
  'dead-image': 'Images that cannot be printed',
  'unsynced-edit': 'Changes that are not at the service',
  'secret-in-request': 'Secrets in requests',
  'missing-glyph': 'Characters that no font has',
};

/** `3 errors`, `1 error`, `no errors`. */
export function counted(count: number, one: string): string {
  return `${count === 0 ? 'no' : String(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** How much a check found, as part of a sentence. */
export function checkLine(messages: readonly CheckMessage[]): string {
  const errors = messages.filter(({ level }) => level === 'error').length;
  return `the check finds ${counted(errors, 'error')} and ${counted(messages.length - errors, 'warning')}`;
}

/**
 * The messages by kind, errors first, each with the finding that it is about; every line ends with a line break.
 *
 * @param findings of the engagement, for their titles
 */
export function checkLines(
  messages: readonly CheckMessage[],
  findings: readonly { readonly id: string; readonly title: string }[],
  { paint, width }: Pick<Output, 'paint' | 'width'>,
): readonly string[] {
  const titleOf = new Map(findings.map(({ id, title }) => [id, title]));
  const kinds = [...new Set(messages.map(({ code }) => code))];
  return kinds.flatMap((kind) => {
    const found = messages.filter(({ code }) => code === kind);
    const level = found[0]?.level ?? 'warning';
    const mark = paint(level === 'error' ? 'red' : 'yellow', level);
    const widest = Math.max(...found.map(({ finding }) => (finding ?? '').length));
    return [
      `${mark}  ${paint('bold', titles[kind])} (${String(found.length)})\n`,
      ...found.map(({ finding, message }) => {
        const title = titleOf.get(finding ?? '');
        const about = title === undefined ? '' : ` (${title})`;
        const line = plain(`  ${(finding ?? '').padEnd(widest)}  ${message}${about}`);
        return `${width === undefined ? line : fit(line, width)}\n`;
      }),
    ];
  });
}
