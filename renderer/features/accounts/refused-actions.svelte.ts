import type { ActivityKind, RefusedAction } from '#contract/procedures/program/activity.ts';
import type { ServiceRefusals } from '#renderer/session/commands/commands.svelte.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { refusedStrings } from './strings.ts';

/** What the service does not permit to this account as far as is known: controls of it are off, with the reason. */
export class RefusedActions implements ServiceRefusals {
  readonly #known: () => readonly RefusedAction[];
  readonly #project: () => string;
  readonly #notices: Pick<Notices, 'told'>;
  /** Refusals after which the user wants to try again; a later one counts. */
  #tried = $state.raw<readonly string[]>([]);

  /** @param project the engagement that is shown */
  constructor(known: () => readonly RefusedAction[], project: () => string, notices: Pick<Notices, 'told'>) {
    this.#known = known;
    this.#project = project;
    this.#notices = notices;
  }

  get some(): boolean {
    return this.#standing.length > 0;
  }

  why(kind: ActivityKind): string | null {
    const project = this.#project();
    const found = this.#standing.find(
      (one) => one.kind === kind && (one.project === null || one.project === project),
    );
    return found === undefined ? null : refusedStrings.reason(found);
  }

  tell(why: string): void {
    this.#notices.told(why, { label: refusedStrings.tryAgain, run: () => this.tryAgain() }, 'refused action');
  }

  tryAgain(): void {
    this.#tried = this.#known().map(nameOf);
  }

  get #standing(): readonly RefusedAction[] {
    return this.#known().filter((one) => !this.#tried.includes(nameOf(one)));
  }
}

function nameOf({ kind, project, since }: RefusedAction): string {
  return JSON.stringify([kind, project, since]);
}
