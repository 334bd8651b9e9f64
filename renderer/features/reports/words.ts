import type { CheckCode, CheckMessage } from '#contract/preflight.ts';
import { checkTitles } from '#core/preflight/titles.ts';

/** Messages of one kind, in the order of the report. */
export interface Kind {
  readonly code: CheckCode;
  readonly title: string;
  readonly level: CheckMessage['level'];
  readonly messages: readonly CheckMessage[];
}

/** The messages by kind, in the order in which the check gives them: errors first. */
export function kindsOf(messages: readonly CheckMessage[]): readonly Kind[] {
  return [...new Set(messages.map(({ code }) => code))].map((code) => {
    const found = messages.filter((message) => message.code === code);
    return { code, title: checkTitles[code], level: found[0]?.level ?? 'warning', messages: found };
  });
}
