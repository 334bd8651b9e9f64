import { editableFields } from '#contract/finding/finding.ts';
import type { FindingView } from '#contract/window/window.ts';
import { assigneeOf } from '#db/tables/findings/assignee.ts';
import { openComments } from '#db/tables/findings/comments.ts';
import { isHeld } from '#db/tables/outbox/held.ts';
import { readReadySnapshot } from '#db/tables/findings/ready-snapshot.ts';
import { readReadMark } from '#db/tables/findings/read-marks.ts';
import { openItemsOf } from '#db/tables/outbox/operations.ts';
import { readRecord } from '#db/tables/findings/records.ts';
import type { ReadContext } from '../../context.ts';
import { effectiveRecord } from '../../record/list-rows.ts';
import { unreadState } from '../../record/unread.ts';
import { parsePatch } from '../../record/conflict-codec.ts';
import { parseObject } from '../../record/merge-base.ts';
import { alteredValuesIn } from '../altered-values.ts';
import { findingNamed } from '../edit.ts';
import { ineligibility, ineligibilitySentence } from '../eligibility.ts';
import { writeDoubtOf } from '../../connection/write-doubt.ts';
import { readFinding } from './finding-read.ts';
import { nextStep } from '../undo-edit.ts';

/** One finding with all that its editor shows. @throws DossierError `not-found` */
export function viewFinding(ctx: ReadContext, id: string): FindingView {
  const { db } = ctx;
  const { finding, project, localId } = findingNamed(ctx, id);
  const shown = readFinding(ctx, id);
  const record = readRecord(db, finding);
  const why = ineligibility(ctx, finding, { kind: 'edit' });
  const closed = why === null ? null : ineligibilitySentence(shown.id, why);
  const { base } = effectiveRecord(db, finding);
  const news = unreadState(db, finding, { localId, base }) === 'changed';
  const looked = news ? readReadMark(db, finding) : null;
  const layers = openItemsOf(db, finding).map((item) => parsePatch(item.patchJson));
  const snapshot = readReadySnapshot(db, finding);
  return {
    ...shown,
    row: finding,
    project,
    readable: record?.readable !== 0,
    closed,
    held: isHeld(db, finding),
    altered: alteredValuesIn(db, finding),
    mayBeRefused: writeDoubtOf(db, project),
    assignee: assigneeOf(db, finding),
    comments: openComments(db, finding),
    ready: snapshot === null ? null : { at: snapshot.takenAt, fields: parseObject(snapshot.fieldsJson) },
    edited: editableFields.filter((field) => layers.some((layer) => Object.hasOwn(layer, field))),
    lookedAt: looked?.recordJson == null ? null : { at: looked.at, record: parseObject(looked.recordJson) },
    undo: closed === null ? nextStep(db, finding, 'undo') : null,
    redo: closed === null ? nextStep(db, finding, 'redo') : null,
  };
}
