import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { EditableField, FindingOrigin } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isList, isObject } from '../base/json.ts';
import { memberOf } from '../finding/record.ts';
import { namesOf } from '../finding/labels/field-labels.ts';
import { valueLabel } from '../finding/labels/value-labels.ts';

/** Names tool, rule and file of an import: `nessus, rule 12345, file scan.nessus`. */
export function originText({ tool, rule, file }: Pick<FindingOrigin, 'tool' | 'rule' | 'file'>): string {
  return `${tool}, rule ${rule}, file ${file}`;
}

/** What happened in one sentence, and who did it. */
export interface HistorySentence {
  readonly who: 'here' | 'service' | 'sync';
  readonly says: string;
}

/** What became of one member; a side is undefined if there was none. */
export interface MemberChange {
  readonly name: string;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/**
 * One entry of a finding's history for a person. An entry that this program does not know yet shows its name.
 * @param earlier all entries before it, the oldest first
 */
export function tell(entry: HistoryEntry, earlier: readonly HistoryEntry[]): HistorySentence {
  const detail = entry.detail ?? {};
  const fields = fieldNames(detail);
  switch (entry.what) {
    case 'seen':
      return { who: 'sync', says: 'Fetched for the first time' };
    case 'created-here':
      return { who: 'here', says: 'Created' };
    case 'imported':
      return {
        who: 'here',
        says: `Imported from ${originText({ tool: textIn(detail, 'tool'), rule: textIn(detail, 'rule'), file: textIn(detail, 'file') })}`,
      };
    case 'created-again':
      return { who: 'here', says: `Created again, instead of ${textIn(detail, 'of')}` };
    case 'edited':
      return { who: 'here', says: `Edited ${fields}` };
    case 'changed':
      return isOwn(entry, earlier)
        ? { who: 'sync', says: `Verified ${namesOf(changedFields(entry))}` }
        : { who: 'service', says: `Changed on the service: ${fields}` };
    case 'status-asked':
      return { who: 'here', says: `Status set to ${valueLabel(textIn(detail, 'status'))}` };
    case 'review-asked':
      return { who: 'here', says: `Decided in review: ${reviewed(textIn(detail, 'decision'))}` };
    case 'delete-asked':
      return { who: 'here', says: 'Deletion requested' };
    case 'sent':
      return { who: 'sync', says: fields === '' ? 'Sent' : `Sent ${fields}` };
    case 'confirmed':
      return {
        who: 'sync',
        says: fields === '' ? 'Verified' : `Verified ${fields}`,
      };
    case 'created':
      return { who: 'sync', says: 'Created on the service' };
    case 'altered':
      return { who: 'service', says: `Came back other than it was sent: ${fields}` };
    case 'agreed':
      return { who: 'sync', says: 'The service has it already; nothing was sent' };
    case 'merged':
      return { who: 'sync', says: `Merged with changes of others: ${fields}` };
    case 'conflict':
      return { who: 'sync', says: fields === '' ? 'Conflict' : `Conflict: ${fields}` };
    case 'resolved':
      return { who: 'here', says: `Conflict decided: ${decisionWords(textIn(detail, 'choice'))}` };
    case 'reopened':
      return { who: 'here', says: 'Resolution undone; the conflict is open again' };
    case 'rejected':
      return { who: 'service', says: `Refused by the service: ${textIn(detail, 'message')}` };
    case 'refused':
      return { who: 'service', says: 'Refused for now; it will be tried again' };
    case 'not-sent':
      return { who: 'sync', says: 'Not sent; it will be tried again' };
    case 'unknown':
      return { who: 'sync', says: 'Sent; delivery not confirmed yet' };
    case 'not-landed':
      return { who: 'sync', says: 'It did not arrive; it will be sent again' };
    case 'retried':
      return { who: 'here', says: 'Tried again' };
    case 'corrected':
      return { who: 'here', says: 'Fixed; pending again' };
    case 'discarded':
      return {
        who: 'here',
        says: `Change discarded${fields === '' ? '' : `: ${fields}`}${memberOf(detail, 'mayHaveArrived') === true ? '. It may have reached the service before' : ''}`,
      };
    case 'restored':
      return { who: 'here', says: 'Discarded change restored' };
    case 'adopted':
      return { who: 'here', says: 'Matched with a finding on the service' };
    case 'taken-back':
      return { who: 'here', says: 'Undone before it was sent' };
    case 'superseded':
      return memberOf(detail, 'by') === 'deletion'
        ? { who: 'here', says: `Discarded with the deletion${fields === '' ? '' : `: ${fields}`}` }
        : { who: 'sync', says: 'Replaced by a later decision' };
    case 'reviewed':
      return {
        who: 'sync',
        says: `Decision confirmed by the service: ${reviewed(textIn(detail, 'decision'))}`,
      };
    case 'evidence-added':
      return { who: 'here', says: `Image added: ${textIn(detail, 'name')}` };
    case 'evidence-changed':
      return { who: 'here', says: 'Image cropped or redacted' };
    case 'evidence-annotated':
      return {
        who: 'here',
        says: memberOf(detail, 'annotations') === 0 ? 'Annotations removed' : 'Image annotated',
      };
    case 'evidence-renamed':
      return {
        who: 'here',
        says: `Image renamed: ${textIn(detail, 'before')} is now ${textIn(detail, 'name')}`,
      };
    case 'evidence-removed':
      return { who: 'here', says: `Image removed: ${textIn(detail, 'name')}` };
    case 'verdict':
      return { who: 'here', says: verdictWords(detail) };
    case 'assistant-asked':
      return { who: 'here', says: 'Question to the assistant prepared; it needs your confirmation' };
    case 'assistant-confirmed':
      return { who: 'here', says: 'Question to the assistant confirmed' };
    case 'assistant-waits':
      return { who: 'sync', says: 'The assistant was not asked; it needs your confirmation again' };
    case 'assistant-wrote':
      return { who: 'service', says: 'The assistant wrote a draft' };
    case 'assistant-dropped':
      return { who: 'here', says: 'Assistant draft discarded' };
    case 'assistant-accepted':
      return {
        who: 'here',
        says: fields === '' ? 'Accepted from the assistant' : `Accepted from the assistant: ${fields}`,
      };
    case 'assistant-applied':
      return { who: 'sync', says: 'The accepted draft is the demonstration now' };
    case 'deleted':
      return { who: 'sync', says: 'Deleted on the service' };
    case 'was-gone':
      return { who: 'sync', says: 'No longer on the service; nothing was sent' };
    case 'gone':
      return { who: 'service', says: 'Deleted on the service' };
    case 'returned':
      return { who: 'service', says: 'Reappeared on the service' };
    default:
      return { who: 'sync', says: entry.what };
  }
}

/** What an entry changed, member by member, if it says so. */
export function changesIn(entry: HistoryEntry): readonly MemberChange[] {
  const fields = memberOf(entry.detail ?? {}, 'fields');
  if (!isObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, sides]): MemberChange[] => {
    if (entry.what === 'created-here' || entry.what === 'created-again')
      return [{ name, was: undefined, now: sides }];
    if (entry.what === 'discarded' || entry.what === 'superseded') {
      return [{ name, was: sides, now: undefined }];
    }
    if (!isObject(sides)) return [];
    if (entry.what === 'merged') {
      return [{ name, was: memberOf(sides, 'mine'), now: memberOf(sides, 'merged') }];
    }
    if (entry.what === 'altered') {
      return [{ name, was: memberOf(sides, 'sent'), now: memberOf(sides, 'now') }];
    }
    if (!['edited', 'changed', 'status-asked', 'resolved', 'reopened', 'verdict'].includes(entry.what))
      return [];
    const [was, now] = [memberOf(sides, 'was'), memberOf(sides, 'now')];
    // Who decides a conflict for their own value changes nothing of what is shown here.
    const same = was !== undefined && now !== undefined && equalJson(was, now);
    return same ? [] : [{ name, was, now }];
  });
}

/**
 * Whether a change at the service is the user's own change that came back. In each field it must be the last
 * value that they wrote, sent since, with no later write.
 */
function isOwn(entry: HistoryEntry, earlier: readonly HistoryEntry[]): boolean {
  const fields = changedFields(entry);
  return (
    fields.length > 0 &&
    fields.every((name) => {
      const at = earlier.findLastIndex((one) => turning.has(one.what) && changeOf(one, name) !== undefined);
      const last = earlier[at];
      if (last === undefined || last.what === 'changed' || !isOut(last, earlier.slice(at + 1))) return false;
      const [wrote, has] = [changeOf(last, name)?.now, changeOf(entry, name)?.now];
      return wrote === undefined || has === undefined ? wrote === has : equalJson(wrote, has);
    })
  );
}

/** Whether a change of the person's was sent and, as far as anybody knows, was not turned away. */
function isOut({ op }: HistoryEntry, later: readonly HistoryEntry[]): boolean {
  const end = later.findLast((one) => one.op === op && (one.what === 'sent' || turnedAway.has(one.what)));
  return end?.what === 'sent';
}

/** What says that nothing came of a send. */
const turnedAway: ReadonlySet<string> = new Set(['rejected', 'refused', 'not-sent', 'not-landed']);

/** What gives a field another value. */
const turning: ReadonlySet<string> = new Set(['edited', 'status-asked', 'resolved', 'changed']);

function changedFields(entry: HistoryEntry): readonly string[] {
  return changesIn(entry).flatMap(({ name }) => (fieldNamed(name) === undefined ? [] : [name]));
}

function changeOf(entry: HistoryEntry, name: string): MemberChange | undefined {
  return changesIn(entry).find((change) => change.name === name);
}

/** The field of the interface that a member is; undefined for one that is kept but never edited. */
export function fieldNamed(name: string): EditableField | undefined {
  return editableFields.find((field) => field === name);
}

/** What became of a verdict: its round, and what it is now. */
function verdictWords(detail: JsonObject): string {
  const round = textIn(detail, 'round');
  if (memberOf(detail, 'gone') === true) return `${round}: removed, and its verdict with it`;
  const undone = memberOf(detail, 'undone') === true ? ' (undone)' : '';
  const fields = memberOf(detail, 'fields');
  const verdict = isObject(fields) ? memberOf(fields, 'verdict') : undefined;
  if (!isObject(verdict)) return `${round}: words of the verdict changed${undone}`;
  const now = textIn(verdict, 'now');
  return `${round}: ${now === '' ? 'verdict cleared' : `verdict “${valueLabel(now)}”`}${undone}`;
}

function reviewed(decision: string): string {
  return decision === 'accept' ? 'accepted' : decision === 'reject' ? 'rejected' : decision;
}

function decisionWords(choice: string): string {
  if (choice === 'mine') return 'kept yours';
  return choice === 'theirs' ? 'kept theirs' : choice === 'set' ? 'by hand' : choice;
}

function fieldNames(detail: JsonObject): string {
  const fields = memberOf(detail, 'fields');
  const names = isObject(fields) ? Object.keys(fields) : isList(fields) ? fields.map(String) : [];
  return namesOf(names);
}

function textIn(detail: JsonObject, name: string): string {
  const value = memberOf(detail, name);
  return typeof value === 'string' ? value : '';
}
