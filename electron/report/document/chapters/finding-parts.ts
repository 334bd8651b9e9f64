import type { Root } from 'hast';
import type { ReportImage } from '#contract/deliverable/report.ts';
import type { Body, Part, RoundVerdict, Section } from '../blocks.ts';
import { richParts, shownRounds, shownVerdicts, type Context, type TextContext } from '../context.ts';
import type { NumberedFinding } from '../numbered.ts';
import { otherTexts } from '../other-members.ts';
import { withoutCode } from '../text/rich.ts';
import { asJson, asText } from '../values.ts';

/* The texts of one finding. */

/** All that is said about a finding, then the images that none of it places. */
export function fullSections(finding: NumberedFinding, context: Context, figure: () => string): Section[] {
  const sections = [...sectionsOf(finding, context), ...otherSections(finding, context)];
  const placed = sections.flatMap(({ parts }) => parts);
  return [...sections, ...figureSection(withoutPlaced(finding.evidence, placed), context, figure)];
}

/** The images that stand nowhere among these parts. */
export function withoutPlaced(
  evidence: readonly ReportImage[],
  parts: readonly Part[],
): readonly ReportImage[] {
  const placed = new Set(parts.flatMap(({ body }) => (body.kind === 'figure' ? [body.figure.image] : [])));
  return evidence.filter(({ sha256 }) => !placed.has(sha256));
}

/** What the rounds that are shown found out about a finding. */
export function verdictsOf(context: Context, finding: NumberedFinding, figure: () => string): RoundVerdict[] {
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

/** The texts that the interface names, without images that none of them places. */
export function sectionsOf({ record, fullTitle, evidence }: NumberedFinding, context: Context): Section[] {
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
export function otherSections({ record, evidence }: NumberedFinding, context: Context): Section[] {
  return otherTexts(record, context.options).flatMap(({ label, value }) =>
    textSection(label, value, context, evidence),
  );
}

/** What a decision maker has to know: what it is and how it is fixed, in prose. */
export function briefSections({ record, evidence }: NumberedFinding, context: Context): Section[] {
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

/** Texts for a user who reads no code. */
export function partsWithoutCode(parts: readonly Part[]): Part[] {
  return parts.flatMap(({ body }): Part[] => {
    const prose = withoutCode(body);
    return prose === null ? [] : [{ body: prose }];
  });
}

/** A heading over nothing is not printed. */
export function textSection(
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
export function commentSection({ comments = [] }: NumberedFinding, { words, options }: Context): Section[] {
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

/** Recorded requests and responses as code. */
export function requestSection(value: unknown, words: Context['words']): Section[] {
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

/** Images as figures. */
export function figures(evidence: readonly ReportImage[], figure: () => string): Part[] {
  return evidence.map(({ caption, sha256 }) => ({
    body: { kind: 'figure', figure: { label: figure(), caption: caption.trim(), image: sha256 } },
  }));
}
