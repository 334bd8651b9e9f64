import type { QueueDetail } from '#contract/procedures/findings/queue.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { holdStrings } from './strings.ts';
import type { Dropped, Queue } from './outbox.state.svelte.ts';

/** What a person does to an operation of the queue; outcomes are told beside what they are doing. */
export class QueueActions {
  readonly #api: Pick<Api, 'call'>;
  readonly #notices: Notices;
  readonly #queue: Pick<Queue, 'dropped'>;
  /** Takes the offer to put back what was dropped last away. */
  #endOffer: (() => void) | null = null;

  constructor(api: Pick<Api, 'call'>, notices: Notices, queue: Pick<Queue, 'dropped'>) {
    this.#api = api;
    this.#notices = notices;
    this.#queue = queue;
  }

  /** Sends an operation again. @param findings only for these */
  async retry({ row }: QueueDetail, findings?: readonly string[]): Promise<void> {
    await this.#tell(async () => {
      await this.#api.call('queue.retry', { op: row.op, ...named(findings) });
      this.#notices.done('It is sent with the next sync.');
    });
  }

  /** Drops an operation, and offers to put it back if that is possible. @param findings only for these */
  async discard(detail: QueueDetail, findings?: readonly string[]): Promise<void> {
    const { op } = detail.row;
    await this.#tell(async () => {
      await this.#api.call('queue.discard', { op, ...named(findings) });
      const dropped = mayReturn(detail) ? { op, findings } : null;
      this.#queue.dropped = dropped;
      this.#endOffer = this.#notices.done(
        isUnsure(detail)
          ? 'Discarded here. It may have reached the service before: the next sync shows how it is there.'
          : 'Discarded. The text stays in the history of the finding.',
        dropped === null ? null : { label: 'Undo', run: () => void this.#restore(dropped) },
      );
    });
  }

  /** Holds the finding of an operation back, or releases it. */
  async hold({ row }: QueueDetail): Promise<void> {
    await this.#tell(async () => {
      const held = row.held !== true;
      await this.#api.call('finding.hold', { ids: [row.first.id], held });
      this.#notices.done(held ? holdStrings.held : holdStrings.released);
    });
  }

  /** Puts back what was dropped last; nothing if there is none. */
  async putBack(): Promise<void> {
    const { dropped } = this.#queue;
    if (dropped !== null) await this.#restore(dropped);
  }

  async #restore(dropped: Dropped): Promise<void> {
    const { op, findings } = dropped;
    if (this.#queue.dropped === dropped) this.#queue.dropped = null;
    await this.#tell(async () => {
      await this.#api.call('queue.restore', { op, ...named(findings) });
      this.#endOffer?.();
      this.#notices.done('Discard undone. The change is pending again.');
    });
  }

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#notices.failed(thrown);
    }
  }
}

/** Whether dropping it can be undone: nothing of it may be at the service, and nothing stands on it. */
export function mayReturn({ discard, behind }: QueueDetail): boolean {
  return (
    discard.allowed && behind === 0 && (discard.means === 'nothing-sent' || discard.means === 'finding-goes')
  );
}

/** Whether it was sent before and nobody knows whether the service took it. */
function isUnsure({ discard }: QueueDetail): boolean {
  return discard.allowed && (discard.means === 'may-be-there' || discard.means === 'finding-may-be-there');
}

function named(findings: readonly string[] | undefined): { findings?: string[] } {
  return findings === undefined ? {} : { findings: [...findings] };
}
