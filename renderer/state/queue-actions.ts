import type { QueueDetail } from '#contract/queue.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Notices } from './notices.svelte.ts';

/** What a person does to an operation of the queue; outcomes are told beside what they are doing. */
export class QueueActions {
  readonly #api: Pick<Api, 'call'>;
  readonly #notices: Notices;

  constructor(api: Pick<Api, 'call'>, notices: Notices) {
    this.#api = api;
    this.#notices = notices;
  }

  /** Sends an operation again. @param findings only for these */
  async retry({ row }: QueueDetail, findings?: readonly string[]): Promise<void> {
    await this.#tell(async () => {
      await this.#api.call('queue.retry', { op: row.op, ...named(findings) });
      this.#notices.done('It goes with the next sync.');
    });
  }

  /** Drops an operation, and offers to put it back where that is possible. @param findings only for these */
  async discard(detail: QueueDetail, findings?: readonly string[]): Promise<void> {
    const { op } = detail.row;
    await this.#tell(async () => {
      await this.#api.call('queue.discard', { op, ...named(findings) });
      const undo = { label: 'Undo', run: () => void this.#restore(op, findings) };
      this.#notices.done(
        'Dropped. The text stays in the history of the finding.',
        mayReturn(detail) ? undo : null,
      );
    });
  }

  async #restore(op: string, findings: readonly string[] | undefined): Promise<void> {
    await this.#tell(async () => {
      await this.#api.call('queue.restore', { op, ...named(findings) });
      this.#notices.done('It is back in the queue.');
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

/** Whether dropping it can be taken back: nothing of it may be at the service, and nothing stands on it. */
export function mayReturn({ discard, behind }: QueueDetail): boolean {
  return (
    discard.allowed && behind === 0 && (discard.means === 'nothing-sent' || discard.means === 'finding-goes')
  );
}

function named(findings: readonly string[] | undefined): { findings?: string[] } {
  return findings === undefined ? {} : { findings: [...findings] };
}
