import type { ComparedField } from '#contract/procedures/deliverables/editions.ts';
import type { Json } from '#contract/json.ts';
import { comparableText } from '#domain/finding/differences.ts';
import { isList, isObject } from '#domain/base/json.ts';
import { memberLabel } from '#domain/finding/labels/field-labels.ts';

/** What a field of a comparison is called. */
export function comparedLabel(field: ComparedField['field']): string {
  switch (field) {
    case 'evidence':
      return 'Images';
    case 'verdict':
      return 'Verdict';
    case 'retest':
      return 'Retest';
    default:
      return memberLabel(field);
  }
}

/** A value of a comparison as a text. Images are told by their captions and the beginning of their hash. */
export function comparedText(field: ComparedField['field'], value: Json): string {
  if (field !== 'evidence' || !isList(value)) return comparableText(value, field);
  return value.map(imageText).join('\n');
}

function imageText(image: Json): string {
  if (!isObject(image)) return comparableText(image, 'evidence');
  const { caption, sha256 } = image;
  const named = typeof caption === 'string' && caption !== '' ? caption : 'Without a caption';
  return typeof sha256 === 'string' ? `${named} (${sha256.slice(0, 8)})` : named;
}
