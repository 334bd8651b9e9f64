import { DossierError } from '#contract/error.ts';
import type { AccountQuestion } from '#contract/procedures/findings/queue.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { listEngagements } from '#db/tables/engagements.ts';
import { groupedOperations } from '#db/tables/outbox/queue-rows.ts';
import { tokenTrouble } from '#engine/connection/token-trouble.ts';
import type { ReadContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';

/**
 * Whose findings these are and whose token it is, if the last sync found them to be two people.
 *
 * @throws DossierError `wrong-state` if they are one
 */
export function accountQuestion({ db }: Pick<ReadContext, 'db'>): AccountQuestion {
  const connection = readConnection(db);
  const trouble = tokenTrouble(db);
  if (connection === null || trouble?.kind !== 'foreign') {
    throw new DossierError('wrong-state', 'The token belongs to the owner of these findings.');
  }
  const engagements = listEngagements(db);
  return {
    baseUrl: connection.baseUrl,
    owner: parseObject(connection.userJson),
    organization: parseObject(connection.organizationJson),
    engagements: engagements.length,
    findings: engagements.reduce((sum, { findings }) => sum + findings, 0),
    waiting: groupedOperations(db, null).length,
    other: trouble.user,
    since: trouble.at,
  };
}
