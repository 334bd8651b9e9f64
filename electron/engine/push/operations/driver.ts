import type { JsonObject } from '#contract/json.ts';
import type { FieldPatch } from '#domain/finding/record.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import type { Call, WriteResult } from '#remote/endpoints/service-api.ts';
import type { ServiceContext } from '../../context.ts';
import type { Replay } from '../replay.ts';

/** What one kind of operation puts on the wire for one finding. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE';
  /** Names of the fields that are sent, for the history and the attempt. */
  readonly fields: readonly string[];
  /** What goes along as it was just read, because the interface demands it; kept with the attempt. */
  readonly carried: JsonObject;
  /** What the outcome is later told by; kept with the item as `sent`. */
  readonly sent: JsonObject;
  readonly send: (replay: Replay, call: Call) => Promise<WriteResult>;
}

/**
 * How one kind of operation on one finding differs from the others. The way itself is the same for all: read,
 * judge, write the attempt down, send, confirm by reading.
 */
export interface OperationDriver {
  /**
   * Judges what was just read, inside the transaction that sends. Null: the item has been moved on (done,
   * conflict, rejected) and nothing is to be sent.
   */
  readonly prepare: (
    ctx: ServiceContext,
    item: OpenItem,
    serviceId: string,
    theirs: JsonObject,
  ) => Outgoing | null;
  /** The finding is not there any more, before anything was sent. Inside a transaction. */
  readonly gone: (ctx: ServiceContext, item: OpenItem) => void;
  /**
   * Whether a read (null: not found) shows that what was sent has been carried out. `acknowledged`: the service
   * said so just before, so that what could also be another user's doing counts as ours.
   */
  readonly landed: (
    ctx: ServiceContext,
    item: OpenItem,
    record: JsonObject | null,
    acknowledged: boolean,
  ) => boolean;
  /** The values that it sends, if a read can show what became of them. */
  readonly sentValues?: (item: OpenItem) => FieldPatch;
  /** It has been carried out. `before`: the record as it was read before the write. Inside a transaction. */
  readonly finish: (
    ctx: ServiceContext,
    item: OpenItem,
    before: JsonObject | null,
    after: JsonObject | null,
  ) => void;
  /** What a 409 leads to: one more merge and send, or the question to the person. */
  readonly afterConflict: 'merge-again' | 'ask';
  /**
   * What happens if a read after the in-doubt window does not show it. It is read and judged again, or the user is
   * asked (an AI action is never resent).
   */
  readonly notLanded: 'send-again' | 'ask';
  /** Which limit of the service it waits for: if it is that of the assistant, a pause holds up no other operation. */
  readonly limit: 'findings' | 'assistant';
  /** A refusal as a person is told it. */
  readonly refusal?: (item: OpenItem, serviceId: string, status: number, message: string) => string;
  /** The service answered 409 (twice, if it is merged again): a person decides. Inside a transaction. */
  readonly conflicted: (ctx: ServiceContext, item: OpenItem, theirs: JsonObject) => void;
}
