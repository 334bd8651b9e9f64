import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanImage, ScanItem } from '#contract/scans/item.ts';
import { jsonValues, type JsonPath } from '../../json/values.ts';
import { listIn, objectIn, objectOf, textIn, textsIn } from '../../json/read.ts';
import type { ArchivedImages } from '../../source/archive.ts';
import { tomlFile } from '../../toml/read.ts';
import { cweIn, portOf, unique } from '../../text/facts.ts';
import { paragraphs, plainText } from '../../text/markdown.ts';
import { cvssList, scanCvss } from '../cvss.ts';
import { namesMembers, type ScanFormat } from '../format.ts';
import { itemOf } from '../item.ts';
import { FindingImages } from './finding-images.ts';
import { NotTaken } from './not-taken.ts';
import { assetsOf, bullets, headingOf, referencesOf, severityFrom, valueText, withParts } from './written.ts';

/** Members that are read; those before the others may say how they are read. */
const paths: readonly JsonPath[] = [
  ['project_type', 'finding_fields'],
  ['findings', '*'],
  ['translations', '*'],
  ['tags'],
  ['data'],
  ...['notes', 'comments', 'sections', 'files'].map((name) => [name, '*']),
];

/** SysReptor: projects and finding templates, as JSON or in the archive with their images. */
export const sysreptor: ScanFormat = {
  name: 'sysreptor',
  title: 'SysReptor',
  recognises: (head) =>
    namesMembers(head, 'override_finding_order', 'report_data') ||
    namesMembers(head, 'translations', 'is_main') ||
    // A project as its interface and `reptor` give it.
    /^\s*\{[\s\S]*"findings"\s*:\s*\[\s*\{[^[\]]{0,2000}"data"\s*:\s*\{/u.test(head) ||
    /^\s*\{[\s\S]*"format"\s*:\s*"(?:projects|templates|notes|projecttypes)\/v\d"/u.test(head),
  async *read({ chunks, images }, report) {
    const notTaken = new NotTaken();
    let fields: FieldDefinitions = new Map();
    let tags: readonly string[] = [];
    let [findings, templates] = [0, 0];
    for await (const { value, line, parents, place } of jsonValues(chunks, paths)) {
      const [member] = place;
      const id = textIn(parents[0], 'id');
      const context = { fields, images: imagesOf(images, id), line, notTaken };
      if (member === 'project_type') fields = definitionsIn(value);
      else if (member === 'tags') tags = textsIn({ tags: value }, 'tags');
      else if (member === 'findings') {
        findings += 1;
        const data = objectIn(value, 'data');
        yield* findingItems(data, { rule: textIn(value, 'id') || textIn(data, 'title'), tags: [] }, context);
      } else if (member === 'translations' && objectOf(value)['is_main'] !== true)
        notTaken.add('translations of templates');
      else if (member === 'translations' || member === 'data') {
        templates += 1;
        const data = member === 'data' ? objectOf(value) : objectIn(value, 'data');
        yield* findingItems(data, { rule: id || textIn(data, 'title'), tags }, context);
      } else notTaken.add(String(member));
    }
    if (templates > 0) report({ line: null, column: null, message: templateNote });
    if (findings + templates === 0)
      report({ line: null, column: null, message: 'This file holds no findings and no templates.' });
    notTaken.report(report);
  },
};

/** A project, a template or findings as `reptor` writes them: TOML. */
export const sysreptorToml: ScanFormat = {
  name: 'sysreptor-toml',
  title: 'SysReptor TOML',
  recognises: (head) =>
    /^\s*(?:#|\[\[?[\w."-]+\]\]?|[\w."-]+\s*=)/u.test(head) &&
    (/^format\s*=\s*["'](?:projects|templates|notes|projecttypes)\/v\d["']/mu.test(head) ||
      /^\s*\[(?:findings\.)?data\]/mu.test(head)),
  async *read({ chunks, ...source }, report) {
    const { text, value } = await tomlFile(chunks);
    // One finding alone stands at the top.
    const isFinding = value['status'] !== undefined && value['findings'] === undefined;
    const { id, project_type, tags, ...others } = isFinding ? { findings: [value] } : value;
    // What says how others are read stands before them.
    const ordered = JSON.stringify({ id, project_type, tags, ...others });
    const lines = [...text.matchAll(/^[ \t]*\[\[\s*findings\s*\]\]/gmu)].map(
      ({ index }) => text.slice(0, index).split('\n').length,
    );
    let [at, rule] = [-1, ''];
    for await (const item of sysreptor.read({ ...source, chunks: oneChunk(ordered) }, report)) {
      if (item.rule !== rule) at += 1;
      rule = item.rule;
      yield { ...item, line: lines[at] ?? 1 };
    }
  },
};

async function* oneChunk(text: string): AsyncIterable<string> {
  yield text;
}

const templateNote = 'These are templates. Each is taken as a finding without an asset.';

/** What a design says of a field: its label, its kind, and what its values are called. */
interface FieldDefinition {
  readonly label: string;
  readonly type: string;
  readonly choices: ReadonlyMap<string, string>;
}
type FieldDefinitions = ReadonlyMap<string, FieldDefinition>;

/** A list in newer files, members of an object in older ones. */
function definitionsIn(value: Json): FieldDefinitions {
  const named: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? listIn({ value }, 'value').map((field) => [textIn(field, 'id'), field])
    : Object.entries(objectOf(value));
  return new Map(
    named.map(([id, field]) => [
      id,
      {
        label: textIn(field, 'label'),
        type: textIn(field, 'type'),
        choices: new Map(
          listIn(field, 'choices').map((choice) => [textIn(choice, 'value'), textIn(choice, 'label')]),
        ),
      },
    ]),
  );
}

interface FindingContext {
  readonly fields: FieldDefinitions;
  readonly images: FindingImages;
  readonly line: number;
  readonly notTaken: NotTaken;
}

/** Members with a place of their own in a finding; all others stand under their label in the description. */
const placed: ReadonlySet<string> = new Set([
  ...[
    'title',
    'cvss',
    'severity',
    'summary',
    'description',
    'impact',
    'recommendation',
    'short_recommendation',
  ],
  ...['references', 'affected_components', 'owasp_top10_2021', 'wstg_category', 'cwe', 'retest_status'],
]);
const demonstrations: ReadonlySet<string> = new Set([
  ...['proof_of_concept', 'poc', 'steps_to_reproduce', 'reproduction', 'demonstration'],
]);

function* findingItems(
  data: JsonObject,
  { rule, tags }: Pick<ScanItem, 'rule' | 'tags'>,
  { fields, images, line, notTaken }: FindingContext,
): Iterable<ScanItem> {
  const typeOf = (name: string): string => fields.get(name)?.type ?? '';
  const text = (name: string): string => fieldText(data[name], fields.get(name), images);
  const cvss = cvssList(...cvssFields(data, fields).map((vector) => scanCvss(vector, null, '3.1')));
  const references = referencesOf(textsIn(data, 'references'));
  const affected = assetsOf(
    listIn(data, 'affected_components').map((entry) => valueText(entry, (words) => words)),
  );
  const others = Object.keys(data).filter((name) => !placed.has(name) && !demonstrations.has(name));
  const parts: [string, string][] = [];
  for (const name of others) {
    if (typeOf(name) === 'cvss') continue;
    if (typeOf(name) === 'user') {
      if (data[name] !== null) notTaken.add(name);
      continue;
    }
    parts.push([fields.get(name)?.label || headingOf(name), text(name)]);
  }
  const said = itemOf({
    tool: 'sysreptor',
    rule,
    title: textIn(data, 'title'),
    line,
    severity: severityFrom(textIn(data, 'severity'), cvss),
    description: withParts(paragraphs(text('summary'), text('description')), [
      ...parts,
      ['Affected', bullets(affected.words)],
      ['References', bullets(references.words)],
    ]),
    demonstration: paragraphs(...[...demonstrations].map(text)),
    remediation: paragraphs(text('short_recommendation'), text('recommendation')),
    impact: text('impact'),
    references: references.addresses,
    cwe: unique(cweIn(textsIn(data, 'cwe').map(cweWords).join(' '))),
    cvss,
    tags: unique([...tags, ...categoryTags(data)]),
    authored: true,
    closed: textIn(data, 'retest_status') === 'resolved',
    evidence: images.images(),
  });
  notTaken.add('images that are not in the archive', images.missing());
  for (const asset of affected.assets.length === 0 ? [''] : affected.assets)
    yield { ...said, asset, port: portOf(asset) };
}

function cweWords(written: string): string {
  return /^\d+$/u.test(written) ? `CWE-${written}` : written;
}

/** `A03_2021` of a list of risks, `INPV` of the guide for tests. */
function categoryTags(data: JsonObject): string[] {
  const risk = textIn(data, 'owasp_top10_2021').replace('_', ':');
  const guide = textIn(data, 'wstg_category');
  return [risk, guide === '' ? '' : `WSTG-${guide}`].filter((tag) => tag !== '');
}

/** A design may call its vector otherwise, or have several. */
function cvssFields(data: JsonObject, fields: FieldDefinitions): string[] {
  const names = unique([
    'cvss',
    ...[...fields].filter(([, { type }]) => type === 'cvss').map(([name]) => name),
  ]);
  return names.map((name) => textIn(data, name)).filter((vector) => vector !== '');
}

const ownImage = /(?:^|\/)images\/name\/([^/?#]+)$/u;

function fieldText(
  value: Json | undefined,
  field: FieldDefinition | undefined,
  images: FindingImages,
): string {
  const named = typeof value === 'string' ? field?.choices.get(value) : undefined;
  if (named !== undefined && named !== '') return plainText(named);
  return valueText(value, (text) => {
    if (field?.type === 'string') return plainText(text);
    const markdown = text.replaceAll('\r\n', '\n');
    // Most texts refer to no image, and need not be parsed.
    return markdown.includes('images/name/')
      ? images.inMarkdown(markdown, (address) => ownImage.test(address))
      : markdown;
  });
}

/** Images lie in a folder that is called by their project or template. */
function imagesOf(images: ArchivedImages, id: string): FindingImages {
  return new FindingImages((address): ScanImage | null => {
    const name = decoded(ownImage.exec(address)?.[1] ?? '');
    const folder = `${id}-images/`;
    const bytes = images.get(folder + name) ?? images.get(`images/${name}`);
    return bytes === undefined ? null : { name, bytes };
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
