import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Clock, Ids, Log, Random } from '#contract/ports.ts';
import type { SyncSummary } from '#contract/procedures.ts';
import { defaultProfile, serviceProfileSchema, type ServiceProfile } from '#contract/profile.ts';
import { parseQuery } from '#core/query/parse.ts';
import { stringify } from '#core/json.ts';
import { forgetToken, readConnection, writeConnection, type ConnectionRow } from '#db/connections.ts';
import { addEngagement, listEngagements, readEngagement, type EngagementRow } from '#db/engagements.ts';
import { listRows } from '#db/lists.ts';
import { openStore } from '#db/open.ts';
import { openOperations } from '#db/operations.ts';
import { transaction } from '#db/transaction.ts';
import type { WritableDb } from '#db/types.ts';
import { storeKey } from '#db/vault.ts';
import { parseBaseUrl } from '#remote/baseurl.ts';
import { createServiceClient } from '#remote/client.ts';
import { createLimiter, type Limiter } from '#remote/limiter.ts';
import { readProfile } from '#remote/profile.ts';
import type { Transport } from '#remote/transport.ts';
import { readCaller } from '#services/connection/connect.ts';
import { nowIso, type Online, type Workplace } from '#services/context.ts';
import { createFindings, editFinding, noEngagement } from '#services/findings/edit.ts';
import { findingHistory, readFinding } from '#services/findings/read.ts';
import { indexDueText } from '#services/lists/fulltext.ts';
import { queryError, queryFindings } from '#services/lists/search.ts';
import { discardOperation, resolveConflict, retryOperation } from '#services/queue/decide.ts';
import { operationView, queueView } from '#services/queue/view.ts';
import { exportReport, type Render, type WriteWhole } from '#services/reports/export.ts';
import { RequestOrder } from '#services/sync/order.ts';
import { recoverInterrupted } from '#services/sync/recover.ts';
import { assertSomethingToDo, runSync } from '#services/sync/run.ts';
import type { CallContext, Handlers } from './dispatch.ts';
import { readCurrentStore, writeCurrentStore } from './pointer.ts';

/** Everything that the services cannot make themselves. */
export interface HostParts {
  /** Absolute path of the home; it exists. */
  readonly home: string;
  /** 32 bytes from the vault; every store's key is derived from it. */
  readonly dataKey: Uint8Array;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Log;
  readonly createTransport: (baseUrl: string) => Transport;
  readonly render: Render;
  readonly writeWhole: WriteWhole;
}

/** The store of one service address and user (promise 9), with what the services need beside it. */
interface OpenDesk {
  readonly place: Workplace;
  readonly connection: ConnectionRow;
  readonly limiter: Limiter;
}

const requestsAtOnce = 6;
const textBatch = 50;

/** Builds the services over the store that is current in this home. @throws DossierError as `openStore` */
export function composeHost(parts: HostParts): { handlers: Handlers; close: () => void } {
  const { home, dataKey, clock, ids, random, log } = parts;
  const order = new RequestOrder();
  const limiters = new Map<string, Limiter>();
  let store: { readonly id: string; readonly db: WritableDb } | null = null;
  // One sync at a time: two sweeps of one engagement would each see the other's half.
  let running: Promise<unknown> = Promise.resolve();

  const current = readCurrentStore(home);
  if (current !== null) store = openNamed(current);
  const opened = optionalDesk();
  if (opened !== null) recoverInterrupted(opened.place);

  function openNamed(id: string): { id: string; db: WritableDb } {
    const folder = join(home, 'stores', id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { id, db: openStore({ path: join(folder, 'store.db'), key: storeKey(dataKey, id) }) };
  }

  /** The name of a store tells neither address nor user. */
  function storeIdOf(baseUrl: string, userId: string): string {
    const name = JSON.stringify(['store', baseUrl, userId]);
    return createHmac('sha256', dataKey).update(name).digest('hex').slice(0, 32);
  }

  function optionalDesk(): OpenDesk | null {
    if (store === null) return null;
    const { db } = store;
    const connection = readConnection(db);
    if (connection === null) return null;
    const profile = storedProfile(connection);
    const place: Workplace = { db, clock, ids, random, log, order, profile };
    return { place, connection, limiter: limiterFor(connection.baseUrl) };
  }

  function desk(): OpenDesk {
    const open = optionalDesk();
    if (open !== null) return open;
    throw new DossierError(
      'not-connected',
      'This home is not connected to a service yet. Run "dossier connect --base-url URL" first.',
    );
  }

  function limiterFor(baseUrl: string): Limiter {
    const known = limiters.get(baseUrl) ?? createLimiter({ clock, maxInFlight: requestsAtOnce });
    limiters.set(baseUrl, known);
    return known;
  }

  async function online<T>(context: CallContext, work: (online: Online) => Promise<T>): Promise<T> {
    const { place, connection, limiter } = desk();
    const token = context.token ?? connection.token;
    if (token === null) throw noToken();
    const { baseUrl } = connection;
    const transport = parts.createTransport(baseUrl);
    try {
      const client = createServiceClient({ transport, baseUrl, profile: place.profile, limiter, clock });
      return await work({
        ...place,
        client,
        token,
        signal: context.signal,
        progress: (event) => {
          context.progress(event);
        },
      });
    } finally {
      await transport.close();
    }
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = running.then(work, work);
    running = turn.catch(() => undefined);
    return turn;
  }

  /** The full text follows behind the sync, in batches small enough that readers do not notice. */
  async function catchUp(place: Workplace, context: CallContext): Promise<void> {
    for (let done = 0; !context.signal.aborted; done += textBatch) {
      if (indexDueText(place.db, textBatch) < textBatch) return;
      context.progress({ kind: 'sync', project: '', phase: 'index', done, total: null });
      await clock.sleep(0, context.signal);
    }
  }

  const handlers: Handlers = {
    'connection.connect': async (input, context) => {
      const address = parseBaseUrl(input.baseUrl);
      if (address.kind === 'invalid') throw new DossierError('usage', address.message);
      const { baseUrl } = address;
      const token = context.token;
      if (token === null) throw noToken();
      const before = optionalDesk();
      const stored = before?.connection.baseUrl === baseUrl ? before.place.profile : undefined;
      const reading = readProfile(input.profile, stored);
      if (reading.kind === 'invalid') throw new DossierError('invalid', reading.message);
      const { profile } = reading;
      const transport = parts.createTransport(baseUrl);
      try {
        const client = createServiceClient({
          transport,
          baseUrl,
          profile,
          limiter: limiterFor(baseUrl),
          clock,
        });
        const caller = await readCaller(client, profile, {
          token,
          signal: context.signal,
          priority: 'person',
        });
        const id = storeIdOf(baseUrl, caller.userId);
        if (store?.id !== id) {
          const next = openNamed(id);
          store?.db.close();
          store = next;
        }
        const { db } = store;
        transaction(db, () => {
          writeConnection(db, {
            baseUrl,
            userId: caller.userId,
            userJson: stringify(caller.user),
            organizationJson: stringify(caller.organization),
            profileJson: JSON.stringify(profile),
            token,
          });
        });
        recoverInterrupted(desk().place);
        writeCurrentStore(home, id);
        const notices = address.notice === undefined ? [] : [address.notice];
        return { baseUrl, user: caller.user, organization: caller.organization, notices };
      } finally {
        await transport.close();
      }
    },
    'connection.whoami': (_input, context) =>
      online(context, async ({ client, profile, token, signal }) => {
        const { user, organization } = await readCaller(client, profile, {
          token,
          signal,
          priority: 'person',
        });
        return { baseUrl: desk().connection.baseUrl, user, organization };
      }),
    'connection.disconnect': () => {
      const { db } = desk().place;
      transaction(db, () => {
        forgetToken(db);
      });
      return { waiting: openOperations(db).length };
    },
    'engagement.add': ({ project, name, client }) => {
      const { place } = desk();
      const row = { project, name: name ?? null, client: client ?? null, addedAt: nowIso(place) };
      transaction(place.db, () => {
        addEngagement(place.db, row);
      });
      const added = readEngagement(place.db, project);
      if (added === null) throw noEngagement(project);
      return engagementView(added);
    },
    'engagement.list': () => listEngagements(desk().place.db).map(engagementView),
    'sync.run': (request, context) => {
      assertSomethingToDo(request);
      return inTurn(() =>
        online(context, async (run): Promise<SyncSummary> => {
          const summary = await runSync(run, request);
          await catchUp(run, context);
          return summary;
        }),
      );
    },
    'finding.list': ({ project, query, sort, limit }) => {
      const { place } = desk();
      if (readEngagement(place.db, project) === null) throw noEngagement(project);
      const parsed = query === undefined ? null : parseQuery(query);
      if (parsed?.kind === 'broken') throw queryError(parsed);
      const { findings, behind } = queryFindings(place.db, {
        project,
        query: parsed?.query,
        sort,
        limit,
        nowMs: clock.wallMs(),
        profile: place.profile,
      });
      return { rows: listRows(place.db, findings), behind };
    },
    'finding.get': ({ id }) => readFinding(desk().place, id),
    'finding.edit': ({ id, changes }) => {
      const { place } = desk();
      return operationView(place, editFinding(place, id, jsonRecord(changes)));
    },
    'finding.create': ({ project, records }) => {
      const { place } = desk();
      return createFindings(place, project, records as Json[]).map((row) => operationView(place, row));
    },
    'finding.history': ({ id }) => findingHistory(desk().place, id),
    'queue.list': () => queueView(desk().place),
    'queue.resolve': ({ op, choice }) => {
      const { place } = desk();
      const chosen = typeof choice === 'string' ? choice : { set: jsonRecord(choice.set) };
      return operationView(place, resolveConflict(place, op, chosen));
    },
    'queue.retry': ({ op }) => {
      const { place } = desk();
      return operationView(place, retryOperation(place, op));
    },
    'queue.discard': ({ op }) => {
      const { place } = desk();
      return operationView(place, discardOperation(place, op));
    },
    'report.export': (request, context) =>
      exportReport(desk().place, request, {
        render: parts.render,
        writeWhole: parts.writeWhole,
        signal: context.signal,
        progress: (event) => {
          context.progress(event);
        },
      }),
  };
  return { handlers, close: () => store?.db.close() };
}

/** The dispatcher read these values from JSON text; zod's `unknown` forgets that they are JSON. */
function jsonRecord(values: Record<string, unknown>): Record<string, Json> {
  return values as Record<string, Json>;
}

function engagementView(row: EngagementRow): {
  project: string;
  name: string | null;
  client: string | null;
  findings: number;
  lastSyncedAt: string | null;
} {
  const { project, name, client, findings, completedAt } = row;
  return { project, name, client, findings, lastSyncedAt: completedAt };
}

/** A stored profile of an older program lacks newer members: they get their defaults. */
function storedProfile(connection: ConnectionRow): ServiceProfile {
  const parsed = serviceProfileSchema.safeParse(JSON.parse(connection.profileJson));
  return parsed.success ? parsed.data : defaultProfile;
}

function noToken(): DossierError {
  return new DossierError(
    'not-connected',
    'There is no API token: set DOSSIER_TOKEN, or run "dossier connect" on a terminal and type it there.',
  );
}
