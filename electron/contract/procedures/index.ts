import type { z } from 'zod';
import type { Access, AnswerOf } from '../procedure.ts';
import { accountProcedures } from './account.ts';
import { activityProcedures } from './activity.ts';
import { assistantProcedures } from './assistant.ts';
import { bulkProcedures } from './bulk.ts';
import { conflictProcedures } from './conflict.ts';
import { connectionProcedures } from './connection.ts';
import { deliverableProcedures } from './deliverable.ts';
import { deskProcedures } from './desk.ts';
import { editionProcedures } from './editions.ts';
import { engagementProcedures } from './engagements.ts';
import { evidenceProcedures } from './evidence.ts';
import { findingProcedures } from './findings.ts';
import { listProcedures } from './lists.ts';
import { networkProcedures } from './network.ts';
import { noticeProcedures } from './notices.ts';
import { peerReviewProcedures } from './peer-review.ts';
import { preflightProcedures } from './preflight.ts';
import { previewProcedures } from './preview.ts';
import { queueProcedures } from './queue.ts';
import { retestProcedures } from './retest.ts';
import { reviewProcedures } from './review.ts';
import { settingsProcedures } from './settings.ts';
import { spellingProcedures } from './spelling.ts';
import { syncProcedures } from './sync.ts';

/*
 * The procedures behind every face. Inputs cross boundaries as JSON text (numbers keep their digits) and are parsed by the
 * row's schema; answers go back as JSON text too.
 */

export const procedures = {
  ...connectionProcedures,
  ...engagementProcedures,
  ...syncProcedures,
  ...findingProcedures,
  ...listProcedures,
  ...deskProcedures,
  ...evidenceProcedures,
  ...reviewProcedures,
  ...queueProcedures,
  ...conflictProcedures,
  ...bulkProcedures,
  ...assistantProcedures,
  ...retestProcedures,
  ...peerReviewProcedures,
  ...preflightProcedures,
  ...deliverableProcedures,
  ...previewProcedures,
  ...editionProcedures,
  ...activityProcedures,
  ...accountProcedures,
  ...networkProcedures,
  ...noticeProcedures,
  ...settingsProcedures,
  ...spellingProcedures,
};

type Table = typeof procedures;
export type ProcedureName = keyof Table;
/** Those that are answered so. */
export type NamesOf<X extends Access> = {
  [N in ProcedureName]: Table[N]['access'] extends X ? N : never;
}[ProcedureName];
/** Those that only read the store: any thread may answer them. */
export type ReadingName = NamesOf<'look' | 'scan'>;

// Looked up by name: worked out anew at each call, so many procedures are more than the compiler follows in time.
type ProcedureInputs = { readonly [N in ProcedureName]: z.output<Table[N]['input']> };
/** A procedure's input as its handler gets it; a caller may leave out what has a default (`GivenInputs`). */
export type ProcedureInput<N extends ProcedureName> = ProcedureInputs[N];
/** What a caller gives to each. */
export type GivenInputs = { readonly [N in ProcedureName]: z.input<Table[N]['input']> };
/** What each answers. */
export type ProcedureAnswers = { readonly [N in ProcedureName]: AnswerOf<Table[N]> };
