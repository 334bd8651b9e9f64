import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanCvss, ScanExchange, ScanImage, ScanItem } from '#contract/scans/item.ts';
import { jsonValues, type JsonPath } from '../../json/values.ts';
import { listIn, numberIn, objectIn, objectOf, textIn, textsIn } from '../../json/read.ts';
import { cveIn, cweIn, isCwe, portOf, unique } from '../../text/facts.ts';
import { codeBlock } from '../../text/markdown.ts';
import { cvssList, scanCvss } from '../cvss.ts';
import { namesMembers, type ScanFormat } from '../format.ts';
import { itemOf } from '../item.ts';
import { FindingImages } from './finding-images.ts';
import { NotTaken } from './not-taken.ts';
import { assetsOf, bullets, headingOf, referencesOf, severityFrom, withParts } from './written.ts';

const paths: readonly JsonPath[] = [['next'], ['results', '*'], ['findings', '*']];

/** DefectDojo: findings as its interface lists them, and the generic file that it imports. */
export const defectdojo: ScanFormat = {
  name: 'defectdojo',
  title: 'DefectDojo JSON',
  recognises: (head) =>
    (namesMembers(head, 'results') &&
      /"(?:finding_groups|numerical_severity|false_p|display_status)"\s*:/u.test(head)) ||
    namesMembers(head, 'findings', 'title', 'severity', 'description'),
  async *read({ chunks }, report) {
    const notTaken = new NotTaken();
    for await (const { value, line, place } of jsonValues(chunks, paths)) {
      if (place[0] !== 'next') yield* findingItems(objectOf(value), line, notTaken);
      else if (value !== null)
        report({
          line,
          column: null,
          message: 'This is one page of several. Save the others too, and import all.',
        });
    }
    notTaken.report(report);
  },
};

/** Members with a place of their own in a finding. */
const placed: ReadonlySet<string> = new Set([
  ...['title', 'severity', 'description', 'mitigation', 'impact', 'steps_to_reproduce', 'references', 'tags'],
  ...['cwe', 'cwes', 'cve', 'vulnerability_ids', 'cvssv3', 'cvssv3_score', 'cvssv4', 'cvssv4_score'],
  ...['endpoints', 'file_path', 'line', 'service', 'component_name', 'component_version', 'files'],
  ...['request_response', 'false_p', 'out_of_scope', 'duplicate', 'risk_accepted', 'is_mitigated', 'active'],
  ...['id', 'unique_id_from_tool', 'vuln_id_from_tool'],
]);
/** Members whose text stands under their name. */
const headed = [
  ...['severity_justification', 'param', 'payload', 'fix_version', 'planned_remediation_version'],
  ...['effort_for_fixing', 'sast_source_object', 'sast_sink_object', 'sast_source_file_path'],
];
/** How the server keeps its findings; none of it is of the finding. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...[
    'age',
    'created',
    'date',
    'updated',
    'publish_date',
    'mitigated',
    'mitigated_by',
    'reporter',
    'reviewers',
  ],
  ...['numerical_severity', 'hash_code', 'test', 'found_by', 'url', 'verified', 'under_review', 'thread_id'],
  ...[
    'display_status',
    'push_to_jira',
    'related_fields',
    'finding_groups',
    'nb_occurences',
    'sonarqube_issue',
  ],
  ...['static_finding', 'dynamic_finding', 'duplicate_finding', 'scanner_confidence', 'sast_source_line'],
  ...[
    'fix_available',
    'known_exploited',
    'ransomware_used',
    'kev_date',
    'planned_remediation_date',
    'prefetch',
  ],
]);
const bookkeepingPrefix = /^(?:defect_review|epss|has|inherit|jira|last|review|sla|under_defect)_/u;

function* findingItems(value: JsonObject, line: number, notTaken: NotTaken): Iterable<ScanItem> {
  for (const [name, member] of Object.entries(value))
    if (!isKnown(name) && isSaid(member)) notTaken.add(name);
  const text = (name: string): string => markdown(textIn(value, name));
  const title = textIn(value, 'title');
  const cvss = cvssIn(value);
  const references = referencesOf(textIn(value, 'references').split('\n'));
  const images = filesIn(value, notTaken);
  const component = [textIn(value, 'component_name'), textIn(value, 'component_version')].join(' ').trim();
  const file = textIn(value, 'file_path');
  const places = placesIn(value, notTaken);
  const affected = assetsOf(places.length > 0 ? places : [file || textIn(value, 'service')]);
  const fileLine = numberIn(value, 'line');
  const said = itemOf({
    tool: 'defectdojo',
    rule: textIn(value, 'id', 'unique_id_from_tool', 'vuln_id_from_tool') || title,
    title,
    line,
    severity: severityFrom(textIn(value, 'severity'), cvss),
    path: file === '' ? null : fileLine === null || fileLine < 1 ? file : `${file}:${String(fileLine)}`,
    component: component === '' ? null : component,
    description: withParts(text('description'), [
      ['Component', component],
      ...headed.map((name): [string, string] => [
        headingOf(name),
        name === 'param' || name === 'payload' ? codeBlock(textIn(value, name)) : text(name),
      ]),
      ['Affected', bullets(affected.words)],
      ['References', bullets(references.words)],
    ]),
    demonstration: text('steps_to_reproduce'),
    remediation: text('mitigation'),
    impact: text('impact'),
    references: references.addresses,
    cve: unique(cveIn([textIn(value, 'cve'), ...identifiersIn(value)].join(' '))),
    cwe: weaknessesIn(value),
    cvss,
    requests: exchangesIn(value),
    tags: textsIn(value, 'tags'),
    authored: true,
    falsePositive: value['false_p'] === true,
    suppressed: suppression(value),
    closed: value['is_mitigated'] === true || value['active'] === false,
    evidence: images,
  });
  for (const asset of affected.assets.length === 0 ? [''] : affected.assets)
    yield { ...said, asset, port: portOf(asset) };
}

function isKnown(name: string): boolean {
  return placed.has(name) || headed.includes(name) || bookkeeping.has(name) || bookkeepingPrefix.test(name);
}

function isSaid(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** Texts are Markdown already. */
function markdown(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

function cvssIn(value: JsonObject): ScanCvss[] {
  return cvssList(
    scanCvss(textIn(value, 'cvssv4'), numberIn(value, 'cvssv4_score'), '4.0'),
    scanCvss(textIn(value, 'cvssv3'), numberIn(value, 'cvssv3_score'), '3.1'),
  );
}

/** The interface names its own rows alone; the generic file writes addresses, whole or in parts. */
function placesIn(value: JsonObject, notTaken: NotTaken): string[] {
  return listIn(value, 'endpoints').flatMap((endpoint) => {
    if (typeof endpoint === 'string') return [endpoint];
    const host = textIn(endpoint, 'host');
    if (host === '') {
      notTaken.add('endpoints that are numbers of the server');
      return [];
    }
    const [protocol, port] = [textIn(endpoint, 'protocol'), textIn(endpoint, 'port')];
    const path = textIn(endpoint, 'path').replace(/^\/*(?=.)/u, '/');
    return [`${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}${path}`];
  });
}

function identifiersIn(value: JsonObject): string[] {
  return listIn(value, 'vulnerability_ids').map((id) =>
    typeof id === 'string' ? id : textIn(id, 'vulnerability_id'),
  );
}

function weaknessesIn(value: JsonObject): number[] {
  const others = listIn(value, 'cwes').map((cwe) =>
    typeof cwe === 'string' || typeof cwe === 'number' ? String(cwe) : textIn(cwe, 'cwe'),
  );
  const words = others.map((cwe) => (/^\d+$/u.test(cwe) ? `CWE-${cwe}` : cwe)).join(' ');
  return unique([numberIn(value, 'cwe') ?? 0, ...cweIn(words)].filter(isCwe));
}

function exchangesIn(value: JsonObject): ScanExchange[] {
  return listIn(objectIn(value, 'request_response'), 'req_resp').map((pair) => ({
    request: textIn(pair, 'request') || null,
    response: textIn(pair, 'response') || null,
  }));
}

/** Why people of the server set it aside; null if they did not. */
function suppression(value: JsonObject): string | null {
  const reasons = ['duplicate', 'out_of_scope', 'risk_accepted'];
  const found = reasons.find((name) => value[name] === true);
  return found === undefined ? null : headingOf(found);
}

/** Images of a generic file. Other files, and those that are on the server alone, are not taken. */
function filesIn(value: JsonObject, notTaken: NotTaken): readonly ScanImage[] {
  const images = new FindingImages((name) => {
    const file = listIn(value, 'files').find((other) => textIn(other, 'title') === name);
    const content = textIn(file, 'data');
    return content === '' ? null : { name, bytes: new Uint8Array(Buffer.from(content, 'base64')) };
  });
  for (const file of listIn(value, 'files')) {
    const name = textIn(file, 'title');
    if (!/\.(?:png|jpe?g|gif|webp|bmp)$/iu.test(name) || images.nameOf(name) === null) notTaken.add('files');
  }
  return images.images();
}
