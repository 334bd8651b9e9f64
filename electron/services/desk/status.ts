import type { DeskStatus } from '#contract/window.ts';
import { readConnection } from '#db/connections.ts';
import { heldEngagements } from '#db/engagements.ts';
import { countOpenOperations } from '#db/operations.ts';
import { usedCredentials } from '../account/use.ts';
import { tokenTrouble } from '../connection/trouble.ts';
import type { Reading } from '../context.ts';
import { parseObject } from '../findings/base.ts';
import { updatesWait } from '../queue/canary.ts';

/** A store and its name. */
export interface NamedPlace {
  readonly place: Reading;
  readonly account: string;
}

/** What the status bar shows of a store, null before the first `connect`; cheap, for it is asked often. */
export function deskStatus(named: NamedPlace | null, syncing: boolean): DeskStatus {
  const connection = named === null ? null : readConnection(named.place.db);
  if (named === null || connection === null) return { ...nothing, syncing };
  const { place, account } = named;
  const { db } = place;
  const { open, needPerson } = countOpenOperations(db);
  const trouble = tokenTrouble(db);
  const using = usedCredentials(db);
  return {
    connection: {
      account,
      baseUrl: connection.baseUrl,
      user: parseObject(connection.userJson),
      organization: parseObject(connection.organizationJson),
      hasToken: using !== 'none',
      uses: using,
      trouble: using === 'none' ? null : (trouble?.kind ?? null),
    },
    waiting: open - needPerson,
    needsPerson: needPerson,
    held: heldEngagements(db),
    foreign: trouble?.kind === 'foreign' ? trouble.user : null,
    updatesStopped: updatesWait(place),
    syncing,
  };
}

const nothing: DeskStatus = {
  connection: null,
  waiting: 0,
  needsPerson: 0,
  held: [],
  foreign: null,
  updatesStopped: false,
  syncing: false,
};
