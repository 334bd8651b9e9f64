import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginRotation, endRotation, readCredentials } from '#db/tables/accounts/credentials.ts';
import { openReader, openStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import { storeKey } from '#db/store/vault.ts';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { handClock, openDesk, sampleService, type TestDesk } from '../../support/desk.ts';

/** A desk and a service that go by one clock, without findings. */
export interface Reception {
  readonly desk: TestDesk;
  readonly service: SampleService;
  readonly clock: ReturnType<typeof handClock>;
  /** Signs in with the password alone, at the service's address. */
  signIn(login: string, organization?: string): ReturnType<typeof callSignIn>;
}

export const project = 'fjm-portal-2026';
/** A password that the sample service takes as a new one. */
export const enough = 'a password long enough';

/** @param login whose token the desk is connected with; null: it is new */
export async function reception(login: string | null, options: SampleOptions = {}): Promise<Reception> {
  const clock = handClock();
  const service = await sampleService({
    engagement: false,
    now: () => new Date(clock.wallMs()),
    ...options,
  });
  const desk = openDesk({ clock });
  if (login !== null) {
    await desk.call(
      'connection.connect',
      { baseUrl: service.baseUrl },
      { token: service.tokens[login] ?? '' },
    );
  }
  return {
    desk,
    service,
    clock,
    signIn: (who, organization = 'larkspur') => callSignIn(desk, service, who, organization),
  };
}

function callSignIn(desk: TestDesk, service: SampleService, login: string, organization: string) {
  return desk.call('account.signIn', {
    baseUrl: service.baseUrl,
    email: `${login}@${organization}.example`,
    password: service.passwords()[login] ?? 'none',
    mark: login,
  });
}

/** What was sent to a path, as the ledger has it. */
export function sentTo(service: SampleService, path: string): number {
  return service.ledger.filter((entry) => entry.path.endsWith(path)).length;
}

/** The only store of a home, over a connection of its own. */
function storeOf({ home }: TestDesk): Parameters<typeof openStore>[0] {
  const [id = ''] = readdirSync(join(home, 'stores'));
  return { path: join(home, 'stores', id, 'store.db'), key: storeKey(new Uint8Array(32).fill(7), id) };
}

/** The values of the cookies that the store keeps. */
export function keptCookies(desk: TestDesk): string[] {
  const db = openReader(storeOf(desk));
  const text = readCredentials(db).sessionText ?? '';
  db.close();
  return [...text.matchAll(/"value":"([^"]+)"/gu)].map(([, value]) => value ?? '');
}

/**
 * From now on the store takes no change of what is named: as if the disk had no room left for it.
 * @returns ends that
 */
export function refuseChange(
  desk: TestDesk,
  of: 'UPDATE OF token ON connection' | 'INSERT ON rotation' | 'INSERT ON attempt',
): () => void {
  const run = (text: string): void => {
    const db = openStore(storeOf(desk));
    db.exec(text);
    db.close();
  };
  run(`CREATE TRIGGER no_room BEFORE ${of} BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  return () => run('DROP TRIGGER no_room');
}

/** Ends the open rotation as another token does that is entered while its answer is on its way. */
export function endMeanwhile(desk: TestDesk): void {
  const db = openStore(storeOf(desk));
  transaction(db, () => endRotation(db));
  db.close();
}

/** Leaves the store as a program does that ends between the trace of a rotation and its request. */
export function endBeforeRotation(desk: TestDesk, token: string): void {
  const db = openStore(storeOf(desk));
  transaction(db, () => beginRotation(db, '2026-01-01T00:00:00.000Z', token));
  db.close();
  desk.restart();
}
