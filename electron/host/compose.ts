import { DossierError, type Failure } from '#contract/error.ts';
import type { Clock, Ids, Log, Random } from '#contract/ports.ts';
import type { Engagement, ProcedureAnswers, SyncSummary } from '#contract/procedures.ts';
import { parseQuery } from '#core/query/parse.ts';
import { stringify } from '#core/json.ts';
import { forgetToken, readConnection, writeConnection, type ConnectionRow } from '#db/connections.ts';
import {
  addEngagement,
  hasEngagement,
  listEngagements,
  readEngagement,
  type EngagementRow,
} from '#db/engagements.ts';
import { listRows } from '#db/lists.ts';
import { openOperations } from '#db/operations.ts';
import { transaction } from '#db/transaction.ts';
import { parseBaseUrl } from '#remote/baseurl.ts';
import { createServiceClient } from '#remote/client.ts';
import { createLimiter, type Limiter } from '#remote/limiter.ts';
import { readProfile } from '#remote/profile.ts';
import type { Transport } from '#remote/transport.ts';
import { reviewCandidate } from '#services/candidates/review.ts';
import { readCaller } from '#services/connection/connect.ts';
import { storedProfile } from '#services/connection/profile.ts';
import { nowIso, type Online, type Workplace } from '#services/context.ts';
import { bulkDelete, setStatus, type BulkQueued } from '#services/findings/bulk.ts';
import { createFindings, editFinding, noEngagement } from '#services/findings/edit.ts';
import { findingHistory, readFinding } from '#services/findings/read.ts';
import { deleteFindings } from '#services/findings/remove.ts';
import { indexDueText } from '#services/lists/fulltext.ts';
import { refreshAllRows } from '#services/lists/refresh.ts';
import { queryError, queryFindings } from '#services/lists/search.ts';
import { discardOperation, resolveConflict, retryOperation } from '#services/queue/decide.ts';
import { operationView, queueView } from '#services/queue/view.ts';
import { exportReport, type Render, type WriteWhole } from '#services/reports/export.ts';
import { RequestOrder } from '#services/sync/order.ts';
import { recoverInterrupted } from '#services/sync/recover.ts';
import { assertSomethingToDo, runSync } from '#services/sync/run.ts';
import type { CallContext, Handlers } from './dispatch.ts';
import { readCurrentStore, writeCurrentStore } from './pointer.ts';
import {
  backUpStore,
  openNamedStore,
  storeIdOf,
  suspectStore,
  type OpenStore,
  type StoreParts,
} from './stores.ts';

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
  /** Sentences for the person that belong to no answer: a repair, a backup that failed. */
  readonly tell: (sentence: string) => void;
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
export function composeHost(parts: HostParts): {
  handlers: Handlers;
  close: () => void;
  /** To be told of every failure that a procedure ends with. */
  noticeFailure: (failure: Failure) => void;
} {
  const { home, dataKey, clock, ids, random, log, tell } = parts;
  const order = new RequestOrder();
  const limiters = new Map<string, Limiter>();
  const storeParts: StoreParts = { home, dataKey, nowMs: () => clock.wallMs(), tell };
  let store: OpenStore | null = null;
  // One sync at a time: two sweeps of one engagement would each see the other's half.
  let running: Promise<unknown> = Promise.resolve();

  const current = readCurrentStore(home, tell);
  if (current !== null) store = openNamedStore(storeParts, current, recover);

  function recover(opened: OpenStore): void {
    const found = deskOver(opened);
    if (found !== null) recoverInterrupted(found.place);
  }

  function optionalDesk(): OpenDesk | null {
    return store === null ? null : deskOver(store);
  }

  function deskOver({ db }: OpenStore): OpenDesk | null {
    const connection = readConnection(db);
    if (connection === null) return null;
    const profile = storedProfile(connection.profileJson);
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
      const before = optionalDesk();
      const token =
        context.token ?? (before?.connection.baseUrl === baseUrl ? before.connection.token : null);
      if (token === null) throw noToken();
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
        const id = storeIdOf(dataKey, baseUrl, caller.userId);
        if (store?.id !== id) {
          const next = openNamedStore(storeParts, id);
          store?.db.close();
          store = next;
        }
        const { db } = store;
        const profileJson = JSON.stringify(profile);
        transaction(db, () => {
          const judged = readConnection(db)?.profileJson;
          writeConnection(db, {
            baseUrl,
            userId: caller.userId,
            userJson: stringify(caller.user),
            organizationJson: stringify(caller.organization),
            profileJson,
            token,
          });
          // Severity ranks and candidates are read through the profile.
          if (judged !== undefined && judged !== profileJson) {
            refreshAllRows(db, { profile, nowIso: new Date(clock.wallMs()).toISOString() });
          }
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
    'connection.profile': () => desk().place.profile,
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
          if (store !== null) backUpStore(store, clock.wallMs(), tell);
          return summary;
        }),
      );
    },
    'finding.list': ({ project, query, sort, limit }) => {
      const { place } = desk();
      if (!hasEngagement(place.db, project)) throw noEngagement(project);
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
      return operationView(place, editFinding(place, id, changes));
    },
    'finding.create': ({ project, records }) => {
      const { place } = desk();
      return createFindings(place, project, records).map((row) => operationView(place, row));
    },
    'finding.delete': ({ ids: named }) => {
      const { place } = desk();
      return deleteFindings(place, named).map((row) => operationView(place, row));
    },
    'finding.setStatus': ({ status, selection }) => {
      const { place } = desk();
      return bulkView(place, setStatus(place, status, selection));
    },
    'finding.bulkDelete': ({ selection }) => {
      const { place } = desk();
      return bulkView(place, bulkDelete(place, selection));
    },
    'candidate.review': ({ id, decision, comment }) => {
      const { place } = desk();
      const payload = { decision, ...(comment === undefined ? {} : { comment }) };
      return operationView(place, reviewCandidate(place, id, payload));
    },
    'finding.history': ({ id }) => findingHistory(desk().place, id),
    'queue.list': () => queueView(desk().place),
    'queue.resolve': ({ op, choice }) => {
      const { place } = desk();
      return operationView(place, resolveConflict(place, op, choice));
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
  return {
    handlers,
    close: () => store?.db.close(),
    noticeFailure: ({ code }) => {
      if (code === 'damaged-store' && store !== null) suspectStore(store);
    },
  };
}

function bulkView(
  place: Workplace,
  { operations, leftOut }: BulkQueued,
): ProcedureAnswers['finding.setStatus'] {
  return { operations: operations.map((row) => operationView(place, row)), left_out: leftOut };
}

function engagementView(row: EngagementRow): Engagement {
  const { project, name, client, findings, completedAt } = row;
  return { project, name, client, findings, lastSyncedAt: completedAt };
}

function noToken(): DossierError {
  return new DossierError(
    'credentials',
    'There is no API token: set DOSSIER_TOKEN, or run "dossier connect" on a terminal and type it there.',
  );
}
