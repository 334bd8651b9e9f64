import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { FindingView } from '#contract/window/window.ts';
import { equalJson, isList } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';
import type { Api } from '#renderer/api/api.ts';
import { AutoSave, type AutoSaveParts } from '#renderer/session/unsaved/autosave.svelte.ts';
import type { DraftFields } from '#renderer/session/unsaved/drafts.ts';

/** The fields of one finding, saved as they are typed. */
export type FindingSaves = AutoSave<EditableField, Json, FindingView>;

type Parts = AutoSaveParts<EditableField, Json, FindingView>;

/** The fields of a finding as its view has them. @param profile what the window knows of the service */
export function findingFields(
  profile: () => ServiceProfile | null,
): DraftFields<EditableField, Json, FindingView> {
  return {
    read: ({ effective }, field) => memberOf(effective, field),
    write: (view, field, value) => ({
      ...view,
      effective: Object.fromEntries([...Object.entries(view.effective), [field, value]]),
    }),
    isSame,
    check({ effective }, field, value) {
      const known = profile();
      if (known === null) return null;
      const checked = checkEdit(Object.fromEntries([[field, value]]), effective, known);
      if (checked.kind === 'ok') return null;
      return { code: 'invalid', message: checked.message.replace(`${field}: `, '') };
    },
    canJoin: true,
  };
}

/** The fields of a finding, to be saved as they are typed. @param desk its profile is asked for if it is null */
export function findingSaves(
  { api, profile }: { readonly api: Pick<Api, 'call'>; readonly profile: ServiceProfile | null },
  id: string,
  parts: Pick<Parts, 'saved' | 'unread' | 'clock'>,
): FindingSaves {
  let known = profile;
  const openKnowing = async (): Promise<FindingView> => {
    const [view, asked] = await Promise.all([
      api.call('finding.open', { id }),
      api.call('connection.profile', {}),
    ]);
    known = asked;
    return view;
  };
  return new AutoSave({
    ...parts,
    fields: findingFields(() => known),
    open: () => (known === null ? openKnowing() : api.call('finding.open', { id })),
    save: ([change]) =>
      change === undefined
        ? Promise.resolve()
        : api.call('finding.edit', {
            id,
            changes: Object.fromEntries([[change.field, change.value]]),
            seen:
              change.seen.value === undefined ? {} : Object.fromEntries([[change.field, change.seen.value]]),
          }),
    // The host names finding and field before its words; the field's own place says both.
    wordsOf: ({ message }, field) => message.replace(`${id}: `, '').replace(`${field}: `, ''),
  });
}

/** An empty text or list in a field that holds nothing is no change: nobody typed anything. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return equalJson(one, other) || (holdsNothing(one) && holdsNothing(other));
}

function holdsNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
}
