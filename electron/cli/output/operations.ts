import type { Json } from '#contract/json.ts';
import {
  isAssistant,
  type Conflict,
  type Operation,
  type OperationState,
} from '#contract/finding/operation.ts';
import { activityKindWords, doubtSentence, refusalSentence } from '#domain/account/activity-strings.ts';
import { memberLabel, namesOf } from '#domain/finding/labels/field-labels.ts';
import { stateLabel } from '#domain/finding/labels/value-labels.ts';
import type { Output } from './output.ts';
import { fit, plain } from './text.ts';
import type { AnsiStyle } from './text.ts';

const LONGEST_VALUE = 200;
/** So many findings of an operation are named. */
export const namedFindings = 3;

const mayHaveArrived =
  'It was sent before without a clear answer, so it may have reached the service. Discarding changes nothing on the service; the next sync shows how it is there.';

/** How operations are written for a person. */
export interface OperationStyle extends Pick<Output, 'paint' | 'moment'> {
  /** The id of a change and that of a finding, as short as they may be typed. */
  readonly change: (id: string) => string;
  readonly finding: (id: string) => string;
}

/** An operation for a person: what it is in a line, then its fields and what went wrong or conflicts, indented. */
export function operationLines(operation: Operation, style: OperationStyle): string[] {
  const op = plain(style.change(operation.op));
  const first = plain(style.finding(operation.findings[0] ?? ''));
  const lines = [headLine(operation, op, style), placeLine(operation, style)];
  if (operation.held === true) lines.push(`  held back: it is not sent before dossier release ${first}`);
  if (operation.mayBeRefused !== undefined) lines.push(`  ${doubtSentence(operation.mayBeRefused)}`);
  if (operation.error !== null) lines.push(...errorLines(operation, operation.error, first));
  if (operation.state === 'discarded' && operation.mayHaveArrived === true) lines.push(`  ${mayHaveArrived}`);
  if (operation.nextLookAt !== undefined)
    lines.push(`  checked again: ${style.moment(operation.nextLookAt)}`);
  if (operation.conflict !== null) lines.push(...conflictLines(operation.conflict, op));
  if (operation.state === 'rejected' && isAssistant(operation.kind)) {
    lines.push(`  next: ask the assistant again, or dossier discard ${op} --yes`);
  } else if (operation.state === 'rejected') {
    lines.push(`  next: dossier retry ${op}, or dossier discard ${op} --yes`);
  }
  return lines;
}

function headLine(
  { kind, state, held, title, findings }: Operation,
  op: string,
  { paint }: OperationStyle,
): string {
  const label = held === true && state === 'queued' ? 'Held back' : stateLabel(state);
  const colour = stateStyle(state);
  const more = findings.length > 1 ? ` and ${String(findings.length - 1)} more` : '';
  const name = title === '' ? '(untitled)' : fit(plain(title), LONGEST_VALUE);
  return `${op}  ${activityKindWords[kind]}  ${colour === undefined ? label : paint(colour, label)}  ${name}${more}`;
}

/** Which findings it is about, and which of their fields. */
function placeLine({ kind, findings, fields }: Operation, { finding }: OperationStyle): string {
  const named = findings.slice(0, namedFindings).map((id) => plain(finding(id)));
  const more = findings.length > namedFindings ? ` and ${String(findings.length - namedFindings)} more` : '';
  const what = kind === 'create' || fields.length === 0 ? '' : `: ${namesOf(fields)}`;
  return `  finding${findings.length === 1 ? '' : 's'} ${named.join(', ')}${more}${what}`;
}

function errorLines(
  { kind, findings, project }: Operation,
  { status, message }: NonNullable<Operation['error']>,
  first: string,
): string[] {
  const said = `  ${status === null ? '' : `${String(status)}: `}${fit(plain(message), LONGEST_VALUE)}`;
  if (status !== 403 && status !== 404) return [said];
  const subject = { kind, findings: findings.length, first, project: plain(project) };
  return [
    `  ${refusalSentence(status, kind, subject)}`,
    ...(findings.length === 1 ? [`  its text, to hand it over: dossier finding ${first}`] : []),
    said,
  ];
}

const sideLabels = { base: 'Original', mine: 'Yours', theirs: 'Theirs' } as const;

function conflictLines({ reason, fields }: Conflict, op: string): string[] {
  const again = reason === 'gone' ? ' (yours creates it again)' : '';
  return [
    `  ${conflictText(reason)}`,
    ...Object.entries(fields).flatMap(([field, sides]) => [
      `  ${plain(memberLabel(field))}`,
      ...(['base', 'mine', 'theirs'] as const)
        .filter((side) => side in sides)
        .map((side) => `    ${sideLabels[side].padEnd(8)} ${shortValue(sides[side])}`),
    ]),
    `  resolve it: dossier resolve ${op} yours|theirs${again}`,
  ];
}

function conflictText(reason: NonNullable<Operation['conflict']>['reason']): string {
  switch (reason) {
    case 'fields':
      return 'you and someone else edited the same field';
    case 'gone':
      return 'edited here; deleted on the service or no longer visible to you';
    case 'outdated':
      return 'the finding changed on the service after your decision';
    case 'empty-asset':
      return 'together, both changes remove every asset';
  }
}

function stateStyle(state: OperationState): AnsiStyle | undefined {
  switch (state) {
    case 'conflict':
    case 'rejected':
      return 'red';
    case 'unknown':
      return 'yellow';
    case 'done':
      return 'green';
    case 'queued':
    case 'sending':
      return 'cyan';
    case 'blocked':
    case 'discarded':
      return 'dim';
  }
}

function shortValue(value: Json | undefined): string {
  if (value === undefined) return '(nothing)';
  return fit(plain(typeof value === 'string' ? value : JSON.stringify(value)), LONGEST_VALUE);
}
