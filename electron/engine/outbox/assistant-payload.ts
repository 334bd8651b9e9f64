import { mergePayloadSchema } from '#contract/finding/operation.ts';
import { parseObject } from '../record/merge-base.ts';

/** The other findings of a merge, by the service's identifiers. */
export function othersIn(payloadJson: string): readonly string[] {
  const payload = mergePayloadSchema.safeParse(parseObject(payloadJson));
  return payload.success ? payload.data.others : [];
}
