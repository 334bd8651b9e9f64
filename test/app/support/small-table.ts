import { procedures } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { Handlers } from '#app/rpc/dispatch.ts';

/** What a test decides about the handlers while they run. */
export interface SmallTableOptions {
  /** Called with the token of every call that asks who it is. */
  readonly onToken?: (token: string | null) => void;
  /** Called when an engagement was added: the one thing that changes. */
  readonly changed?: () => void;
}

/**
 * A table of handlers small enough to read: the store is a list in memory, `sync.run` runs until it is told to
 * stop, everything else refuses. The dispatcher, the thread and the socket around it are the real ones.
 */
export function createSmallTable({ onToken, changed }: SmallTableOptions = {}): Handlers {
  const engagements = new Map<string, { project: string; name: string | null; client: string | null }>();
  const refuse = (): never => {
    throw new DossierError('not-connected', 'This vault is not connected yet.');
  };
  const refusing = Object.fromEntries(Object.keys(procedures).map((name) => [name, refuse]));
  return {
    // Every procedure has a handler: the compiler cannot follow the names through an object that is made.
    ...(refusing as unknown as Handlers),
    'connection.connect': ({ baseUrl, profile }) => ({
      kind: 'connected' as const,
      baseUrl,
      user: { id: 'u1', given: JSON.stringify(profile ?? null) },
      organization: { id: 'o1' },
      left: null,
    }),
    'connection.whoami': (_input, { token }) => {
      onToken?.(token);
      if (token === null) throw new DossierError('credentials', 'No token is stored. Give DOSSIER_TOKEN.');
      const user = { id: token.slice(0, 2) };
      return { baseUrl: 'http://127.0.0.1:1/api/', user, organization: {}, rights: [] };
    },
    'connection.disconnect': () => {
      throw new Error('a client text that nobody may see');
    },
    'engagement.add': ({ project, name, client }) => {
      const engagement = { project, name: name ?? null, client: client ?? null };
      engagements.set(project, engagement);
      changed?.();
      return { ...engagement, findings: 0, lastSyncedAt: null, copy: 'whole' as const };
    },
    'engagement.list': () =>
      [...engagements.values()].map((engagement) => ({
        ...engagement,
        findings: 0,
        lastSyncedAt: null,
        copy: 'whole' as const,
      })),
    'sync.run': async (_input, { signal, progress }) => {
      const tell = (): void => {
        progress({ kind: 'sync', project: 'p', phase: 'sweep', done: 0, total: null });
      };
      tell();
      const again = setInterval(tell, 20);
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      clearInterval(again);
      throw new DossierError('cancelled', 'Stopped at a safe point.');
    },
    'finding.get': ({ id }) => ({
      id,
      effective: {},
      remote: null,
      pending: [],
      candidate: false,
      private: false,
      sync: 'synced',
      state: 'progress',
      origins: [],
    }),
    // Begins, and never ends.
    'finding.create': async (_input, { progress }) => {
      progress({ kind: 'notice', text: 'begun' });
      return new Promise(() => undefined);
    },
    'queue.list': () => [],
  };
}
