import type { OperationKind } from '#contract/finding/operation.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isList, isObject, stringify } from '../base/json.ts';

type Shape = ServiceProfile['assistant'];

/** A draft as the service gave it: a text if one was found, else the whole answer as JSON. */
export type AssistantAnswer =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'json'; readonly text: string };

/** Reads the answer to a generation (its body is not shown): a bare text, or the first text under a known member. */
export function readDraft(body: Json | undefined, assistant: Shape): AssistantAnswer {
  if (typeof body === 'string') return { kind: 'text', text: body };
  for (const part of partsOf(body)) {
    for (const member of assistant.draft) {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      if (typeof value === 'string' && value.trim() !== '') return { kind: 'text', text: value };
    }
  }
  return { kind: 'json', text: body === undefined ? '' : stringify(body) };
}

/** A proposed merge, field by field, or the whole answer as JSON if no fields were found. */
export type Proposal =
  | {
      readonly kind: 'fields';
      readonly fields: JsonObject;
      /** Which findings a field comes from, if the service says so. */
      readonly sources: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly kind: 'json'; readonly text: string };

/**
 * Reads the answer to a proposed merge (its body is not shown): the fields under a known member, else the answer
 * itself if it has a title.
 */
export function readProposal(body: Json | undefined, assistant: Shape): Proposal {
  const fields = objectUnder(body, assistant.proposal) ?? (isObject(body) && 'title' in body ? body : null);
  if (fields === null) return { kind: 'json', text: body === undefined ? '' : stringify(body) };
  const given = objectUnder(body, assistant.sources) ?? {};
  const sources = Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) => {
      const ids = (isList(value) ? value : [value]).filter((id) => typeof id === 'string');
      return ids.length === 0 ? [] : [[field, ids] as const];
    }),
  );
  const own = new Set(fields === body ? [...assistant.sources, ...assistant.credits] : []);
  return {
    kind: 'fields',
    fields: Object.fromEntries(Object.entries(fields).filter(([member]) => !own.has(member))),
    sources,
  };
}

/**
 * Reads the credits that an answer consumed: the number under the first member of the profile that has one, or null.
 * What a proposed merge says of a finding is never taken for it.
 */
export function readCredits(body: Json | undefined, kind: OperationKind, assistant: Shape): number | null {
  const proposed = kind === 'ai-merge' ? objectUnder(body, assistant.proposal) : null;
  const parts = partsOf(body).filter((part) => part !== proposed);
  for (const member of assistant.credits) {
    for (const part of parts) {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      if (typeof value === 'number' && value >= 0) return value;
    }
  }
  return null;
}

function objectUnder(body: Json | undefined, members: readonly string[]): JsonObject | null {
  for (const part of partsOf(body)) {
    for (const member of members) {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      if (isObject(value)) return value;
    }
  }
  return null;
}

/** The answer and the objects that it holds: there is no universal wrapper, and there may be one. */
function partsOf(body: Json | undefined): readonly JsonObject[] {
  return isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
}
