import type { ServiceProfile } from '#contract/profile.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, parseJson } from '#domain/base/json.ts';

export type ProfileMember = keyof ServiceProfile;

/** A profile, or some of its members. */
type Members = Readonly<Partial<Record<ProfileMember, Json>>>;

/**
 * Restores a profile that another one replaced: its members, but only those that the other one changed and that are
 * still as it left them.
 *
 * @returns `whole` is false if some of them were changed since
 */
export function membersBack(
  before: Members,
  after: Members,
  now: Members,
): { readonly members: JsonObject; readonly whole: boolean } {
  const changed = memberWords.flatMap(({ member }) => {
    const value = before[member];
    return value === undefined || equalJson(value, after[member]) ? [] : [{ member, value }];
  });
  const standing = changed.filter(({ member }) => equalJson(now[member], after[member]));
  return {
    members: Object.fromEntries(standing.map(({ member, value }) => [member, value])),
    whole: standing.length === changed.length,
  };
}

/** How a member is edited: as a list of names, a number, one of two words, or as JSON. */
export type MemberKind =
  | { readonly kind: 'names'; readonly least: number }
  | {
      readonly kind: 'number';
      readonly unit: string;
      readonly factor: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'json' };

/** One open point of the interface: what it is called here, what it means, what goes wrong if it is wrong. */
export interface MemberWords {
  readonly member: ProfileMember;
  readonly label: string;
  readonly meaning: string;
  readonly edited: MemberKind;
}

const names = { kind: 'names', least: 1 } as const;

/** Every member of the service profile. The interface of the service leaves these points open. */
export const memberWords: readonly MemberWords[] = [
  {
    member: 'callerId',
    label: 'Who you are',
    meaning:
      'Members of your user record that are tried in turn for your identity. Every address and identity has a store of its own.',
    edited: names,
  },
  {
    member: 'findingId',
    label: 'Identifier of a finding',
    meaning: 'Members of a finding that are tried in turn for its identifier.',
    edited: names,
  },
  {
    member: 'findingProject',
    label: 'Project of a finding',
    meaning:
      'Members of a finding that are tried in turn for the ID of its project. They name the projects that are offered when an engagement is added.',
    edited: names,
  },
  {
    member: 'reviewVersion',
    label: 'Review version',
    meaning:
      'Members that carry the version of a candidate. A finding that has one of them is a candidate to be reviewed.',
    edited: names,
  },
  {
    member: 'privateDraft',
    label: 'Private drafts',
    meaning:
      'A candidate is private, seen by its provider alone, where one of these members has the value named.',
    edited: { kind: 'json' },
  },
  {
    member: 'decision',
    label: 'Words of a decision',
    meaning:
      'Names and values that a review decision is sent with: its member, the words for accept and reject, the comment.',
    edited: { kind: 'json' },
  },
  {
    member: 'severities',
    label: 'Severities',
    meaning: 'From most to least severe. Others are kept and shown, and sorted last.',
    edited: names,
  },
  {
    member: 'statuses',
    label: 'Statuses',
    meaning: 'What is offered as a status. Others are kept and shown.',
    edited: { kind: 'names', least: 0 },
  },
  {
    member: 'statusRoles',
    label: 'Meaning of statuses',
    meaning:
      'Which statuses say that a finding is a draft, open, closed, rejected or a false positive. Reports leave out drafts, rejected ones and false positives.',
    edited: { kind: 'json' },
  },
  {
    member: 'volatile',
    label: 'Ignored fields',
    meaning: 'Fields that change on their own, such as a view counter. Not reported as changes.',
    edited: { kind: 'names', least: 0 },
  },
  {
    member: 'quietTimeMs',
    label: 'Quiet time',
    meaning: 'How long an unconfirmed change may still arrive. It is checked only afterwards.',
    edited: { kind: 'number', unit: 'seconds', factor: 1_000, min: 0, max: 86_400 },
  },
  {
    member: 'updateSends',
    label: 'What an update carries',
    meaning: 'Whether updates keep fields that they leave out. The first update finds out.',
    edited: {
      kind: 'choice',
      choices: [
        { value: 'changed-fields', label: 'The changed fields' },
        { value: 'all-fields', label: 'All fields' },
      ],
    },
  },
  {
    member: 'textReferences',
    label: 'Images and links in texts',
    meaning:
      'What stands for an image or a link to another finding in a text that is sent. Choose notes if the service drops addresses that it does not know; your copy keeps images and links either way.',
    edited: {
      kind: 'choice',
      choices: [
        { value: 'as-written', label: 'The address, as written' },
        { value: 'notes', label: 'A note that people can read' },
      ],
    },
  },
  {
    member: 'rights',
    label: 'What you may do',
    meaning:
      'Members of the records of user and organization that name roles, licences, memberships, owned projects and linked clients. What they hold is listed as it comes.',
    edited: { kind: 'json' },
  },
  {
    member: 'reads',
    label: 'Projects, assets, metrics',
    meaning:
      'Paths below the service address where these are read, with :project in the place of an ID, such as assets/?project=:project; null if there is none.',
    edited: { kind: 'json' },
  },
  {
    member: 'account',
    label: 'Sign-in and account',
    meaning:
      'Names that sign-in, second factor, API token and registration are sent and answered with: what asks for a code, a set-up or a new password, and what a finished sign-in looks like.',
    edited: { kind: 'json' },
  },
  {
    member: 'assistant',
    label: 'Assistant',
    meaning:
      'Names that drafts and proposed merges are sent and answered with. Where no text is found under them, the answer is shown as it came.',
    edited: { kind: 'json' },
  },
  {
    member: 'pageSize',
    label: 'Rows of a page',
    meaning: 'Findings per request. The service may return fewer.',
    edited: { kind: 'number', unit: 'findings', factor: 1, min: 1, max: 10_000 },
  },
];

/** A value in words, for reading. */
export function valueWords({ edited }: MemberWords, value: Json): string {
  switch (edited.kind) {
    case 'names':
      return Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : 'none';
    case 'number':
      return typeof value === 'number'
        ? `${String(value / edited.factor)} ${edited.unit}`
        : JSON.stringify(value);
    case 'choice':
      return edited.choices.find((choice) => choice.value === value)?.label ?? JSON.stringify(value);
    case 'json':
      return JSON.stringify(value);
  }
  return edited satisfies never;
}

/** The text that a value is edited as, if it is typed. */
export function typedOf({ edited }: MemberWords, value: Json): string {
  if (edited.kind === 'number' && typeof value === 'number') return String(value / edited.factor);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** What was typed as a value, or what is wrong with it; the program checks it once more. */
export function valueTyped(
  { edited }: MemberWords,
  typed: string,
): { readonly value: Json } | { readonly error: string } {
  switch (edited.kind) {
    case 'names': {
      const value = entriesIn(typed);
      return value.length < edited.least ? { error: 'At least one name is needed.' } : { value };
    }
    case 'number': {
      const number = typed.trim() === '' ? NaN : Number(typed);
      return Number.isInteger(number) && number >= edited.min && number <= edited.max
        ? { value: number * edited.factor }
        : { error: `Enter a whole number from ${String(edited.min)} to ${String(edited.max)}.` };
    }
    case 'choice':
      return { value: typed };
    case 'json': {
      const parsed = parseJson(typed);
      return parsed.kind === 'ok'
        ? { value: parsed.value }
        : { error: `This is not JSON: ${parsed.message}` };
    }
  }
  return edited satisfies never;
}

/** Names as they are typed or pasted: parted by commas or lines. */
export function entriesIn(text: string): string[] {
  return [...new Set(text.split(/[,\n]/u).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}
