/** What an organization does on the service: it assesses, or it receives results. */
export type OrganizationKind = 'provider' | 'client';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly kind: OrganizationKind;
  /** Ids of the client organizations that a provider is linked to; empty for a client. */
  readonly linkedClients: readonly string[];
  /** Everybody has to have MFA; it cannot be disabled then. */
  readonly requiresMfa: boolean;
  /** People may reset their own MFA. */
  readonly allowsMfaReset: boolean;
}

export type UserRole = 'pentester' | 'project-manager' | 'reader' | 'client-owner' | 'client-reviewer';

/** `assessment` is needed to write findings, `review` to decide on candidates, `assistant` for AI; reading needs none. */
export type License = 'assessment' | 'review' | 'assistant';

/** A person with a token. Roles, licenses, memberships and ownership are each looked at on their own. */
export interface User {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly organization: string;
  readonly roles: readonly UserRole[];
  readonly licenses: readonly License[];
  readonly memberships: readonly string[];
  readonly ownerships: readonly string[];
  /** Reads every project of the own organization, and those whose results it receives. */
  readonly organizationWide: boolean;
  /** What calls the service with the user's token, by name. */
  readonly integrations?: readonly string[];
}

export interface Project {
  /** The identifier used in paths, not the display name. */
  readonly name: string;
  readonly displayName: string;
  /** The organization that runs the project. */
  readonly organization: string;
  /** The client organization that its results are published to, if it is not the one that runs it. */
  readonly client: string | undefined;
}

export type Visibility = 'public' | 'private';

/** The members of a finding that a caller may send, in the field names of the interface. */
export const FINDING_FIELDS = [
  'title',
  'asset',
  'severity',
  'description',
  'remediation',
  'observation',
  'demonstration',
  'references',
  'requests',
  'CVSS',
  'tags',
  'cwe',
  'owasp',
  'status',
] as const;

/** A finding as a caller would send it; the members are those of FINDING_FIELDS. */
export type FindingBody = Readonly<Record<string, unknown>>;

/** A finding to start the service with. Nothing in `body` is checked: old data is rarely tidy. */
export interface FindingSeed {
  readonly id?: string;
  readonly body: FindingBody;
  /** Makes it a pending candidate. */
  readonly candidate?: Visibility;
  /** ISO instants; the start of the service by default. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** The findings to start one project with. */
export interface ProjectSeed {
  readonly project: string;
  readonly findings: Iterable<FindingSeed>;
}

export const STATUSES: readonly string[] = ['draft', 'open', 'pending_retest', 'closed', 'risk_accepted'];
