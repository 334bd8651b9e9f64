import type { JsonObject } from '#contract/json.ts';
import { memberOf } from '../finding/record.ts';
import { isLoopback } from './base-url.ts';

/** Whether the service is the sample that comes with the program: on this machine, and its organization says so. */
export function isSampleService(baseUrl: string, organization: JsonObject): boolean {
  const local = URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  return local && memberOf(organization, 'sample') === true;
}
