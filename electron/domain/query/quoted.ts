/** A value as a query takes it: in quotation marks where it would be read as something else. */
export function quoted(value: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@/+-]*$/u.test(value)) return value;
  return `"${value.replace(/[\\"]/gu, '\\$&')}"`;
}
