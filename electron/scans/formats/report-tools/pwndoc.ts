import type { Json } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { escapedAttribute } from '#domain/text/references/evidence-address.ts';
import { jsonValues, type JsonPath } from '../../json/values.ts';
import { listIn, numberIn, objectIn, objectOf, textIn, textsIn } from '../../json/read.ts';
import type { ArchivedImages } from '../../source/archive.ts';
import { yamlEntries } from '../../yaml/entries.ts';
import { portOf, unique } from '../../text/facts.ts';
import { htmlText, paragraphs } from '../../text/markdown.ts';
import { cvssList, scanCvss } from '../cvss.ts';
import { namesMembers, type ScanFormat } from '../format.ts';
import { itemOf } from '../item.ts';
import { FindingImages, imageCalled } from './finding-images.ts';
import { NotTaken } from './not-taken.ts';
import { assetsOf, bullets, referencesOf, severityFrom, valueText, withParts } from './written.ts';

/** Answers of its interface hold everything within `datas`. */
const paths: readonly JsonPath[] = [
  ['*'],
  ['datas', '*'],
  ...['findings', 'sections', 'comments', 'scope', 'customFields'].flatMap((name) => [
    [name, '*'],
    ['datas', name, '*'],
  ]),
];

/** PwnDoc: vulnerabilities of its library and findings of an audit, as its interface gives them. */
export const pwndoc: ScanFormat = {
  name: 'pwndoc',
  title: 'PwnDoc JSON',
  recognises: (head) =>
    namesMembers(head, 'details', 'locale', 'title') ||
    (namesMembers(head, 'auditType') && /"(?:collaborators|findings|sections)"\s*:/u.test(head)),
  async *read({ chunks, images }, report) {
    const notTaken = new NotTaken();
    for await (const { value, line, place } of jsonValues(chunks, paths)) {
      const [member = ''] = place.filter((name) => typeof name === 'string' && name !== 'datas');
      if (member === 'findings') yield* findingItems(value, { images, line, notTaken });
      else if (member === '') yield vulnerabilityItem(value, { images, line, notTaken });
      else notTaken.add(member === 'scope' ? 'hosts of the scope' : String(member));
    }
    notTaken.report(report);
  },
};

/** The library of PwnDoc as its page exports it. */
export const pwndocYaml: ScanFormat = {
  name: 'pwndoc-yaml',
  title: 'PwnDoc YAML',
  recognises: (head) =>
    /^(?:\s*---)?\s*-\s/u.test(head) && ['details', 'locale', 'title'].every((name) => namesKey(head, name)),
  async *read({ chunks, images }, report) {
    const notTaken = new NotTaken();
    for await (const { value, line } of yamlEntries(chunks))
      yield vulnerabilityItem(value, { images, line, notTaken });
    notTaken.report(report);
  },
};

function namesKey(head: string, name: string): boolean {
  return new RegExp(`(?:^[ -]*|[{,]\\s*)"?${name}"?\\s*:`, 'mu').test(head);
}

interface FindingContext {
  readonly images: ArchivedImages;
  readonly line: number;
  readonly notTaken: NotTaken;
}

/** One entry of the library, in the first of its languages that has a title. */
function vulnerabilityItem(value: Json, context: FindingContext): ScanItem {
  const details = listIn(value, 'details');
  const chosen = details.find((detail) => textIn(detail, 'title') !== '') ?? {};
  context.notTaken.add('other languages of vulnerabilities', Math.max(0, details.length - 1));
  const [item] = findingItems({ ...objectOf(value), ...objectOf(chosen) }, context);
  return item;
}

const priorities = ['', 'Low', 'Medium', 'High', 'Urgent'];
const complexities = ['', 'Easy', 'Medium', 'Complex'];
const verdicts: Readonly<Record<string, string>> = {
  ok: 'Corrected',
  ko: 'Not corrected',
  partial: 'Partially corrected',
  unknown: 'Not verifiable',
};

function findingItems(
  value: Json,
  { images: archived, line, notTaken }: FindingContext,
): [ScanItem, ...ScanItem[]] {
  const images = new FindingImages((id) => imageCalled(archived, id));
  const html = (source: string): string => htmlText(images.inHtml(captioned(source)));
  const text = (name: string): string => html(textIn(value, name));
  const title = textIn(value, 'title');
  const cvss = cvssList(
    scanCvss(textIn(value, 'cvssv4'), null, '4.0'),
    scanCvss(textIn(value, 'cvssv3'), null, '3.1'),
  );
  const references = referencesOf(textsIn(value, 'references'));
  const affected = assetsOf([text('scope')]);
  const custom = customParts(value, html);
  const said = itemOf({
    tool: 'pwndoc',
    rule: textIn(value, '_id', 'id') || title,
    title,
    line,
    severity: severityFrom('', cvss),
    description: withParts(text('description'), [
      ...custom,
      ['Affected', bullets(affected.words)],
      ['References', bullets(references.words)],
      ['Retest', paragraphs(verdicts[textIn(value, 'retestStatus')] ?? '', text('retestDescription'))],
    ]),
    observation: text('observation'),
    demonstration: paragraphs(
      text('poc'),
      ...listIn(value, 'paragraphs').map((part) => html(paragraphHtml(part))),
    ),
    remediation: withParts(text('remediation'), [
      ['Remediation priority', priorities[numberIn(value, 'priority') ?? 0] ?? ''],
      ['Remediation complexity', complexities[numberIn(value, 'remediationComplexity') ?? 0] ?? ''],
    ]),
    references: references.addresses,
    cvss,
    tags: unique([textIn(value, 'category'), textIn(value, 'vulnType')].filter((tag) => tag !== '')),
    authored: true,
    closed: textIn(value, 'retestStatus') === 'ok',
    evidence: images.images(),
  });
  notTaken.add('images that are not in the file', images.missing());
  const items = affected.assets.map((asset) => ({ ...said, asset, port: portOf(asset) }));
  const [first = said, ...others] = items;
  return [first, ...others];
}

/** The editor writes the caption of an image behind it. */
function captioned(html: string): string {
  return html
    .replace(
      /(<img\b[^<>]*>)\s*(?:<\/p>\s*)?<legend\b[^<>]*?\salt="([^"<>]*)"[^<>]*>(?:\s*<\/legend>)?/giu,
      (_, image: string, caption: string) =>
        `${image.replace(/\salt\s*=\s*(?:"[^"]*"|'[^']*')/iu, '').slice(0, -1)} alt="${caption}">`,
    )
    .replace(/<legend\b[^<>]*?\salt="([^"<>]*)"[^<>]*>(?:\s*<\/legend>)?/giu, '<p><em>$1</em></p>');
}

/** How older versions kept a demonstration: words, then images. */
function paragraphHtml(part: Json): string {
  const images = listIn(part, 'images').map((image) => {
    const caption = escapedAttribute(textIn(image, 'caption'));
    return `<p><img src="${textIn(image, 'image')}" alt="${caption}"></p>`;
  });
  return [textIn(part, 'text'), ...images].join('');
}

/** Fields that a team added. The library names them by their identifier alone. */
function customParts(value: Json, html: (source: string) => string): [string, string][] {
  return listIn(value, 'customFields').map((field) => {
    const label = textIn(objectIn(field, 'customField'), 'label');
    return [label || 'Custom field', valueText(objectOf(field)['text'], html)];
  });
}
