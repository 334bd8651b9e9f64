import { editableFields } from '#contract/finding.ts';
import type { FindingView } from '#contract/window.ts';
import { isCandidate, isPrivateDraft } from '#core/record.ts';
import { readLooked } from '#db/looked.ts';
import { openItemsOf } from '#db/operations.ts';
import { readRecord } from '#db/records.ts';
import type { Reading } from '../context.ts';
import { effectiveRecord } from '../lists/refresh.ts';
import { unreadState } from '../lists/unread.ts';
import { parsePatch } from '../queue/conflict.ts';
import { parseObject } from './base.ts';
import { findingNamed, whyClosed } from './edit.ts';
import { readFinding } from './read.ts';
import { nextStep } from './undo.ts';

/** One finding with all that its editor shows. @throws DossierError `not-found` */
export function viewFinding(place: Reading, id: string): FindingView {
  const { db, profile } = place;
  const { finding, project, localId } = findingNamed(place, id);
  const shown = readFinding(place, id);
  const record = readRecord(db, finding);
  const closed = whyClosed(db, finding, shown.id);
  const { base } = effectiveRecord(db, finding);
  const news = unreadState(db, finding, { localId, base }) === 'changed';
  const looked = news ? readLooked(db, finding) : null;
  const layers = openItemsOf(db, finding).map((item) => parsePatch(item.patchJson));
  const candidate = isCandidate(shown.effective, profile);
  return {
    ...shown,
    row: finding,
    project,
    candidate,
    private: candidate && isPrivateDraft(shown.effective, profile),
    readable: record?.readable !== 0,
    closed,
    edited: editableFields.filter((field) => layers.some((layer) => Object.hasOwn(layer, field))),
    lookedAt: looked?.recordJson == null ? null : { at: looked.at, record: parseObject(looked.recordJson) },
    undo: closed === null ? nextStep(db, finding, 'undo') : null,
    redo: closed === null ? nextStep(db, finding, 'redo') : null,
  };
}
