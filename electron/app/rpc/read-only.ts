import { DossierError } from '#contract/error.ts';
import type { ProcedureName } from '#contract/procedures/index.ts';

/**
 * What the host answers for a read-only vault. Nothing here sends; what some of them keep, such as the rows of a list that
 * were looked at, goes into the copy and is forgotten with it.
 */
const answered: ReadonlySet<ProcedureName> = new Set([
  'finding.list',
  'finding.get',
  'finding.look',
  'view.list',
  'setting.read',
  'setting.write',
  'evidence.list',
  'evidence.content',
  'queue.list',
  'pending.list',
  'conflict.settled',
  'bulk.preview',
  'bulk.hits',
  'bulk.list',
  'bulk.results',
  'report.export',
  'report.file',
  'preview.open',
  'preview.state',
  'preview.page',
  'preview.close',
  'network.read',
  'notice.tell',
  'account.standing',
  'account.cancel',
  'wait.giveUp',
  'security.lockTime',
  'connection.defaults',
  'storage.look',
  'engagement.holdings',
  'destruction.list',
  'diagnostics.collect',
  'sync.cancel',
]);

/** Whether a procedure of the host may run on the copy of a read-only vault. */
export function runsReadOnly(name: ProcedureName): boolean {
  return answered.has(name);
}

/** What every call that would change something is told. @param home of the vault itself, not of its copy */
export function readOnlyError(home: string): DossierError {
  return new DossierError(
    'read-only',
    `The vault ${home} is read-only: nothing was changed. ` +
      'To go on with it, copy it to a folder that can be written, and open it there.',
  );
}
