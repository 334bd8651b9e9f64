import type { RootContent } from 'hast';
import { assetNames } from '../asset-list.ts';
import { assetFact, assetGroups, assetsOf, assetTarget, MAX_IN_CARD } from '../assets.ts';
import type { Block, Fact } from '../blocks.ts';
import { printedFindings, refsOf, type Context } from '../context.ts';
import { hasOwnAssets, membersOf, placesOf } from '../grouped.ts';
import type { NumberedFinding } from '../numbered.ts';
import { otherFacts, otherTexts } from '../other-members.ts';
import { withFigureReferences } from '../text/figure-references.ts';
import { parsedText } from '../text/parsed.ts';
import { statusText } from '../severity.ts';
import { asText, asValues } from '../values.ts';
import { briefSections, commentSection, fullSections, verdictsOf } from './finding-parts.ts';
import { groupSections } from './group-fields.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

const target = 'findings';

/** The findings themselves, worst first, or under the assets that they were made on. */
export function findings(context: Context, figure: () => string): Block[] {
  const { words, template } = context;
  const printed = printedFindings(context);
  const brief = notPrintedIn(context, printed);
  const heading = {
    kind: 'chapter' as const,
    target,
    title: chapterTitle(context),
    ...(brief === '' ? {} : { empty: brief }),
  };
  if (printed.length === 0) return [{ ...heading, empty: words.sentences.noFindingsRecorded }];
  return template.grouping === 'asset'
    ? [heading, ...byAsset(context, printed, figure)]
    : [heading, ...describedFindings(context, printed, target, figure)];
}

/** What a template in brief does not print of findings that have it; empty if nothing is missing. */
export function notPrintedIn(
  { template, words, options }: Context,
  described: readonly NumberedFinding[],
): string {
  if (template.detail === 'full') return '';
  const { finding, sentences } = words;
  const places = placesOf(described);
  const has = (member: string): boolean => places.some(({ record }) => isFilledValue(record[member]));
  const code = places.some(({ record }) =>
    [record['description'], record['remediation']].some(
      (text) => typeof text === 'string' && holdsCode(text),
    ),
  );
  const parts = [
    ...(has('observation') ? [finding.observation] : []),
    ...(has('demonstration') ? [finding.demonstration] : []),
    ...(has('requests') ? [finding.requests] : []),
    ...(places.some(
      ({ evidence, verdicts }) => evidence.length > 0 || verdicts.some((one) => one.evidence.length > 0),
    )
      ? [finding.evidence]
      : []),
    ...(code ? [sentences.code] : []),
    ...(has('tags') ? [finding.tags] : []),
    ...(has('cwe') ? [finding.cwe] : []),
    ...(has('owasp') ? [finding.owasp] : []),
    ...(has('references') ? [finding.references] : []),
    ...places
      .flatMap(({ record }) => [...otherFacts(record, options), ...otherTexts(record, options)])
      .map(({ label }) => label)
      .filter((label, at, all) => all.indexOf(label) === at),
  ];
  return parts.length === 0 ? '' : sentences.notPrinted(parts);
}

function isFilledValue(value: unknown): boolean {
  return Array.isArray(value) ? asValues(value).length > 0 : asText(value).trim() !== '';
}

/** Whether a text has blocks of code. */
function holdsCode(text: string): boolean {
  const holds = (node: RootContent): boolean =>
    node.type === 'element' && (node.tagName === 'pre' || node.children.some(holds));
  return parsedText(text).children.some(holds);
}

function chapterTitle({ words, template }: Context): string {
  return template.grouping === 'one' ? words.chapters.finding : words.chapters.findings;
}

/** Each finding in the template's detail, under the chapter with that target. */
export function describedFindings(
  context: Context,
  described: readonly NumberedFinding[],
  chapter: string,
  figure: () => string,
): FindingBlock[] {
  return described.map((finding): FindingBlock => {
    const { ref } = finding;
    const full = context.template.detail === 'full';
    return withFigureReferences({
      kind: 'finding',
      ref,
      chapter,
      facts: factsOf(finding, context),
      // Texts of equal verdicts place the images of any of their findings.
      verdicts: verdictsOf(context, { ...finding, evidence: membersOf(finding)[0]?.evidence ?? [] }, figure),
      sections:
        finding.members === undefined
          ? [
              ...(full ? fullSections(finding, context, figure) : briefSections(finding, context)),
              ...commentSection(finding, context),
            ]
          : groupSections(finding, context, figure),
      mentions: null,
    });
  });
}

/** A heading over several assets names so many of them. */
const MAX_IN_HEADING = 3;

/** Every asset with what was found on it; a finding on several assets is described with the first of them. */
function byAsset(context: Context, printed: readonly NumberedFinding[], figure: () => string): Block[] {
  const { words } = context;
  const ref = refsOf(context);
  const described = new Set<string>();
  const groups = assetGroups(printed).flatMap(({ names, findings: there }, index): Block[] => {
    const first = there.filter(({ id }) => !described.has(id));
    for (const { id } of first) described.add(id);
    const place = assetTarget(index);
    const named = assetNames(names, MAX_IN_HEADING, words);
    const whole = assetNames(names, Infinity, words);
    const on = words.sentences.onAsset(there.length, names.length);
    const counted = named === whole ? on : `${on} ${whole}.`;
    const heading = { target: place, title: named, parent: target };
    const lead: Block =
      first.length === 1 && there.length === 1
        ? // A table of the one finding that stands right below it would say all of it twice.
          { kind: 'chapter', ...heading, empty: counted }
        : {
            kind: 'summary',
            ...heading,
            sentence:
              first.length === 0 ? `${counted} ${words.sentences.onlyElsewhere(there.length)}` : counted,
            rows: there.map(ref),
          };
    return [lead, ...describedFindings(context, first, place, figure)];
  });
  const rest = printed.filter(({ id }) => !described.has(id));
  if (rest.length === 0) return groups;
  const place = 'no-asset';
  const heading = { kind: 'chapter' as const, target: place, title: words.sentences.noAsset, parent: target };
  return [...groups, heading, ...describedFindings(context, rest, place, figure)];
}

function factsOf(numbered: NumberedFinding, context: Context): Fact[] {
  const { words, template, chapters } = context;
  const { record } = numbered;
  const { finding } = words;
  const plain = (member: string) => asValues(record[member]).map(({ text }) => ({ text }));
  const status = plain('status').map(({ text }) => ({ text: statusText(text, words) }));
  const facts: Fact[] = [
    { label: finding.cvss, values: asValues(record['CVSS']), layout: 'lines' },
    { label: finding.status, values: status, layout: 'row' },
    ...(hasOwnAssets(numbered)
      ? [
          assetFact(
            finding.assets,
            assetsOf(numbered),
            chapters.includes('appendices') ? MAX_IN_CARD : Infinity,
            words,
          ),
        ]
      : []),
    ...(template.detail === 'brief'
      ? []
      : ([
          { label: finding.tags, values: plain('tags'), layout: 'row' },
          { label: finding.cwe, values: asValues(record['cwe']), layout: 'lines' },
          { label: finding.owasp, values: asValues(record['owasp']), layout: 'lines' },
          { label: finding.references, values: asValues(record['references']), layout: 'lines' },
          ...otherFacts(record, context.options),
        ] as const)),
  ];
  return facts.filter((fact) => fact.values.length > 0);
}
