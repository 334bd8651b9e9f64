import type { z } from 'zod';
import type { AnsweredBy, AnswerOf } from '../procedure.ts';
import { accountProcedures } from './program/account.ts';
import { activityProcedures } from './program/activity.ts';
import { assistantProcedures } from './findings/assistant.ts';
import { bulkProcedures } from './findings/bulk.ts';
import { conflictProcedures } from './findings/conflict.ts';
import { connectionProcedures } from './program/connection.ts';
import { deliverableProcedures } from './deliverables/deliverable.ts';
import { deskProcedures } from './program/desk.ts';
import { destructionProcedures } from './program/destruction.ts';
import { editionProcedures } from './deliverables/editions.ts';
import { engagementProcedures } from './engagements.ts';
import { evidenceProcedures } from './findings/evidence.ts';
import { findingProcedures } from './findings/findings.ts';
import { idProcedures } from './findings/ids.ts';
import { importProcedures } from './findings/import.ts';
import { listProcedures } from './findings/lists.ts';
import { networkProcedures } from './program/network.ts';
import { noticeProcedures } from './program/notices.ts';
import { peerReviewProcedures } from './findings/peer-review.ts';
import { preflightProcedures } from './deliverables/preflight.ts';
import { previewProcedures } from './deliverables/preview.ts';
import { queueProcedures } from './findings/queue.ts';
import { retestProcedures } from './deliverables/retest.ts';
import { reviewProcedures } from './findings/review.ts';
import { settingsProcedures } from './program/settings.ts';
import { storageProcedures } from './program/storage.ts';
import { spellingProcedures } from './findings/spelling.ts';
import { syncProcedures } from './sync.ts';
import { wordTemplateProcedures } from './deliverables/word-templates.ts';

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
  ...idProcedures,
  ...deskProcedures,
  ...evidenceProcedures,
  ...reviewProcedures,
  ...queueProcedures,
  ...conflictProcedures,
  ...bulkProcedures,
  ...importProcedures,
  ...assistantProcedures,
  ...retestProcedures,
  ...peerReviewProcedures,
  ...preflightProcedures,
  ...deliverableProcedures,
  ...wordTemplateProcedures,
  ...previewProcedures,
  ...editionProcedures,
  ...activityProcedures,
  ...accountProcedures,
  ...networkProcedures,
  ...noticeProcedures,
  ...settingsProcedures,
  ...storageProcedures,
  ...destructionProcedures,
  ...spellingProcedures,
};

type Table = typeof procedures;
export type ProcedureName = keyof Table;
/** Those that are answered so. */
export type NamesOf<X extends AnsweredBy> = {
  [N in ProcedureName]: Table[N]['answeredBy'] extends X ? N : never;
}[ProcedureName];
/** Those that only read the store: any thread may answer them. */
export type ReadingName = NamesOf<'reader'>;

// Looked up by name: worked out anew at each call, so many procedures are more than the compiler follows in time.
type ProcedureInputs = { readonly [N in ProcedureName]: z.output<Table[N]['input']> };
/** A procedure's input as its handler gets it; a caller may leave out what has a default (`GivenInputs`). */
export type ProcedureInput<N extends ProcedureName> = ProcedureInputs[N];
/** What a caller gives to each. */
export type GivenInputs = { readonly [N in ProcedureName]: z.input<Table[N]['input']> };
/** What each answers. */
export type ProcedureAnswers = { readonly [N in ProcedureName]: AnswerOf<Table[N]> };
