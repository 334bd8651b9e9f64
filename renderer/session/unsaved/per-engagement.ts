import type { Api } from '#renderer/api/api.ts';

/**
 * What a window keeps of each engagement: made when it is asked for first, there until the window is closed. So what was
 * typed, chosen or asked stays while another screen or engagement is shown.
 */
export class PerEngagement<T> {
  readonly #windows = new WeakMap<Api, Map<string, T>>();

  /** Of one engagement in the window that has this api. */
  of(api: Api, project: string, make: () => T): T {
    const known = this.#windows.get(api) ?? new Map<string, T>();
    this.#windows.set(api, known);
    const one = known.get(project) ?? make();
    known.set(project, one);
    return one;
  }

  /** Lets go of other engagements than these. @returns what was kept of them */
  keep(api: Api, projects: ReadonlySet<string>): readonly T[] {
    const known = this.#windows.get(api) ?? new Map<string, T>();
    const others = [...known].filter(([project]) => !projects.has(project));
    for (const [project] of others) known.delete(project);
    return others.map(([, one]) => one);
  }

  /** Of all engagements that were looked at in this window. */
  all(api: Api): readonly T[] {
    return [...(this.#windows.get(api)?.values() ?? [])];
  }
}
