import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanCvss, ScanExchange } from '#contract/scans/item.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { brokenEntryRule } from '../finding/rules.ts';
import { cvssScore } from '../finding/cvss/cvss.ts';
import { riskCategories, riskCategoryAt } from '../finding/weaknesses/owasp.ts';
import { ruleKey, type ScanGroup, type ScanPlace } from './groups.ts';
import { groupSeverity, type SeverityMapping } from './severity-mapping.ts';

/** So many places have a text of their own in an observation, and so many stand in a table. */
const maxTexts = 20;
const maxRows = 100;
/** A finding with more links is a list of links. */
const maxReferences = 40;
const maxText = 60_000;

/** A group as the body of a new finding, with a tag for each rule that found it. Members without a value are left out. */
export function findingBody(group: ScanGroup, mapping: SeverityMapping, profile: ServiceProfile): JsonObject {
  const severity = groupSeverity(group, mapping, profile);
  const owasp = owaspOf(group);
  const [cwe] = group.cwe;
  const members: readonly (readonly [string, Json | null])[] = [
    ['title', group.title.trim() === '' ? group.key : group.title],
    ['asset', assetsOf(group)],
    ['severity', severity],
    ['description', descriptionOf(group)],
    ['remediation', group.remediation],
    ['observation', observationOf(group)],
    ['demonstration', group.demonstration],
    ['references', referencesOf(group, owasp)],
    ['requests', group.requests.map(exchangeBody)],
    ['CVSS', cvssOf(group.cvss)],
    ['tags', tagsOf(group)],
    ['cwe', cwe === undefined ? null : cweAddress(cwe)],
    ['owasp', owasp],
  ];
  return Object.fromEntries(members.filter(([, value]) => isSaid(value)));
}

/** Tags of scanners say how they work; those of a person are kept. */
function tagsOf(group: ScanGroup): string[] {
  return [...new Set([...ruleTags(group), ...(group.authored ? group.tags : [])])];
}

/** The tags that name the rules of a group, as lists and reports group by them. */
export function ruleTags({ rules }: Pick<ScanGroup, 'rules'>): string[] {
  return rules.map((rule) => `rule:${ruleKey(rule)}`);
}

function isSaid(value: Json | null): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** The service takes no finding without one. */
function assetsOf({ assets, places }: ScanGroup): string[] {
  if (assets.length > 0) return [...assets];
  return [places.find(({ path }) => path !== null && path.trim() !== '')?.path ?? 'unknown'];
}

function descriptionOf({ description, impact }: ScanGroup): string {
  return impact === '' || description.includes(impact)
    ? description
    : [description, `**Impact**`, impact].filter((text) => text !== '').join('\n\n');
}

/** What was seen: one text if it is the same everywhere, else one for each place, then a table of the places. */
function observationOf({ places, placeCount }: ScanGroup): string {
  const texts = [...new Set(places.map(({ observation }) => observation))].filter((text) => text !== '');
  const [only] = texts;
  if (texts.length > 1) return textsByPlace(places, placeCount);
  const told = places.filter(
    ({ port, path, component }) => port !== null || path !== null || component !== null,
  );
  const table = told.length > 1 ? placeTable(told, placeCount) : '';
  const [single] = told;
  const place = told.length === 1 && single !== undefined ? `At ${placeText(single)}.` : '';
  return [only ?? '', place, table].filter((text) => text !== '').join('\n\n');
}

function textsByPlace(places: readonly ScanPlace[], placeCount: number): string {
  const parts: string[] = [];
  let length = 0;
  for (const place of places.slice(0, maxTexts)) {
    const part = `**${placeText(place)}**\n\n${place.observation === '' ? '(nothing more is said)' : place.observation}`;
    if (length > 0 && length + part.length > maxText) break;
    length += part.length;
    parts.push(part);
  }
  return [...parts, ...moreLine(placeCount - parts.length)].join('\n\n');
}

function placeTable(places: readonly ScanPlace[], placeCount: number): string {
  const hasComponents = places.some(({ component }) => component !== null);
  const heads = ['Asset', 'Port', 'Place', ...(hasComponents ? ['Component'] : [])];
  const rows = places.map(({ asset, port, path, component }) => [
    cell(asset),
    port === null ? '' : String(port),
    cell(path ?? ''),
    ...(hasComponents ? [cell(component ?? '')] : []),
  ]);
  const table = [
    ...new Set([heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)),
  ]
    .slice(0, 2 + maxRows)
    .join('\n');
  return [table, ...moreLine(placeCount - places.length)].join('\n\n');
}

function moreLine(more: number): string[] {
  if (more <= 0) return [];
  return [`${String(more)} more ${more === 1 ? 'place is' : 'places are'} not shown here.`];
}

function placeText({ asset, port, path, component }: ScanPlace): string {
  const named = asset === '' ? '' : code(asset);
  const at = port === null || asset.endsWith(`:${String(port)}`) ? '' : `port ${String(port)}`;
  const part = component === null || component === '' ? '' : `component ${code(component)}`;
  const texts = [named, at, path === null ? '' : code(path), part].filter((text) => text !== '');
  return texts.join(', ') || 'unknown';
}

/** As code, so that no sign in it becomes markup. */
function code(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function cell(text: string): string {
  return text === '' ? '' : code(text).replaceAll('|', String.raw`\|`);
}

function referencesOf({ cve, cwe, references }: ScanGroup, owasp: string | null): string[] {
  const own = new Set([owasp, ...cwe.slice(0, 1).map(cweAddress)]);
  const addresses = [
    ...cve.map((name) => `https://nvd.nist.gov/vuln/detail/${encodeURIComponent(name)}`),
    ...cwe.slice(1).map(cweAddress),
    ...references,
  ];
  return [...new Set(addresses)]
    .filter((address) => !own.has(address) && brokenEntryRule('references', address) === null)
    .slice(0, maxReferences);
}

/** The same address as the names of weaknesses are looked up by. */
export function cweAddress(number: number): string {
  return `https://cwe.mitre.org/data/definitions/${String(number)}.html`;
}

/** A category of OWASP that a reference or a tag of the tool names. */
function owaspOf({ references, tags }: ScanGroup): string | null {
  const referred = references.find((address) => riskCategoryAt(address) !== undefined);
  if (referred !== undefined) return referred;
  const keys = tags.flatMap((tag) => /\bA(\d{2})[:_-](20\d{2})\b/iu.exec(tag)?.slice(1, 3).join(':') ?? []);
  return riskCategories.find(({ key }) => keys.some((named) => key === `A${named}`))?.url ?? null;
}

const versions = ['4.0', '3.1', '3.0', '2.0'] as const satisfies readonly ScanCvss['version'][];

/** The newest version, and of that the worst. A vector says more than a score. */
function cvssOf(scores: readonly ScanCvss[]): string | null {
  for (const version of versions) {
    const [worst] = scores
      .filter((score) => score.version === version)
      .map((score) => ({ text: cvssText(score), number: scoreNumber(score) }))
      .filter(({ text }) => text !== '')
      .sort((one, other) => other.number - one.number || (one.text < other.text ? -1 : 1));
    if (worst !== undefined) return worst.text;
  }
  return null;
}

function cvssText({ vector, score }: ScanCvss): string {
  if (vector !== null && vector !== '') return vector;
  return score === null ? '' : score.toFixed(1);
}

function scoreNumber(score: ScanCvss): number {
  return score.score ?? cvssScore(cvssText(score)) ?? 0;
}

function exchangeBody({ request, response }: ScanExchange): JsonObject {
  return {
    ...(request === null ? {} : { request }),
    ...(response === null ? {} : { response }),
  };
}
