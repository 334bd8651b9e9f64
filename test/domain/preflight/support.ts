import type { JsonObject } from '#contract/json.ts';
import type { CheckCode, CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import {
  checkFinding,
  findOthers,
  noScope,
  otherEngagements,
  type CheckedFinding,
} from '#domain/preflight/index.ts';

/** A finding with which nothing is wrong. */
const sound: JsonObject = {
  title: 'Session outlives logout',
  asset: ['app.harbour.test'],
  severity: 'medium',
  description: 'The session goes on after the person has left.',
  remediation: 'End the session on the server.',
};

const alone = findOthers({ project: 'harbour', name: null, client: null }, [], new Map());

/** What is said of a finding that differs from a sound one, in codes and fields. */
export function checked(
  over: JsonObject,
  around: Partial<Omit<CheckedFinding, 'record'>> = {},
  others = alone,
  scope = noScope,
  masked = true,
  withoutFigures = false,
): CheckMessage[] {
  const finding: CheckedFinding = {
    id: 'f1',
    candidate: false,
    private: false,
    decision: null,
    contradicted: null,
    rejected: false,
    sync: 'synced',
    state: null,
    images: [],
    retests: [],
    retestImages: [],
    deadLinks: [],
    others: [],
    drafts: [],
    ...around,
    record: { ...sound, ...over },
  };
  return checkFinding(finding, { others, scope, masked, withoutFigures });
}

/** The same, in short: `code field`. */
export function found(...args: Parameters<typeof checked>): string[] {
  return checked(...args).map(({ code, field }): `${CheckCode} ${string}` => `${code} ${field ?? '-'}`);
}

/** What belongs to others, seen from one engagement. */
export function othersOf(
  own: { readonly client: string | null; readonly name?: string; readonly assets: readonly string[] },
  other: {
    readonly client: string | null;
    readonly name?: string;
    readonly project?: string;
    readonly assets: readonly string[];
  },
) {
  const mine = { project: 'harbour', name: own.name ?? null, client: own.client };
  const theirs = { project: other.project ?? 'p', name: other.name ?? null, client: other.client };
  return findOthers(
    mine,
    otherEngagements(mine, [mine, theirs]),
    new Map([
      [mine.project, own.assets],
      [theirs.project, other.assets],
    ]),
  );
}
