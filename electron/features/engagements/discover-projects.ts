import type { ServiceProject, ServiceProjects } from '#contract/procedures/engagements.ts';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { clientOf, projectsIn, type NamedProject } from '#domain/answers/named-reads.ts';
import { isList, isObject } from '#domain/base/json.ts';
import { memberOf, projectOf } from '#domain/finding/record.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { callFor, type OnlineContext } from '#engine/context.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { readNamedList } from './named-reads.ts';

/** More pages take too long for a form that waits for them. */
const maxPages = 20;

/** How long (ms) the form waits for the end of a pause that the service asked for. */
const pauseLimitMs = 5_000;

/** Findings that were listed: the project and the client that each names. */
type Listed = ReadonlyMap<string, { readonly project: string | null; readonly client: string | null }>;

/**
 * Lists findings without naming a project, and counts them by the project that each names. If the profile names a read of
 * projects, those without findings are there too. Stores none of them.
 *
 * @throws DossierError `foreign-token`, or the failure of the first page if no read of projects gave any
 */
export async function discoverProjects(ctx: OnlineContext): Promise<ServiceProjects> {
  const paused = await checkOwner(ctx);
  if (paused !== null) throw DossierError.of(toFailure(paused));
  const clients = clientNames(ctx.db);
  const { reads } = ctx.profile;
  const named =
    reads.projects === null
      ? null
      : await readNamedList(ctx, reads.projects, null, (body) => projectsIn(body, reads, clients));
  const { listed, complete, failure } = await listFindings(ctx, clients);
  const found = named?.rows ?? [];
  if (failure !== null && found.length === 0) throw DossierError.of(toFailure(failure));
  return {
    projects: merged(found, listed),
    complete: complete && (named === null || named.complete || named.problem !== null),
    problem: named?.problem ?? null,
  };
}

async function listFindings(ctx: OnlineContext, clients: ReadonlyMap<string, string>) {
  const listed = new Map<string, { project: string | null; client: string | null }>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { pageSize, reads } = ctx.profile;
    const call = { ...callFor(ctx, 'person'), maxWaitMs: pauseLimitMs };
    const read = await ctx.client.listPage(call, { project: null, page, pageSize });
    if (read.kind === 'failed') return { listed, complete: false, failure: page === 1 ? read.failure : null };
    const known = listed.size;
    for (const row of read.value) {
      if (row.kind !== 'record') continue;
      const project = projectOf(row.record, ctx.profile);
      listed.set(row.id, { project, client: clientOf(row.record, reads, clients) });
    }
    // Also if the service answers the same page again and again.
    if (listed.size === known) return { listed, complete: true, failure: null };
  }
  return { listed, complete: false, failure: null };
}

/** Names of the clients that the organization is linked to, by their ID. */
function clientNames(db: ReadableDb): ReadonlyMap<string, string> {
  const connection = readConnection(db);
  const values = connection === null ? [] : Object.values(parseObject(connection.organizationJson));
  return new Map(values.flatMap((value: Json) => (isList(value) ? value.flatMap(idAndName) : [])));
}

function idAndName(entry: Json): [string, string][] {
  if (!isObject(entry)) return [];
  const [id, name] = [memberOf(entry, 'id'), memberOf(entry, 'name')];
  return typeof id === 'string' && typeof name === 'string' ? [[id, name]] : [];
}

/** Whether an engagement can have this ID. */
function isNameable(id: string): boolean {
  return id.length <= 1_000 && id.isWellFormed();
}

function merged(named: readonly NamedProject[], listed: Listed): readonly ServiceProject[] {
  const projects = new Map<string, ServiceProject>();
  for (const one of named) {
    if (isNameable(one.project)) projects.set(one.project, { ...one, findings: 0 });
  }
  for (const { project, client } of listed.values()) {
    if (project === null || !isNameable(project)) continue;
    const known = projects.get(project) ?? { project, name: null, client: null, findings: 0 };
    projects.set(project, { ...known, client: known.client ?? client, findings: known.findings + 1 });
  }
  return [...projects.values()].sort((one, other) => (one.project < other.project ? -1 : 1));
}
