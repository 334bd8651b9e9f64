import { textFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isList, isObject } from '#domain/base/json.ts';
import type { ListedRow } from '#domain/answers/success.ts';
import { fromWireText, toWireText } from '#domain/text/references/wire-text.ts';

/** The texts of findings on their way out and in, under one profile. */
export interface WireTexts {
  /** The body of a creation or an update. */
  readonly sent: (body: JsonObject) => JsonObject;
  /** One text of its own. */
  readonly sentText: (text: string) => string;
  /** A record that was read; the same object if nothing in it stands for anything else. */
  readonly read: (record: JsonObject) => JsonObject;
  readonly readRow: (row: ListedRow) => ListedRow;
  /** An answer of the assistant, whatever its shape. */
  readonly answered: (body: Json) => Json;
}

/** Images and links to findings stand in texts as the profile says; what comes in is read in either form. */
export function createWireTexts({ textReferences, assistant }: ServiceProfile): WireTexts {
  const received = [...textFields, ...assistant.waitingDraft];
  const read = (record: JsonObject): JsonObject => withTexts(record, received, fromWireText);
  return {
    sent: (body) => withTexts(body, textFields, (text) => toWireText(text, textReferences)),
    sentText: (text) => toWireText(text, textReferences),
    read,
    readRow: (row) => (row.kind === 'record' ? { ...row, record: read(row.record) } : row),
    answered: inside,
  };
}

function withTexts(
  record: JsonObject,
  members: readonly string[],
  change: (text: string) => string,
): JsonObject {
  const changed = members.flatMap((member): [string, Json][] => {
    const text = Object.hasOwn(record, member) ? record[member] : undefined;
    if (typeof text !== 'string') return [];
    const next = change(text);
    return next === text ? [] : [[member, next]];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

function inside(value: Json): Json {
  if (typeof value === 'string') return fromWireText(value);
  if (isList(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, inside(each)]));
}
