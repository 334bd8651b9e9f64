import type { Json, JsonObject } from '#contract/json.ts';
import type { EditableField } from '#contract/finding/finding.ts';
import { defaultProfile } from '#contract/profile.ts';
import type { FindingView } from '#contract/window/window.ts';
import { findingFields } from '#renderer/features/findings/editor/finding-saves.ts';
import { opened, type DraftState } from '#renderer/session/unsaved/drafts.ts';

/** What is typed in a finding. */
export type OpenState = DraftState<EditableField, Json, FindingView>;

/** A finding as `finding.open` answers it, with these members. */
export function viewOf(effective: JsonObject, over: Partial<FindingView> = {}): FindingView {
  return {
    row: 1,
    id: 'f1',
    project: 'harbour-2026',
    effective,
    remote: effective,
    pending: [],
    sync: 'synced',
    candidate: false,
    private: false,
    readable: true,
    closed: null,
    held: false,
    altered: [],
    origins: [],
    mayBeRefused: null,
    state: 'progress',
    assignee: '',
    comments: 0,
    ready: null,
    edited: [],
    lookedAt: null,
    undo: null,
    redo: null,
    ...over,
  };
}

export const record: Record<string, Json> = {
  id: 'f1',
  title: 'Session outlives logout',
  asset: ['app.harbour.test'],
  severity: 'medium',
  description: 'One.',
};

/** That finding, just opened. */
export function openState(over: Record<string, Json> = {}): OpenState {
  return opened(
    viewOf({ ...record, ...over }),
    findingFields(() => defaultProfile),
  );
}
