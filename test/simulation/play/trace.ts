import { readConnection } from '#db/tables/accounts/connections.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { TransportRequest } from '#remote/http/transport.ts';
import { BrokenPromise } from '../promises/broken.ts';

interface Sending {
  readonly op: string;
  readonly kind: string;
  readonly serviceId: string | null;
  readonly localId: string | null;
  readonly attempts: number;
}

/** An operation and the finding for which it has left; `op` is '' if that cannot be told. */
export interface Left {
  readonly op: string;
  readonly id: string;
}

/**
 * Checked against every request at the moment when it leaves. A write only after its attempt is stored (promise 2), and
 * an AI action under its own attempt (promise 4). Nothing for another account's token (promise 9), no partial update to
 * a service that empties the rest (promise 6), nothing local on the wire.
 *
 * @returns the operation that a write belongs to, for each finding that it names
 */
export function checkLeaving(
  db: ReadableDb,
  updateSends: 'changed-fields' | 'all-fields',
  request: TransportRequest,
  tokens: ReadonlyMap<string, string>,
): Left[] {
  const { method, url, body } = request;
  if (db.inTransaction) throw new BrokenPromise(2, 'a request left from the middle of a transaction');
  const user = tokens.get(request.headers['X-SERVICE-TOKEN'] ?? '');
  if (user !== undefined && user !== 'user-1' && !url.endsWith('/users/me'))
    throw new BrokenPromise(9, `a token of somebody else was used for ${method} ${url}`);
  if (method === 'GET') return [];
  if (/local-id\d+/u.test(`${url} ${body ?? ''}`))
    throw new BrokenPromise(2, `a local identifier left in ${method} ${url}`);
  const sending = sql<[], Sending>(
    db,
    `SELECT o.op, o.kind, f.service_id AS serviceId, f.local_id AS localId,
            (SELECT count(*) FROM attempt a WHERE a.seq = i.seq AND a.ended_at IS NULL) AS attempts
       FROM operation_item i JOIN operation o ON o.seq = i.seq JOIN finding f ON f.finding = i.finding
      WHERE i.state = 'sending'`,
  ).all();
  const [kind, ids] = targetOf(request);
  const ops = ids.map((id) => {
    const traced = sending.filter(
      (item) => item.kind === kind && (id === '' || item.serviceId === id) && item.attempts > 0,
    );
    // A creation names no finding; if several are under way its operation cannot be told.
    const one = id === '' && traced.length > 1 ? '' : traced[0]?.op;
    if (one === undefined) throw new BrokenPromise(2, `a ${kind} of ${id} left without a trace`);
    return { op: one, id };
  });
  if (kind === 'update' && updateSends === 'changed-fields') {
    const partialUpdates = readConnection(db)?.partialUpdates;
    if (partialUpdates === 'replaces')
      throw new BrokenPromise(6, 'an update left although this service empties what is not sent');
  }
  return ops;
}

/** The kind of operation that a write belongs to, and the findings it names; '' if it names none. */
function targetOf({ method, url, body }: TransportRequest): [string, string[]] {
  const [, , , , , , second, third, fourth, fifth] = url.split('/');
  const sent = JSON.parse(body ?? '{}') as { id?: unknown; ids?: string[] };
  if (method === 'PUT') return ['create', ['']];
  if (method === 'DELETE') return ['delete', [second ?? '']];
  if (second === 'bulk-status' || second === 'bulk-delete') return [second, sent.ids ?? []];
  if (third === 'ai')
    return [
      fourth === 'merge' ? 'ai-merge' : fifth === 'apply' ? 'ai-apply' : 'ai-demonstration',
      [second ?? ''],
    ];
  if (third === 'review') return ['review', [second ?? '']];
  return ['update', [String(sent.id)]];
}
