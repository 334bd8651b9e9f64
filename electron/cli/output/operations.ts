import type { Json } from '#contract/json.ts';
import { isAssistant, type Operation, type OperationState } from '#contract/finding/operation.ts';
import { activityKindWords, doubtSentence, refusalSentence } from '#domain/account/activity-strings.ts';
import { stateLabel } from '#domain/finding/labels/value-labels.ts';
import { fit, plain } from './text.ts';
import type { Paint, AnsiStyle } from './text.ts';

const LONGEST_VALUE = 200;
const MAX_FINDINGS = 3;

const mayHaveArrived =
  'It was sent before without a clear answer, so it may have reached the service. Discarding changes nothing on the service; the next sync shows how it is there.';

/** An operation for a person: one line, then what went wrong or conflicts, indented. */
export function operationLines(operation: Operation, paint: Paint): string[] {
  const style = stateStyle(operation.state);
  const isHeld = operation.held === true && operation.state === 'queued';
  const label = isHeld ? 'held back' : stateLabel(operation.state);
  const state = style === undefined ? label : paint(style, label);
  const findings = operation.findings.slice(0, MAX_FINDINGS).map(plain).join(', ');
  const more = operation.findings.length - MAX_FINDINGS;
  const lines = [
    `${plain(operation.op)}  ${activityKindWords[operation.kind]}  ${state}  ${findings}${more > 0 ? ` and ${String(more)} more` : ''}`,
  ];
  if (operation.held === true) {
    lines.push(`  held back: it is not sent before dossier release ${plain(operation.findings[0] ?? '')}`);
  }
  if (operation.mayBeRefused !== undefined) lines.push(`  ${doubtSentence(operation.mayBeRefused)}`);
  if (operation.error !== null) {
    const { status, message } = operation.error;
    if (status === 403 || status === 404) {
      const { kind, findings, project } = operation;
      const subject = {
        kind,
        findings: findings.length,
        first: plain(findings[0] ?? ''),
        project: plain(project),
      };
      lines.push(`  ${refusalSentence(status, kind, subject)}`);
      if (findings.length === 1) lines.push(`  its text, to hand it over: dossier finding ${subject.first}`);
    }
    lines.push(`  ${status === null ? '' : `${String(status)}: `}${fit(plain(message), LONGEST_VALUE)}`);
  }
  if (operation.state === 'discarded' && operation.mayHaveArrived === true) lines.push(`  ${mayHaveArrived}`);
  if (operation.nextLookAt !== undefined) lines.push(`  checked again: ${plain(operation.nextLookAt)}`);
  if (operation.conflict !== null) {
    lines.push(`  ${conflictText(operation.conflict.reason)}`);
    for (const [field, sides] of Object.entries(operation.conflict.fields)) {
      lines.push(`  ${plain(field)}`);
      for (const side of ['base', 'mine', 'theirs'] as const) {
        if (side in sides) lines.push(`    ${side.padEnd(6)} ${shortValue(sides[side])}`);
      }
    }
    const mine = operation.conflict.reason === 'gone' ? ' (mine creates it again)' : '';
    lines.push(`  resolve it: dossier resolve ${plain(operation.op)} mine|theirs${mine}`);
  }
  if (operation.state === 'rejected' && isAssistant(operation.kind)) {
    lines.push(`  next: ask the assistant again, or dossier discard ${plain(operation.op)} --yes`);
  } else if (operation.state === 'rejected') {
    lines.push(
      `  next: dossier retry ${plain(operation.op)}, or dossier discard ${plain(operation.op)} --yes`,
    );
  }
  return lines;
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
