import type { Json } from '#contract/json.ts';
import { isExact } from '../base/json.ts';

/** Whether a value says something: not absent, null, or an empty text, list or object. */
export function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || isExact(value)) return true;
  return Object.keys(value).length > 0;
}
