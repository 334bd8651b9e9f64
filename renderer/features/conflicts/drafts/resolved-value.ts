import type { Json } from '#contract/json.ts';
import { equalJson, isList } from '#domain/base/json.ts';
import { keptIn, openQuestions, textOf, type FieldAnswer } from './conflict-draft.ts';

/** What a decided answer is sent as; null if something is still open. `leave`: as the service has it. */
export type ResolvedValue = { readonly kind: 'set'; readonly value: Json } | { readonly kind: 'leave' };

/** What an answer makes of its field; null while it is not decided. */
export function resolvedValueOf(answer: FieldAnswer): ResolvedValue | null {
  if (openQuestions(answer).length > 0) return null;
  const { theirs } = answer.part;
  const value = valueOf(answer);
  const asThere =
    value === undefined || equalJson(value, theirs) || (theirs === undefined && isNothing(value));
  return asThere ? { kind: 'leave' } : { kind: 'set', value };
}

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (isList(value) && value.length === 0);

/** Undefined: as the service has it. */
function valueOf(answer: FieldAnswer): Json | undefined {
  switch (answer.kind) {
    case 'text':
      return textOf(answer);
    case 'set':
      return keptIn(answer);
    case 'value':
      switch (answer.choice) {
        case 'was':
          return answer.part.base;
        case 'mine':
          return answer.part.mine ?? null;
        case 'own':
          return answer.own;
        case 'theirs':
        case null:
          return undefined;
      }
  }
}

/** What settles all fields of a conflict, as `queue.resolve` takes it; null while something is open. */
export function choiceOf(
  answers: readonly FieldAnswer[],
): { readonly set: Readonly<Record<string, Json>>; readonly leave: string[] } | null {
  const decided = answers.map((answer) => [answer.part.field, resolvedValueOf(answer)] as const);
  if (decided.some(([, one]) => one === null)) return null;
  return {
    set: Object.fromEntries(
      decided.flatMap(([field, one]) => (one?.kind === 'set' ? [[field, one.value]] : [])),
    ),
    leave: decided.flatMap(([field, one]) => (one?.kind === 'leave' ? [field] : [])),
  };
}
