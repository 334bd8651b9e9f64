import type { Root, RootContent } from 'hast';
import type { ReportImage } from '#contract/deliverable/report.ts';
import { assetNames } from '../asset-list.ts';
import { assetFact, assetGroups, assetsOf, assetTarget, MAX_IN_CARD } from '../assets.ts';
import type { Block, Body, Fact, Part, RoundVerdict, Section } from '../blocks.ts';
import {
  printedFindings,
  refsOf,
  richParts,
  shownRounds,
  shownVerdicts,
  type Context,
  type TextContext,
} from '../context.ts';
import type { NumberedFinding } from '../numbered.ts';
import { otherFacts, otherTexts } from '../other-members.ts';
import { withFigureReferences } from '../text/figure-references.ts';
import { parsedText } from '../text/parsed.ts';
import { withoutCode } from '../text/rich.ts';
import { statusText } from '../severity.ts';
import { asJson, asText, asValues } from '../values.ts';

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
  const has = (member: string): boolean => described.some(({ record }) => isFilledValue(record[member]));
  const code = described.some(({ record }) =>
    [record['description'], record['remediation']].some(
      (text) => typeof text === 'string' && holdsCode(text),
    ),
  );
  const parts = [
    ...(has('observation') ? [finding.observation] : []),
    ...(has('demonstration') ? [finding.demonstration] : []),
    ...(has('requests') ? [finding.requests] : []),
    ...(described.some(
      ({ evidence, verdicts }) => evidence.length > 0 || verdicts.some((one) => one.evidence.length > 0),
    )
      ? [finding.evidence]
      : []),
    ...(code ? [sentences.code] : []),
    ...(has('tags') ? [finding.tags] : []),
    ...(has('cwe') ? [finding.cwe] : []),
    ...(has('owasp') ? [finding.owasp] : []),
    ...(has('references') ? [finding.references] : []),
    ...described
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
      verdicts: verdictsOf(context, finding, figure),
      sections: [
        ...(full ? fullSections(finding, context, figure) : briefSections(finding, context)),
        ...commentSection(finding, context),
      ],
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
    assetFact(
      finding.assets,
      assetsOf(numbered),
      chapters.includes('appendices') ? MAX_IN_CARD : Infinity,
      words,
    ),
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

/** All that is said about a finding, then the images that none of it places. */
function fullSections(finding: NumberedFinding, context: Context, figure: () => string): Section[] {
  const sections = [...sectionsOf(finding, context), ...otherSections(finding, context)];
  const placed = sections.flatMap(({ parts }) => parts);
  return [...sections, ...figureSection(withoutPlaced(finding.evidence, placed), context, figure)];
}

/** The images that stand nowhere among these parts. */
function withoutPlaced(evidence: readonly ReportImage[], parts: readonly Part[]): readonly ReportImage[] {
  const placed = new Set(parts.flatMap(({ body }) => (body.kind === 'figure' ? [body.figure.image] : [])));
  return evidence.filter(({ sha256 }) => !placed.has(sha256));
}

function verdictsOf(context: Context, finding: NumberedFinding, figure: () => string): RoundVerdict[] {
  const { words, template } = context;
  const full = template.detail === 'full';
  return shownVerdicts(context, finding).map(({ round, verdict, at, who, text, evidence }) => {
    const parts = richParts(context, text, [...evidence, ...finding.evidence]);
    const said = full ? parts : partsWithoutCode(parts);
    return {
      round: roundName(context, round),
      mark: { verdict, text: words.verdicts[verdict] },
      said: words.sentences.verdictOf(who, at === '' ? '' : words.day(at)),
      parts: [...said, ...(full ? figures(withoutPlaced(evidence, parts), figure) : [])],
    };
  });
}

/** What a round is called: by its name, or by its number. */
export function roundName(context: Context, number: number): string {
  const name =
    shownRounds(context)
      .find((round) => round.number === number)
      ?.name.trim() ?? '';
  return name === '' ? context.words.round(number) : name;
}

function sectionsOf({ record, fullTitle, evidence }: NumberedFinding, context: Context): Section[] {
  const { words } = context;
  const { finding } = words;
  const section = (title: string, value: unknown): Section[] => textSection(title, value, context, evidence);
  return [
    ...(fullTitle === undefined ? [] : section(finding.fullTitle, fullTitle)),
    ...section(finding.description, record['description']),
    ...section(finding.observation, record['observation']),
    ...section(finding.demonstration, record['demonstration']),
    ...requestSection(record['requests'], words),
    ...section(finding.remediation, record['remediation']),
  ];
}

/** Other members that are too long for the card, each under its own name. */
function otherSections({ record, evidence }: NumberedFinding, context: Context): Section[] {
  return otherTexts(record, context.options).flatMap(({ label, value }) =>
    textSection(label, value, context, evidence),
  );
}

/** What a decision maker has to know: what it is and how it is fixed, in prose. */
function briefSections({ record, evidence }: NumberedFinding, context: Context): Section[] {
  const { notes, words, linkOf } = context;
  const { finding } = words;
  // Its figures are left out, so they take no number.
  const uncounted = { figure: () => '', notes, words, linkOf };
  return [
    ...textSection(finding.description, record['description'], uncounted, evidence),
    ...textSection(finding.remediation, record['remediation'], uncounted, evidence),
  ].flatMap(({ title, parts }): Section[] => {
    const kept = partsWithoutCode(parts);
    return kept.length === 0 ? [] : [{ title, parts: kept }];
  });
}

function partsWithoutCode(parts: readonly Part[]): Part[] {
  return parts.flatMap(({ body }): Part[] => {
    const prose = withoutCode(body);
    return prose === null ? [] : [{ body: prose }];
  });
}

/** A heading over nothing is not printed. */
function textSection(
  title: string,
  value: unknown,
  context: TextContext,
  images: readonly ReportImage[],
): Section[] {
  const body = typeof value === 'string' ? null : codeBody(value);
  const parts =
    typeof value === 'string' ? richParts(context, value, images) : body === null ? [] : [{ body }];
  return parts.length === 0 ? [] : [{ title, parts }];
}

/** What colleagues noted on it, of an internal report: who, when and on which words, then the text as it was typed. */
function commentSection({ comments = [] }: NumberedFinding, { words, options }: Context): Section[] {
  if (options.showComments !== true || comments.length === 0) return [];
  const parts = comments.map(({ author, at, field, quote, text }): Part => {
    const known = Object.entries(words.fields).find(([name]) => name === field)?.[1] ?? field;
    const place = [known, quote === null ? null : `\u201c${quote}\u201d`].filter((part) => part !== null);
    const head = [author, words.day(at.slice(0, 10)), place.join(': ')].filter((part) => part !== '');
    return {
      title: head.join(', '),
      body: { kind: 'rich', root: plainParagraphs(text) },
      comment: { author, at, section: known, quote },
    };
  });
  return [{ title: words.finding.comments, parts }];
}

function plainParagraphs(text: string): Root {
  const children = text.split(/\n\s*\n/u).map((paragraph): Root['children'][number] => ({
    type: 'element',
    tagName: 'p',
    properties: {},
    children: [{ type: 'text', value: paragraph.trim() }],
  }));
  return { type: 'root', children };
}

function requestSection(value: unknown, words: Context['words']): Section[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const parts = items.flatMap((item, index) =>
    exchangeParts(item, items.length > 1 ? index + 1 : null, words),
  );
  return parts.length === 0 ? [] : [{ title: words.finding.requests, parts }];
}

function exchangeParts(item: unknown, number: number | null, { finding }: Context['words']): Part[] {
  if (!isExchange(item)) return codePart(finding.request(number), item);
  const { request, response, ...rest } = item;
  return [
    ...codePart(finding.request(number), request),
    ...codePart(finding.response(number), response),
    ...(Object.keys(rest).length === 0 ? [] : codePart(finding.moreOnRequest(number), asJson(rest))),
  ];
}

function isExchange(item: unknown): item is Readonly<Record<string, unknown>> {
  return typeof item === 'object' && item !== null && ('request' in item || 'response' in item);
}

function codePart(title: string, value: unknown): Part[] {
  const body = codeBody(value);
  return body === null ? [] : [{ title, body }];
}

function codeBody(value: unknown): Body | null {
  const text = asText(value);
  return text.trim() === '' ? null : { kind: 'code', text };
}

function figureSection(
  evidence: readonly ReportImage[],
  { words }: Context,
  figure: () => string,
): Section[] {
  return evidence.length === 0 ? [] : [{ title: words.finding.evidence, parts: figures(evidence, figure) }];
}

function figures(evidence: readonly ReportImage[], figure: () => string): Part[] {
  return evidence.map(({ caption, sha256 }) => ({
    body: { kind: 'figure', figure: { label: figure(), caption: caption.trim(), image: sha256 } },
  }));
}
