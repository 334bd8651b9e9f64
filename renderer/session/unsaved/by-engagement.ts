/** What a session keeps of each engagement: it stays while another screen or engagement is shown. */
export class ByEngagement<T> {
  readonly #known = new Map<string, T>();

  /** Of one engagement; made when it is asked for first. */
  of(project: string, make: () => T): T {
    const one = this.#known.get(project) ?? make();
    this.#known.set(project, one);
    return one;
  }

  /** Lets go of other engagements than these. @returns what was kept of them */
  keep(projects: ReadonlySet<string>): readonly T[] {
    const others = [...this.#known].filter(([project]) => !projects.has(project));
    for (const [project] of others) this.#known.delete(project);
    return others.map(([, one]) => one);
  }

  /** Of all engagements that were looked at. */
  all(): readonly T[] {
    return [...this.#known.values()];
  }
}
