import type { DeskStatus } from '#contract/window/window.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { heldEngagements } from '#db/tables/engagements.ts';
import { countPendingFindings } from '#db/tables/outbox/pending.ts';
import { hasReadMark } from '#db/tables/findings/read-marks.ts';
import { hasEdition } from '#db/tables/reports/editions.ts';
import { readTransaction } from '#db/store/transaction.ts';
import { usedCredentials } from '#engine/connection/credentials-in-use.ts';
import { tokenTrouble } from '#engine/connection/token-trouble.ts';
import type { ReadContext } from '#engine/context.ts';
import { engagementsOf } from '#engine/record/engagements.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { updatesWait } from '#engine/outbox/probe/partial-update-probe.ts';
import { noticesOf } from '#features/settings/notices.ts';

/** A store and its name. */
export interface NamedPlace {
  readonly ctx: ReadContext;
  readonly account: string;
}

/** What the window shows before anything is opened, all of one moment; nothing before the first `connect`. */
export function deskStatus(named: NamedPlace | null, syncing: boolean): DeskStatus {
  const told = named === null ? null : readTransaction(named.ctx.db, () => statusOf(named));
  return { ...(told ?? nothing), syncing };
}

function statusOf({ ctx, account }: NamedPlace): typeof nothing | null {
  const { db } = ctx;
  const connection = readConnection(db);
  if (connection === null) return null;
  const { findings, needPerson, held } = countPendingFindings(db);
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
    engagements: engagementsOf(db),
    profile: ctx.profile,
    waiting: findings - needPerson,
    needsPerson: needPerson,
    heldBack: held,
    held: heldEngagements(db),
    foreign: trouble?.kind === 'foreign' ? trouble.user : null,
    updatesStopped: updatesWait(ctx),
    firstUse: { opened: hasReadMark(db), reported: hasEdition(db) },
    notices: noticesOf(db),
  };
}

const nothing: Omit<DeskStatus, 'syncing'> = {
  connection: null,
  engagements: [],
  profile: null,
  waiting: 0,
  needsPerson: 0,
  heldBack: 0,
  held: [],
  foreign: null,
  updatesStopped: false,
  firstUse: { opened: false, reported: false },
  notices: [],
};
