import type { Destruction } from '#contract/procedures/program/destruction.ts';

/** What a person is told of destructions that the program's end cut off. */
export interface DestructionNews {
  /** One sentence each. */
  readonly sentences: readonly string[];
  /** The newest end of one that was carried on, ISO 8601; kept, so that each is told once. */
  readonly told: string;
}

/**
 * What is new since the person was told last. One that was resumed at a start is reported once. One whose files could
 * not be cleaned is reported at every start, since some of it may remain.
 *
 * @param told of the last time, '' for never
 */
export function destructionNews(records: readonly Destruction[], told: string): DestructionNews {
  const sentences: string[] = [];
  let newest = told;
  for (const { name, project, finished } of records) {
    const which = name ?? project;
    if (finished === null) {
      sentences.push(
        `The findings of ${which} are destroyed. Some files could not be cleaned yet; the next start tries again.`,
      );
    } else if (finished.resumed && finished.at > told) {
      sentences.push(`Finished destroying ${which} after a restart.`);
      if (finished.at > newest) newest = finished.at;
    }
  }
  return { sentences, told: newest };
}
