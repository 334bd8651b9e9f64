import { createHash } from 'node:crypto';
import { CLIENT, ORGANIZATIONS, PROJECTS, PROVIDER, USERS } from './cast.ts';
import type { Organization, Project, User } from './model.ts';

/** Logins that become members of a project made up for generated or given findings. */
const SEEDED_MEMBERS = new Set(['mara', 'theo', 'petra', 'clara']);

/** Who exists on the service, which projects there are and whose token is whose. Changed only by its methods. */
export class World {
  readonly #organizations: Map<string, Organization>;
  readonly #projects: Map<string, Project>;
  readonly #users: Map<string, User>;
  readonly #loginByToken = new Map<string, string>();
  readonly #issued = new Map<string, number>();

  constructor() {
    this.#organizations = new Map(ORGANIZATIONS.map((organization) => [organization.id, organization]));
    this.#projects = new Map(PROJECTS.map((project) => [project.name, project]));
    this.#users = new Map(USERS.map((user) => [user.login, user]));
    for (const login of this.#users.keys()) this.issueToken(login);
  }

  /** The valid tokens by login. Fixed texts, so that a script can be repeated: they open made-up data only. */
  tokens(): Record<string, string> {
    return Object.fromEntries([...this.#loginByToken].map(([token, login]) => [login, token]));
  }

  userByToken(token: string): User | undefined {
    const login = this.#loginByToken.get(token);
    return login === undefined ? undefined : this.#users.get(login);
  }

  /** Throws for a login that does not exist: only tests and the program itself ask by login. */
  user(login: string): User {
    const user = this.#users.get(login);
    if (user === undefined) throw new Error(`The sample service has no user "${login}".`);
    return user;
  }

  organization(id: string): Organization {
    const organization = this.#organizations.get(id);
    if (organization === undefined) throw new Error(`The sample service has no organization "${id}".`);
    return organization;
  }

  organizationIds(): Iterable<string> {
    return this.#organizations.keys();
  }

  project(name: string): Project | undefined {
    return this.#projects.get(name);
  }

  projects(): Iterable<Project> {
    return this.#projects.values();
  }

  /** Makes a provider project, published to the linked client, for findings that are given at the start. */
  ensureProject(name: string): Project {
    const known = this.#projects.get(name);
    if (known !== undefined) return known;
    const made: Project = { name, displayName: name, organization: PROVIDER, client: CLIENT };
    this.#projects.set(name, made);
    for (const login of SEEDED_MEMBERS) {
      this.changeUser(login, { memberships: [...this.user(login).memberships, name] });
    }
    return made;
  }

  /** Changes what an organization asks of its people, from the next request on. */
  changeOrganization(id: string, changes: Partial<Omit<Organization, 'id'>>): void {
    this.#organizations.set(id, { ...this.organization(id), ...changes });
  }

  /** Adds a person who has no token yet. Throws if the login is taken. */
  addUser(user: User): void {
    if (this.#users.has(user.login)) throw new Error(`The sample service has "${user.login}" already.`);
    this.#users.set(user.login, user);
  }

  /** The person with this address, whatever its case. */
  userByEmail(email: string): User | undefined {
    const wanted = email.trim().toLowerCase();
    return [...this.#users.values()].find((user) => user.email.toLowerCase() === wanted);
  }

  logins(): Iterable<string> {
    return this.#users.keys();
  }

  /** Changes what a person may do, from the next request on. */
  changeUser(login: string, changes: Partial<Omit<User, 'id' | 'login'>>): void {
    this.#users.set(login, { ...this.user(login), ...changes });
  }

  /** Ends the person's token (authentication, rule 2: only one is valid) and gives back the new one. */
  issueToken(login: string): string {
    for (const [token, owner] of this.#loginByToken) {
      if (owner === login) this.#loginByToken.delete(token);
    }
    const count = (this.#issued.get(login) ?? 0) + 1;
    this.#issued.set(login, count);
    const digest = createHash('sha256')
      .update(`${login}:${String(count)}`)
      .digest('hex')
      .slice(0, 24);
    const token = `sample-${login}-${digest}`;
    this.#loginByToken.set(token, login);
    return token;
  }
}
