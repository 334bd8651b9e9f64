import type { FindingRow } from '#contract/finding/finding.ts';
import type { MatchReason } from '#contract/scans/matching.ts';
import { assetIdentity } from '../hosts/places.ts';
import { fold } from '../text/words/fold.ts';
import { ruleKey, type ScanGroup, type ScanRule } from './groups.ts';

/*
 * Which finding a weakness of a tool is already. Texts and severities never tell: they differ with every scan, and findings
 * would double or close by themselves.
 */

/** A finding of the engagement, as groups are compared with it. */
export interface KnownFinding {
  readonly finding: FindingRow;
  readonly id: string;
  readonly title: string;
  readonly assets: readonly string[];
  /** Weaknesses as lists hold them: `79`. */
  readonly cwe: readonly string[];
  readonly tags: readonly string[];
  /** What tools called it when it was imported. */
  readonly origins: readonly ScanRule[];
  /** It is fixed, closed or rejected, or is to be deleted: an import changes nothing of it. */
  readonly closed: boolean;
}

/** What an import would do with a group. */
export type ScanMatch =
  | { readonly kind: 'new'; readonly why: 'decided' | null }
  | (Found & { readonly kind: 'known' })
  /** The finding gets these assets. */
  | (Found & { readonly kind: 'extends'; readonly assets: readonly string[] })
  /** It was found before and is closed by now: nothing is changed until the user decides. Then it gets these assets. */
  | (Found & { readonly kind: 'closed'; readonly assets: readonly string[] });

interface Found {
  readonly finding: KnownFinding;
  readonly why: MatchReason;
  /** Those that are closed and were found again on an asset of theirs, or the most alike if all are closed. */
  readonly closed: readonly KnownFinding[];
}

/** What the user decided about a group, in place of what it is compared by. */
export type MatchDecision =
  | { readonly kind: 'new' }
  /** It is this finding: open assets are added, also if it is closed. */
  | { readonly kind: 'finding'; readonly finding: FindingRow }
  | { readonly kind: 'leave-out' };

/** The findings of an engagement, to be compared with groups. */
export class KnownFindings {
  readonly #byRow = new Map<FindingRow, KnownFinding>();
  readonly #byOrigin = new Map<string, KnownFinding[]>();
  readonly #byTag = new Map<string, KnownFinding[]>();
  readonly #byTitleCwe = new Map<string, KnownFinding[]>();
  readonly #byTitleAsset = new Map<string, KnownFinding[]>();

  constructor(findings: Iterable<KnownFinding>) {
    for (const finding of findings) {
      this.#byRow.set(finding.finding, finding);
      for (const rule of finding.origins) push(this.#byOrigin, fold(ruleKey(rule)), finding);
      for (const rule of rulesInTags(finding.tags)) push(this.#byTag, fold(ruleKey(rule)), finding);
      const title = titleKey(finding.title);
      if (title === '') continue;
      for (const cwe of finding.cwe) push(this.#byTitleCwe, `${title}\n${cwe}`, finding);
      for (const asset of finding.assets) push(this.#byTitleAsset, `${title}\n${assetKey(asset)}`, finding);
    }
  }

  /** What a group is, by the first reason that finds anything; the user's decision comes before all. */
  match(group: ScanGroup, decision?: Exclude<MatchDecision, { kind: 'leave-out' }>): ScanMatch {
    if (decision?.kind === 'new') return { kind: 'new', why: 'decided' };
    const chosen = decision === undefined ? undefined : this.#byRow.get(decision.finding);
    if (chosen !== undefined) return extended(group, [chosen], 'decided');
    const keys = group.rules.map((rule) => fold(ruleKey(rule)));
    const byRule = (index: ReadonlyMap<string, KnownFinding[]>): KnownFinding[] =>
      unique(keys.flatMap((key) => index.get(key) ?? []));
    const title = titleKey(group.title);
    const byTitle = (index: ReadonlyMap<string, KnownFinding[]>, ends: readonly string[]): KnownFinding[] =>
      title === ''
        ? []
        : unique(ends.flatMap((end) => index.get(`${title}\n${end}`) ?? [])).filter(
            (finding) => !isOtherRule(finding, group.rules),
          );
    const found =
      first(byRule(this.#byOrigin), 'origin') ??
      first(byRule(this.#byTag), 'tag') ??
      first(byTitle(this.#byTitleCwe, group.cwe.map(String)), 'title-cwe') ??
      first(byTitle(this.#byTitleAsset, group.assets.map(assetKey)), 'title-asset');
    if (found === null) return { kind: 'new', why: null };
    const open = found.findings.filter(({ closed }) => !closed);
    return extended(group, open.length > 0 ? open : found.findings, found.why, found.findings);
  }
}

/**
 * A weakness may be several findings, one a host: an asset of any of them is known, and a new one goes to the finding with
 * the most assets in common.
 */
function extended(
  group: ScanGroup,
  open: readonly KnownFinding[],
  why: MatchReason,
  all: readonly KnownFinding[] = open,
): ScanMatch {
  const [finding] = byLikeness(group, open);
  if (finding === undefined) return { kind: 'new', why: null };
  const known = new Set(all.flatMap(({ assets }) => assets.map(assetKey)));
  const assets = group.assets.filter((asset) => !known.has(assetKey(asset)));
  const found = { finding: finding.finding, why, closed: foundAgain(group, all) };
  if (why !== 'decided' && found.finding.closed) return { kind: 'closed', ...found, assets };
  return assets.length === 0 ? { kind: 'known', ...found } : { kind: 'extends', ...found, assets };
}

function foundAgain(group: ScanGroup, findings: readonly KnownFinding[]): KnownFinding[] {
  const closed = byLikeness(
    group,
    findings.filter((finding) => finding.closed),
  );
  const shared = closed.filter(({ many }) => many > 0);
  const shown = shared.length === 0 && closed.length === findings.length ? closed.slice(0, 1) : shared;
  return shown.map(({ finding }) => finding);
}

/** The one with the most assets in common first. */
function byLikeness(
  group: ScanGroup,
  findings: readonly KnownFinding[],
): { readonly finding: KnownFinding; readonly many: number }[] {
  const its = new Set(group.assets.map(assetKey));
  const shared = ({ assets }: KnownFinding): number =>
    assets.filter((asset) => its.has(assetKey(asset))).length;
  return findings
    .map((finding) => ({ finding, many: shared(finding) }))
    .sort((one, other) => other.many - one.many || one.finding.finding - other.finding.finding);
}

/** The rules that tags name: `rule:nessus/12345`, and as another program writes it, `scanimport:nessus:12345`. */
export function rulesInTags(tags: readonly string[]): ScanRule[] {
  return tags.flatMap((tag): ScanRule[] => {
    const [, tool, rule] =
      /^rule:([^/\s]+)\/(.+)$/iu.exec(tag) ?? /^scanimport:([^:\s]+):(.+)$/iu.exec(tag) ?? [];
    return tool === undefined || rule === undefined ? [] : [{ tool, rule }];
  });
}

/** A tool that calls them by two rules says itself that they are two. */
function isOtherRule({ origins, tags }: KnownFinding, rules: readonly ScanRule[]): boolean {
  const tools = new Set(rules.map(({ tool }) => fold(tool)));
  return [...origins, ...rulesInTags(tags)].some(({ tool }) => tools.has(fold(tool)));
}

function first(
  findings: readonly KnownFinding[],
  why: MatchReason,
): { readonly findings: readonly KnownFinding[]; readonly why: MatchReason } | null {
  return findings.length === 0 ? null : { findings, why };
}

function titleKey(title: string): string {
  return fold(title.trim().replace(/\s+/gu, ' '));
}

/** By what an asset of a scan is one of a finding. */
export function assetKey(asset: string): string {
  return fold(assetIdentity(asset));
}

function push(index: Map<string, KnownFinding[]>, key: string, finding: KnownFinding): void {
  const there = index.get(key);
  if (there === undefined) index.set(key, [finding]);
  else if (there.at(-1) !== finding) there.push(finding);
}

function unique(findings: readonly KnownFinding[]): KnownFinding[] {
  return [...new Set(findings)];
}
