import { afterEach } from 'vitest';
import { startSampleService, type SampleOptions, type SampleService } from '#sample/http/server.ts';

const running: SampleService[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

/** Starts a service that is closed after the test. */
export async function start(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService(options);
  running.push(service);
  return service;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, undefined if it is none. */
  readonly json: unknown;
}

/** Sends one request as a person of the sample service, with a JSON body if one is given. */
export async function call(
  service: SampleService,
  login: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return raw(
    service,
    service.tokens[login] ?? '',
    method,
    path,
    body === undefined ? undefined : JSON.stringify(body),
  );
}

/** The same with any token and any body text. */
export async function raw(
  service: SampleService,
  token: string,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  contentType = 'application/json',
): Promise<Reply> {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { 'X-SERVICE-TOKEN': token, ...(body === undefined ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(5_000),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

/** The ids in a list answer; throws if it is not an array of objects with text ids. */
export function idsOf(reply: Reply): string[] {
  if (!Array.isArray(reply.json)) throw new Error(`Not a list: ${reply.text.slice(0, 200)}`);
  return reply.json.map((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string') {
      return entry.id;
    }
    throw new Error('An entry of the list has no id.');
  });
}

/** A provider's project, a project that the linked client runs, and one of an organization apart. */
export const PORTAL = 'fjm-portal-2026';
export const CLOUD = 'fjm-cloud-2026';
export const FOREIGN = 'cgi-claims-2026';

/** A service with these findings in the portal project: two open, a draft, a public and a private candidate. */
export function startSmall(options: SampleOptions = {}): Promise<SampleService> {
  const body = { asset: ['a.example'], severity: 'low', description: 'As seen.' };
  return start({
    engagement: false,
    seeds: [
      {
        project: PORTAL,
        findings: [
          { id: 'open-1', body: { ...body, title: 'First', status: 'open' } },
          { id: 'open-2', body: { ...body, title: 'Second', status: 'open' } },
          { id: 'draft', body: { ...body, title: 'Unfinished', status: 'draft' } },
          { id: 'public', body: { ...body, title: 'Proposed', status: 'draft' }, candidate: 'public' },
          { id: 'private', body: { ...body, title: 'Kept back', status: 'draft' }, candidate: 'private' },
        ],
      },
      { project: CLOUD, findings: [{ id: 'cloud-1', body: { ...body, title: 'Bucket', status: 'open' } }] },
      {
        project: FOREIGN,
        findings: [{ id: 'foreign-1', body: { ...body, title: 'Not ours', status: 'open' } }],
      },
    ],
    ...options,
  });
}
