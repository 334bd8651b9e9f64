import type { Organization, Project, User } from './model.ts';

/** The organization that assesses, and the client that it is linked to. */
export const PROVIDER = 'org-larkspur';
export const CLIENT = 'org-fjellmark';
const OTHER_CLIENT = 'org-castelgrove';

export const ORGANIZATIONS: readonly Organization[] = [
  {
    id: PROVIDER,
    name: 'Larkspur Security',
    kind: 'provider',
    linkedClients: [CLIENT],
    requiresMfa: false,
    allowsMfaReset: true,
  },
  {
    id: CLIENT,
    name: 'Fjellmark Logistics',
    kind: 'client',
    linkedClients: [],
    requiresMfa: false,
    allowsMfaReset: true,
  },
  {
    id: OTHER_CLIENT,
    name: 'Castelgrove Insurance',
    kind: 'client',
    linkedClients: [],
    requiresMfa: true,
    allowsMfaReset: false,
  },
];

export const PROJECTS: readonly Project[] = [
  {
    name: 'fjm-portal-2026',
    displayName: 'Customer portal 2026',
    organization: PROVIDER,
    client: CLIENT,
  },
  {
    name: 'fjm-internal-2026',
    displayName: 'Internal network 2026',
    organization: PROVIDER,
    client: CLIENT,
  },
  {
    name: 'fjm-driver-2026',
    displayName: 'Driver app and API 2026',
    organization: PROVIDER,
    client: CLIENT,
  },
  {
    name: 'fjm-cloud-2026',
    displayName: 'Cloud platform review 2026',
    organization: CLIENT,
    client: undefined,
  },
  {
    name: 'cgi-claims-2026',
    displayName: 'Claims desk 2026',
    organization: OTHER_CLIENT,
    client: undefined,
  },
];

const ENGAGED = ['fjm-portal-2026', 'fjm-internal-2026', 'fjm-driver-2026', 'fjm-cloud-2026'];

function person(login: string, name: string, rest: Omit<User, 'id' | 'login' | 'email' | 'name'>): User {
  const domain = rest.organization.replace('org-', '');
  return { id: `user-${login}`, login, email: `${login}@${domain}.example`, name, ...rest };
}

export const USERS: readonly User[] = [
  person('mara', 'Mara Lindqvist', {
    organization: PROVIDER,
    roles: ['pentester'],
    licenses: ['assessment', 'review', 'assistant'],
    memberships: ENGAGED,
    ownerships: [],
    organizationWide: false,
  }),
  person('jonas', 'Jonas Whitfield', {
    organization: PROVIDER,
    roles: ['project-manager'],
    licenses: ['assessment', 'review', 'assistant'],
    memberships: [],
    ownerships: ['fjm-portal-2026', 'fjm-internal-2026', 'fjm-driver-2026'],
    organizationWide: true,
  }),
  person('ines', 'Inês Carvalho', {
    organization: PROVIDER,
    roles: ['pentester'],
    licenses: ['assessment', 'review'],
    memberships: ['fjm-driver-2026'],
    ownerships: [],
    organizationWide: false,
  }),
  person('theo', 'Theo Brandt', {
    organization: PROVIDER,
    roles: ['reader'],
    licenses: ['assessment', 'review'],
    memberships: ENGAGED,
    ownerships: [],
    organizationWide: false,
  }),
  person('petra', 'Petra Novak', {
    organization: PROVIDER,
    roles: ['pentester'],
    licenses: [],
    memberships: ENGAGED,
    ownerships: [],
    organizationWide: false,
  }),
  person('clara', 'Clara Haugen', {
    organization: CLIENT,
    roles: ['client-owner'],
    licenses: ['assessment', 'review', 'assistant'],
    memberships: ENGAGED,
    ownerships: ['fjm-cloud-2026'],
    organizationWide: false,
  }),
  person('rolf', 'Rolf Aasen', {
    organization: CLIENT,
    roles: ['reader'],
    licenses: ['assessment', 'review'],
    memberships: [],
    ownerships: [],
    organizationWide: true,
  }),
  person('nadia', 'Nadia Osei', {
    organization: OTHER_CLIENT,
    roles: ['client-owner'],
    licenses: ['assessment', 'review'],
    memberships: ['cgi-claims-2026'],
    ownerships: ['cgi-claims-2026'],
    organizationWide: false,
  }),
];

/** A user whom the provider has invited and who has no account yet. */
export const INVITED: User = person('lena', 'Lena Okafor', {
  organization: PROVIDER,
  roles: ['pentester'],
  licenses: ['assessment', 'review'],
  memberships: ['fjm-portal-2026'],
  ownerships: [],
  organizationWide: false,
});
