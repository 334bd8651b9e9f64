import { z } from 'zod';

/** Bounds of what a profile may hold: more names or longer ones are no service's, and each is tried on every record. */
const maxNames = 100;
const member = z.string().min(1).max(200);
const names = z.array(member).max(maxNames);
const members = names.min(1);
const value = z.string().max(1_000);

/**
 * Bodies of the account routes. Names of flags and states are compared without case and separators
 * (`mfa_required` is `mfaRequired`).
 */
const accountShape = z.strictObject({
  /** A member with one of these names that is true, or a state that says one of them, asks for a code of the second factor. */
  mfaRequired: members.default([
    'mfaRequired',
    'requiresMfa',
    'otpRequired',
    'requiresOtp',
    'twoFactorRequired',
  ]),
  /** The same for a second factor that has to be set up first. */
  mfaSetupRequired: members.default([
    'mfaSetupRequired',
    'requiresMfaSetup',
    'otpSetupRequired',
    'requiresOtpSetup',
    'mfaEnrollmentRequired',
  ]),
  /** The same for a password that has to be changed at the first sign-in. */
  passwordChangeRequired: members.default([
    'passwordChangeRequired',
    'requiresPasswordChange',
    'mustChangePassword',
    'changePasswordRequired',
    'firstLogin',
    'forcePasswordChange',
  ]),
  /** Members whose text says what comes next in a sign-in. */
  state: members.default(['state', 'status', 'next', 'nextStep', 'step', 'action', 'challenge']),
  /** What such a text says if nothing comes next. */
  signedInStates: members.default([
    'ok',
    'success',
    'signedIn',
    'authenticated',
    'complete',
    'completed',
    'done',
  ]),
  /** Members that an answer to a finished sign-in may have; one with others is unknown, and shown. */
  signedIn: members.default([
    'success',
    'message',
    'user',
    'id',
    'email',
    'name',
    'organization',
    'role',
    'roles',
  ]),
  /** The member of `POST /users/generateToken` with the new token. */
  token: members.default(['token', 'apiToken', 'api_token', 'apiKey', 'api_key', 'key']),
  /** The member of a set-up of MFA with the secret in base 32, and the one with the `otpauth://` address. */
  otpSecret: members.default(['secret', 'base32', 'otpSecret', 'key']),
  otpUrl: members.default(['otpauth_url', 'otpauthUrl', 'otpauth', 'url', 'uri']),
  /** The member that a code of the second factor is sent in. */
  code: member.default('code'),
  /** The member that an invitation is sent in, and the fields that are asked for at first. */
  invitation: member.default('token'),
  registration: names.default(['name', 'password']),
  /** Members of the 400 to a registration that name what is missing. */
  missingFields: members.default(['fields', 'required', 'missing', 'errors', 'details']),
});

/** What the records of user and organization say of the user's rights: members tried in turn. */
const rightsShape = z.strictObject({
  roles: members.default(['roles', 'role', 'userRoles', 'user_roles', 'permissions']),
  licences: members.default(['licenses', 'licences', 'license', 'licence']),
  memberships: members.default(['memberships', 'projectMemberships', 'project_memberships', 'projects']),
  ownerships: members.default(['ownerships', 'ownedProjects', 'owned_projects', 'projectOwnership']),
  linkedClients: members.default(['linkedClients', 'linked_clients', 'clients']),
  /** What calls the service with the user's token. */
  integrations: members.default(['integrations', 'apiClients', 'api_clients', 'connectedApps']),
});

/**
 * A path below the base address with `:project` in the place of an ID. No way into or out of an account is one, also not
 * in another spelling: servers decode `%`.
 */
const readPath = z
  .string()
  .max(1_000)
  .regex(/^(?!auth(?![\w-]))(?!.*(?:\.\.|\/\/))[\w-][\w.~:/?=&-]*$/iu, 'must be a path such as projects/')
  .nullable()
  .default(null);

/** Reads of the areas that the interface mentions without their paths. */
const readsShape = z.strictObject({
  projects: readPath,
  assets: readPath,
  metrics: readPath,
  /** Members of a project tried in turn: its ID (not its display name), its name, its client. */
  projectId: members.default(['projectName', 'name', 'id', '_id']),
  projectTitle: members.default(['displayName', 'display_name', 'title', 'name']),
  client: members.default(['client', 'clientName', 'client_name', 'customer', 'clientOrganization']),
  /** Members of an asset tried in turn for what it is called. */
  asset: members.default(['name', 'asset', 'host', 'hostname', 'url', 'address', 'id']),
});

/** Bodies of the three AI routes. */
const assistantShape = z.strictObject({
  /** Sent along with every generation of a demonstration. */
  generate: z.record(member, z.union([value, z.number(), z.boolean(), z.null()])).default({}),
  /** Members tried in turn for the text of a draft; the first that is there holds it. */
  draft: members.default(['demonstration', 'draft', 'text', 'content', 'result', 'markdown']),
  /** Members of a finding tried in turn for a draft that waits there: read if an answer was lost. */
  waitingDraft: names.default([
    'demonstrationDraft',
    'demonstration_draft',
    'draftDemonstration',
    'aiDemonstration',
  ]),
  /** The member that the reviewed text is sent back in. */
  apply: member.default('demonstration'),
  /** The member that names the other findings of a merge. */
  others: member.default('ids'),
  /** Whether it names the finding of the address as well. */
  othersWithItself: z.boolean().default(false),
  /** Members tried in turn for the proposed fields, and for the findings that each field comes from. */
  proposal: members.default(['proposal', 'merged', 'finding', 'result']),
  sources: members.default(['sources', 'from', 'origins']),
  /** Members tried in turn for the credits that an answer consumed; none reads nothing. */
  credits: names.default([
    'creditsUsed',
    'credits_used',
    'creditsConsumed',
    'credits_consumed',
    'creditsCharged',
    'credits_charged',
    'credits',
    'credit',
  ]),
});

/**
 * The service profile: every point that the interface leaves open ("not shown"), with the defaults of the
 * design. A person may override it per connection; members not named keep their default. Nothing else in
 * the program guesses about the wire.
 */
export const serviceProfileSchema = z.strictObject({
  /** Members of `/users/me` tried in turn for the caller's identity. */
  callerId: members.default(['id', '_id', 'email']),
  /** Members of a record tried in turn for its identifier. */
  findingId: members.default(['id']),
  /** Members of a finding tried in turn for the identifier of its project, not the display name. */
  findingProject: members.default(['projectName', 'project', 'projectId']),
  /** Members tried in turn for a candidate's review version. A record that has one is a candidate. */
  reviewVersion: members.default(['review_version', 'reviewVersion']),
  /** A candidate is a private provider draft when one of these members has the value named. */
  privateDraft: z
    .array(z.strictObject({ member, value: z.union([value, z.boolean()]) }))
    .max(maxNames)
    .default([
      { member: 'visibility', value: 'private' },
      { member: 'private', value: true },
      { member: 'draft', value: true },
    ]),
  /** Names and values of a review decision's body. */
  decision: z
    .strictObject({
      member: member.default('decision'),
      accept: value.default('accept'),
      reject: value.default('reject'),
      comment: member.default('comment'),
    })
    .prefault({}),
  /** From most to least severe; unknown ones are kept, shown and sorted last. */
  severities: members.default(['critical', 'high', 'medium', 'low', 'info']),
  statuses: names.default(['draft', 'open', 'pending_retest', 'closed']),
  /** Which statuses mean what. Only letters and digits count, in either case. */
  statusRoles: z
    .strictObject({
      draft: names.default(['draft']),
      open: names.default(['open', 'reopened']),
      closed: names.default(['closed', 'resolved', 'fixed']),
      rejected: names.default(['rejected']),
      falsePositive: names.default(['false positive', 'false positives', 'FP']),
    })
    .prefault({}),
  /** Members of a finding that change without meaning: left out of its hash. */
  volatile: names.default([]),
  /** How long after a write of unknown outcome its connection ended it may still land (promise 3). */
  quietTimeMs: z.int().min(0).max(86_400_000).default(180_000),
  /**
   * What an update carries: the changed fields beside id, title and asset, or every field that is known. The
   * interface does not say whether an update replaces the rest; the first update on a connection finds out.
   */
  updateSends: z.enum(['changed-fields', 'all-fields']).default('changed-fields'),
  /**
   * How images and links to findings are written in texts that are sent: by the program's address, or as a note for
   * services that drop unknown addresses. Both are understood in what is read.
   */
  textReferences: z.enum(['as-written', 'notes']).default('as-written'),
  /** What is listed of the user's rights. */
  rights: rightsShape.prefault({}),
  /** Where projects, assets and metrics are read; null if nowhere. */
  reads: readsShape.prefault({}),
  /** What the account routes send and answer. */
  account: accountShape.prefault({}),
  /** What the AI routes send and answer. */
  assistant: assistantShape.prefault({}),
  /** Rows asked for a page; the service may cap it. */
  pageSize: z.int().min(1).max(10_000).default(500),
});

export type ServiceProfile = z.output<typeof serviceProfileSchema>;

/** The profile of the design, with nothing overridden. */
export const defaultProfile: ServiceProfile = serviceProfileSchema.parse({});
