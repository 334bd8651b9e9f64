import type { JsonObject } from '#contract/json.ts';
import type { ReportImage, ReportOptions, ReportSnapshot } from '#contract/report.ts';
import { defaultTheme } from '#contract/theme.ts';
import { parseText } from '#core/text/index.ts';
import type {
  Block,
  Body,
  ContentsEntry,
  Fact,
  FindingRef,
  ReportDocument,
  Section,
} from './document/blocks.ts';
import { numberedFindings } from './document/numbered.ts';
import { countSeverities } from './document/severity.ts';
import { asJson, asLine, asText, asValues } from './document/values.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

const SUMMARY = 'summary';
const FINDINGS = 'findings';

/**
 * Turns a snapshot into the tree of blocks that every writer works from. Pure: the same snapshot and options
 * give the same tree. Findings stand worst first, in the snapshot's order within a severity, and are numbered
 * per severity; figures are numbered through the document. A record may hold anything at all; what is not of the expected type is shown as text or JSON,
 * members that the interface does not name are not printed. Never throws.
 */
export function document(snapshot: ReportSnapshot, options: ReportOptions): ReportDocument {
  const findings = findingBlocks(snapshot);
  const refs = findings.map((finding) => finding.ref);
  const counts = countSeverities(refs.map((ref) => ref.severity));
  const title = options.title ?? 'Penetration test report';
  const chapters = { summary: 'Summary of findings', findings: 'Findings' };
  const entries: ContentsEntry[] = [
    { kind: 'chapter', target: SUMMARY, title: chapters.summary },
    { kind: 'chapter', target: FINDINGS, title: chapters.findings },
    ...refs.map((ref): ContentsEntry => ({ kind: 'finding', ref })),
  ];
  return {
    language: 'en',
    title,
    client: snapshot.client,
    author: snapshot.author ?? '',
    generatedAt: snapshot.generatedAt,
    classification: 'Confidential',
    draft: options.draft,
    pageSize: options.pageSize ?? 'A4',
    theme: defaultTheme,
    header: '',
    footer: '',
    blocks: [
      {
        kind: 'cover',
        title,
        subtitle: '',
        client: snapshot.client,
        facts: coverFacts(snapshot, options),
        counts,
      },
      { kind: 'contents', title: 'Contents', entries },
      {
        kind: 'summary',
        target: SUMMARY,
        title: chapters.summary,
        sentence: sentenceOf(refs),
        chart: {
          label: 'Figure 1',
          caption: 'Findings by severity',
          bars: counts.map(({ severity, label, count }) => ({ mark: severity, label, count })),
        },
        rows: refs,
      },
      {
        kind: 'chapter',
        target: FINDINGS,
        title: chapters.findings,
        ...(refs.length === 0 ? { empty: 'No findings were recorded for this engagement.' } : {}),
      },
      ...findings,
    ],
  };
}

function coverFacts(snapshot: ReportSnapshot, options: ReportOptions): Fact[] {
  const project =
    snapshot.name === snapshot.project ? snapshot.name : `${snapshot.name} (${snapshot.project})`;
  const facts: [string, string][] = [
    ['Engagement', project],
    ['Date', snapshot.generatedAt.slice(0, 10)],
    ['Version', options.draft ? `${snapshot.version ?? '1'} (draft)` : (snapshot.version ?? '1')],
    ['Author', snapshot.author ?? ''],
  ];
  return facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => ({ label, values: [{ text: asLine(text) }], layout: 'lines' }));
}

function findingBlocks(snapshot: ReportSnapshot): FindingBlock[] {
  let figures = 1;
  return numberedFindings(snapshot).map(({ record, evidence, ref, fullTitle }) => ({
    kind: 'finding',
    ref,
    chapter: FINDINGS,
    facts: factsOf(record),
    verdicts: [],
    mentions: null,
    sections: [
      ...sectionsOf(record, fullTitle),
      ...figureSection(evidence, () => `Figure ${(figures += 1)}`),
    ],
  }));
}

function factsOf(record: JsonObject): Fact[] {
  const facts: Fact[] = [
    { label: 'CVSS', values: asValues(record['CVSS']), layout: 'lines' },
    { label: 'Status', values: asValues(record['status']), layout: 'row' },
    { label: 'Assets', values: asValues(record['asset']).map(({ text }) => ({ text })), layout: 'lines' },
    { label: 'Tags', values: asValues(record['tags']).map(({ text }) => ({ text })), layout: 'row' },
    { label: 'CWE', values: asValues(record['cwe']), layout: 'lines' },
    { label: 'OWASP', values: asValues(record['owasp']), layout: 'lines' },
    { label: 'References', values: asValues(record['references']), layout: 'lines' },
  ];
  return facts.filter((fact) => fact.values.length > 0);
}

function sectionsOf(record: JsonObject, fullTitle: string | undefined): Section[] {
  const rich: [string, unknown][] = [
    ['Description', record['description']],
    ['Observation', record['observation']],
    ['Demonstration', record['demonstration']],
  ];
  return [
    ...(fullTitle === undefined ? [] : textSection('Full title', fullTitle)),
    ...rich.flatMap(([title, value]) => textSection(title, value)),
    ...requestSection(record['requests']),
    ...textSection('Remediation', record['remediation']),
  ];
}

function textSection(title: string, value: unknown): Section[] {
  if (asText(value).trim() === '') return [];
  return [{ title, parts: [{ body: bodyOf(value) }] }];
}

function bodyOf(value: unknown): Body {
  return typeof value === 'string'
    ? { kind: 'rich', root: parseText(value) }
    : { kind: 'code', text: asText(value) };
}

function requestSection(value: unknown): Section[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const parts = items.flatMap((item, index) => exchangeParts(item, items.length > 1 ? ` ${index + 1}` : ''));
  return parts.length === 0 ? [] : [{ title: 'Requests', parts }];
}

function figureSection(evidence: readonly ReportImage[], nextLabel: () => string): Section[] {
  const parts = evidence.map(({ caption, sha256 }): Section['parts'][number] => ({
    body: { kind: 'figure', figure: { label: nextLabel(), caption: caption.trim(), image: sha256 } },
  }));
  return parts.length === 0 ? [] : [{ title: 'Evidence', parts }];
}

function exchangeParts(item: unknown, suffix: string): Section['parts'] {
  if (!isExchange(item)) return codePart(`Request${suffix}`, item);
  const { request, response, ...rest } = item;
  const more = Object.keys(rest).length === 0 ? [] : codePart(`More on request${suffix}`, asJson(rest));
  return [...codePart(`Request${suffix}`, request), ...codePart(`Response${suffix}`, response), ...more];
}

function isExchange(item: unknown): item is Readonly<Record<string, unknown>> {
  return typeof item === 'object' && item !== null && ('request' in item || 'response' in item);
}

function codePart(title: string, value: unknown): Section['parts'] {
  const text = asText(value);
  return text.trim() === '' ? [] : [{ title, body: { kind: 'code', text } }];
}

function sentenceOf(refs: readonly FindingRef[]): string {
  if (refs.length === 0) return 'The assessment has no findings.';
  const parts = countSeverities(refs.map((ref) => ref.severity))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${label.toLowerCase()}`);
  const list =
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
  const noun = refs.length === 1 ? 'one finding' : `${refs.length} findings`;
  return `The assessment led to ${noun}: ${list}.`;
}
