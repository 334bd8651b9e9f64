import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanImage, ScanItem } from '#contract/scans/item.ts';
import { escapedAttribute } from '#domain/text/references/evidence-address.ts';
import { cellsProblem, csvRows, delimiterOf } from '../../csv/rows.ts';
import { jsonValues, type JsonPath } from '../../json/values.ts';
import { numberIn, objectIn, objectOf, textIn, textsIn } from '../../json/read.ts';
import type { ArchivedImages } from '../../source/archive.ts';
import { portOf, unique } from '../../text/facts.ts';
import { htmlText } from '../../text/markdown.ts';
import { cvssList, scanCvss } from '../cvss.ts';
import { namesMembers, type ScanFormat } from '../format.ts';
import { itemOf } from '../item.ts';
import { FindingImages, imageCalled } from './finding-images.ts';
import { NotTaken } from './not-taken.ts';
import { assetsOf, bullets, headingOf, referencesOf, severityFrom, valueText, withParts } from './written.ts';

const paths: readonly JsonPath[] = [
  ['*'],
  ...['evidence', 'findings', 'observations'].map((name) => [name, '*']),
];

/** Ghostwriter: a report as JSON, also in the archive with its evidence, and the findings of the library as JSON. */
export const ghostwriter: ScanFormat = {
  name: 'ghostwriter',
  title: 'Ghostwriter JSON',
  recognises: (head) =>
    namesMembers(head, 'report_date', 'project') ||
    (/^\s*\[/u.test(head) && namesMembers(head, 'mitigation', 'finding_type', 'title')),
  async *read({ chunks, images }, report) {
    const notTaken = new NotTaken();
    const evidence: Json[] = [];
    for await (const { value, line, place } of jsonValues(chunks, paths)) {
      const [member] = place;
      if (member === 'evidence') evidence.push(value);
      else if (member === 'observations') notTaken.add('observations');
      else {
        const kind = member === 'findings' ? 'finding' : 'library';
        yield* findingItems(objectOf(value), { kind, evidence, images, line, notTaken });
      }
    }
    notTaken.report(report);
  },
};

/** The library of Ghostwriter as a table. */
export const ghostwriterCsv: ScanFormat = {
  name: 'ghostwriter-csv',
  title: 'Ghostwriter CSV',
  recognises: (head) => {
    const [first = ''] = head.split(/\r?\n/u, 1);
    return ['title', 'finding_type', 'mitigation', 'replication_steps'].every((name) =>
      new RegExp(`(?:^|[,;\t|])"?${name}"?(?:[,;\t|]|$)`, 'u').test(first),
    );
  },
  async *read({ chunks, head, images }, report) {
    const notTaken = new NotTaken();
    let names: readonly string[] | null = null;
    for await (const row of csvRows(chunks, delimiterOf(head))) {
      const { cells, line } = row;
      if (names === null) {
        names = cells.map((cell) => cell.trim());
        continue;
      }
      const message = cellsProblem(row, names.length);
      if (message !== null) report({ line, column: null, message });
      const members = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
      const value = { ...members, tags: textIn(members, 'tags').split(','), extra_fields: extraIn(members) };
      yield* findingItems(value, { kind: 'library', evidence: [], images, line, notTaken });
    }
    notTaken.report(report);
  },
};

/** The members that a team added, which a cell holds as JSON. */
function extraIn(members: JsonObject): JsonObject {
  try {
    return objectOf(JSON.parse(textIn(members, 'extra_fields')) as Json);
  } catch {
    return {};
  }
}

interface FindingContext {
  readonly kind: 'finding' | 'library';
  /** Files of the report, as it lists them. */
  readonly evidence: readonly Json[];
  readonly images: ArchivedImages;
  readonly line: number;
  readonly notTaken: NotTaken;
}

function* findingItems(value: JsonObject, context: FindingContext): Iterable<ScanItem> {
  const { kind, evidence, line, notTaken } = context;
  const images = new FindingImages((address) => evidenceAt(address, context));
  const html = (source: string): string => htmlText(images.inHtml(withEvidence(source, evidence)));
  const text = (name: string): string => html(textIn(value, name));
  const id = textIn(value, 'id');
  const title = textIn(value, 'title');
  const vector = textIn(value, 'cvss_vector');
  // A score that nobody gave is written as zero.
  const score = numberIn(value, 'cvss_score') || null;
  const cvss = cvssList(scanCvss(vector, score, '3.1'));
  const references = referencesOf([text('references')]);
  const affected = assetsOf([text('affected_entities')]);
  const extra = Object.entries(objectIn(value, 'extra_fields')).map(([name, member]): [string, string] => [
    headingOf(name),
    valueText(member, html),
  ]);
  // It tells colleagues how to write the finding, and no client reads it.
  if (textIn(value, 'finding_guidance') !== '') notTaken.add('finding_guidance');
  const said = itemOf({
    tool: 'ghostwriter',
    rule: id === '' ? title : `${kind}-${id}`,
    title,
    line,
    severity: severityFrom(textIn(value, 'severity'), cvss),
    description: withParts(text('description'), [
      ...extra,
      ['Host detection techniques', text('host_detection_techniques')],
      ['Network detection techniques', text('network_detection_techniques')],
      ['Affected', bullets(affected.words)],
      ['References', bullets(references.words)],
    ]),
    demonstration: text('replication_steps'),
    remediation: text('mitigation'),
    impact: text('impact'),
    references: references.addresses,
    cvss,
    tags: unique([textIn(value, 'finding_type'), ...textsIn(value, 'tags')].filter((tag) => tag !== '')),
    authored: true,
  });
  // Evidence may belong to a finding without standing in a text.
  for (const entry of kind === 'finding' && id !== '' ? evidence : [])
    if (textIn(entry, 'finding') === id) images.nameOf(addressOf(entry));
  notTaken.add('evidence that is no image in the archive', images.missing());
  for (const asset of affected.assets.length === 0 ? [''] : affected.assets)
    yield { ...said, asset, port: portOf(asset), evidence: images.images() };
}

const scheme = 'ghostwriter-evidence:';

function addressOf(entry: Json): string {
  return scheme + textIn(entry, 'id');
}

/** Reports name the path that a file has on their server; an archive has its last part. */
function evidenceAt(address: string, { evidence, images }: FindingContext): ScanImage | null {
  const entry = evidence.find((other) => addressOf(other) === address);
  return imageCalled(images, entry === undefined ? address : textIn(entry, 'path', 'document'));
}

/** Places of evidence in a text, of the editor of today and in the braces of older versions, as images. */
function withEvidence(html: string, evidence: readonly Json[]): string {
  const image = (entry: Json | undefined, name: string): string => {
    const caption = entry === undefined ? name : textIn(entry, 'caption', 'friendly_name');
    return `<img src="${entry === undefined ? scheme : addressOf(entry)}" alt="${escapedAttribute(caption)}">`;
  };
  return html
    .replace(
      /<(div|span)\b([^<>]*\brichtext-evidence\b[^<>]*)>\s*<\/\1>/giu,
      (_, tag: string, inside: string) => {
        const id = /data-evidence-id\s*=\s*["']?(\d+)/iu.exec(inside)?.[1] ?? '';
        const entry = evidence.find((other) => textIn(other, 'id') === id);
        const shown = image(entry, 'evidence');
        return tag.toLowerCase() === 'div' ? `<p>${shown}</p>` : shown;
      },
    )
    .replace(/\{\{\s{0,9}\.([^{}<>]{0,300})\}\}/gu, (whole, inside: string) => {
      const [, kind, name = ''] = /^(caption|ref)?\b(.*)$/su.exec(inside.trim()) ?? [];
      if (kind !== undefined) return name.trim();
      const wanted = unescaped(inside.trim());
      const entry = evidence.find((other) => textIn(other, 'friendly_name') === wanted);
      return entry === undefined ? whole : image(entry, wanted);
    });
}

function unescaped(words: string): string {
  return words
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
