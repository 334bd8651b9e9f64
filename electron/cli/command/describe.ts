import type { JsonObject } from '#contract/json.ts';
import type { UserRight } from '#contract/procedures/program/account.ts';
import { rightLabels, rightText } from '#domain/answers/rights.ts';
import { plain } from '../output/text.ts';

/** A user or an organization in a line; what these records hold is not fixed by the interface. */
export function describe(record: JsonObject): string {
  const parts = ['name', 'displayName', 'email', 'id', '_id', 'role', 'type'].flatMap((member) => {
    const value = Object.hasOwn(record, member) ? record[member] : undefined;
    return typeof value === 'string' && value !== '' ? [plain(value).slice(0, 120)] : [];
  });
  return parts.length === 0 ? '(the service gives no name)' : [...new Set(parts)].slice(0, 3).join(' · ');
}

/** Two lines about who is connected. */
export function caller(user: JsonObject, organization: JsonObject): string {
  return `User:         ${describe(user)}\nOrganization: ${describe(organization)}\n`;
}

/** Lines of what the service names of a user's rights, each with its head. */
export function rightLines(rights: readonly UserRight[]): string[] {
  return rights.map((right) => `${`${rightLabels[right.kind]}:`.padEnd(14)}${plain(rightText(right))}`);
}
