import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';
import { jsonValues } from '../json/values.ts';
import { listIn, numberIn, objectIn, objectOf, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cveIn, cweIn, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText, titled } from '../text/markdown.ts';
import type { ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** SARIF 2.1: CodeQL, and what many other tools write beside their own format. */
export const sarif: ScanFormat = {
  name: 'sarif',
  title: 'SARIF 2.1',
  recognises: (head) =>
    /^\s*\{/u.test(head) && /"runs"\s*:/u.test(head) && /sarif|"driver"\s*:|"2\.1\.0"/u.test(head),
  async *read({ chunks }) {
    let run = new Run();
    let number = 0;
    const paths = [
      ['runs', '*', 'tool'],
      ['runs', '*', 'artifacts'],
      ['runs', '*', 'results', '*'],
    ];
    for await (const { value, line, place } of jsonValues(chunks, paths)) {
      if (place[1] !== number) {
        yield* run.items();
        run = new Run();
        number = Number(place[1]);
      }
      if (place[2] === 'tool') run.tool = objectOf(value);
      else if (place[2] === 'artifacts')
        run.artifacts = Array.isArray(value) ? (value as readonly Json[]) : [];
      else run.results.push({ result: value, line });
    }
    yield* run.items();
  },
};

const levels: Readonly<Record<string, SeverityKey>> = {
  error: 'high',
  warning: 'medium',
  note: 'low',
  none: 'info',
};

/** One run of a tool. Its rules may stand behind its results. */
class Run {
  tool: JsonObject = {};
  artifacts: readonly Json[] = [];
  readonly results: { readonly result: Json; readonly line: number }[] = [];

  *items(): Iterable<ScanItem> {
    const driver = objectIn(this.tool, 'driver');
    const extensions = listIn(this.tool, 'extensions').map(objectOf);
    const byId = new Map<string, Json>();
    for (const component of [...extensions, driver])
      for (const rule of listIn(component, 'rules')) byId.set(textIn(rule, 'id'), rule);
    const tool = textIn(driver, 'name').toLowerCase().replace(/\s+/gu, '-') || 'sarif';
    for (const { result, line } of this.results) {
      const rule = ruleOf(result, driver, extensions, byId);
      yield itemOf({ tool, line, ...this.#resultOf(result, objectOf(rule)) });
    }
  }

  #resultOf(result: Json, rule: JsonObject): Pick<ScanItem, 'rule' | 'title'> & Partial<ScanItem> {
    const id = textIn(result, 'ruleId') || textIn(objectIn(result, 'rule'), 'id') || textIn(rule, 'id');
    const properties = objectIn(rule, 'properties');
    const short = markdownIn(objectIn(rule, 'shortDescription'));
    const full = markdownIn(objectIn(rule, 'fullDescription'));
    const help = markdownIn(objectIn(rule, 'help'));
    const kind = textIn(result, 'kind');
    const tags = textsIn(properties, 'tags');
    const taxa = [
      ...listIn(result, 'taxa'),
      ...listIn(rule, 'relationships').map((one) => objectIn(one, 'target')),
    ];
    const place = this.#placeOf(listIn(result, 'locations')[0]);
    return {
      rule: id,
      title: textIn(objectIn(rule, 'shortDescription'), 'text') || textIn(rule, 'name') || id,
      severity: severityIn(result, rule, kind),
      asset: place.asset,
      path: place.path,
      description: paragraphs(full || short, help === full ? '' : help),
      observation: paragraphs(messageOf(result, rule), codeBlock(place.snippet), this.#flowOf(result)),
      remediation: paragraphs(
        ...listIn(result, 'fixes').map((fix) => markdownIn(objectIn(fix, 'description'))),
      ),
      references: unique([
        ...addressesIn(textIn(rule, 'helpUri')),
        ...addressesIn(textIn(result, 'hostedViewerUri')),
      ]),
      cve: cveIn(`${id} ${tags.join(' ')}`),
      cwe: unique([...cweIn(tags.join(' ')), ...taxa.flatMap(weaknessOf)]),
      confidence: textIn(properties, 'precision'),
      suppressed: suppressionOf(result),
      closed: textIn(result, 'baselineState') === 'absent',
      informational: /^(?:pass|notApplicable|informational)$/u.test(kind),
    };
  }

  #placeOf(location: Json | undefined): { asset: string; path: string | null; snippet: string } {
    const physical = objectIn(location, 'physicalLocation');
    const artifact = objectIn(physical, 'artifactLocation');
    const listed = objectIn(this.artifacts[numberIn(artifact, 'index') ?? -1], 'location');
    const uri = decodedPath(textIn(artifact, 'uri') || textIn(listed, 'uri'));
    const region = objectIn(physical, 'region');
    const start = textIn(region, 'startLine');
    const snippet = objectIn(region, 'snippet');
    const around = objectIn(objectIn(physical, 'contextRegion'), 'snippet');
    return {
      asset: /^https?:/iu.test(uri) ? (URL.parse(uri)?.origin ?? uri) : uri,
      path: uri === '' ? null : start === '' ? uri : `${uri}:${start}`,
      // With its indent, which trimming would take from the first line.
      snippet: rawText(around) || rawText(snippet),
    };
  }

  /** The way of a value through the code. */
  #flowOf(result: Json): string {
    const [flow] = listIn(listIn(result, 'codeFlows')[0], 'threadFlows');
    const steps = listIn(flow, 'locations').map((step) => {
      const location = objectIn(step, 'location');
      const words = textIn(objectIn(location, 'message'), 'text').replace(/\s+/gu, ' ');
      return [this.#placeOf(location).path ?? '', words].filter((text) => text !== '').join(' ');
    });
    const filled = steps.filter((step) => step !== '').slice(0, maxSteps);
    return filled.length < 2 ? '' : titled('Data flow', codeBlock(filled.join('\n')));
  }
}

/** So many steps of a flow are listed. */
const maxSteps = 50;

/** The rule of a result: by its number in the component that it names, or by its identifier. */
function ruleOf(
  result: Json,
  driver: JsonObject,
  extensions: readonly JsonObject[],
  byId: ReadonlyMap<string, Json>,
): Json | undefined {
  const reference = objectIn(result, 'rule');
  const index = numberIn(result, 'ruleIndex') ?? numberIn(reference, 'index');
  const component = numberIn(objectIn(reference, 'toolComponent'), 'index');
  const listed =
    index === null ? undefined : listIn(component === null ? driver : extensions[component], 'rules')[index];
  const id = textIn(result, 'ruleId') || textIn(reference, 'id');
  if (id === '') return listed;
  // "CA1000/1" is a variant of "CA1000". A number that leads to another rule is wrong.
  const known = [id, id.replace(/\/[^/]*$/u, '')];
  if (listed !== undefined && known.includes(textIn(listed, 'id'))) return listed;
  return known.map((name) => byId.get(name)).find((rule) => rule !== undefined);
}

function severityIn(result: Json, rule: JsonObject, kind: string): SeverityKey {
  const score =
    numberIn(objectIn(result, 'properties'), 'security-severity') ??
    numberIn(objectIn(rule, 'properties'), 'security-severity');
  if (score !== null && score >= 0 && score <= 10) return severityOfScore(score);
  if (kind !== '' && kind !== 'fail' && textIn(result, 'level') === '') return 'info';
  const level =
    textIn(result, 'level') || textIn(objectIn(rule, 'defaultConfiguration'), 'level') || 'warning';
  return levels[level] ?? 'unknown';
}

function suppressionOf(result: Json): string | null {
  const suppressions = listIn(result, 'suppressions');
  // One that is under review or was rejected makes the result count again.
  const holds = suppressions.every(
    (one) => !/^(?:underReview|rejected)$/u.test(textIn(one, 'status', 'state')),
  );
  if (suppressions.length === 0 || !holds) return null;
  const [first] = suppressions;
  return (
    textIn(first, 'justification') || (textIn(first, 'kind') === 'inSource' ? 'in the source' : 'in the tool')
  );
}

function messageOf(result: Json, rule: JsonObject): string {
  const message = objectIn(result, 'message');
  const known = objectIn(objectIn(rule, 'messageStrings'), textIn(message, 'id'));
  const values = textsIn(message, 'arguments');
  const filled = (text: string): string =>
    text
      .replace(/\{(\d+)\}/gu, (sign, number: string) => values[Number(number)] ?? sign)
      // A link to a related location of the file: `[a value](1)`.
      .replace(/\[([^\]]*)\]\(\d+\)/gu, '$1');
  for (const from of [message, known]) {
    const markdown = textIn(from, 'markdown');
    if (markdown !== '') return filled(markdown);
    const text = textIn(from, 'text');
    if (text !== '') return plainText(filled(text));
  }
  return '';
}

function markdownIn(message: JsonObject): string {
  return textIn(message, 'markdown') || plainText(textIn(message, 'text'));
}

function weaknessOf(taxon: Json): number[] {
  const component = textIn(objectIn(taxon, 'toolComponent'), 'name');
  const id = textIn(taxon, 'id');
  return /^CWE$/iu.test(component) ? cweIn(/^\d+$/u.test(id) ? `CWE-${id}` : id) : [];
}

function rawText(snippet: JsonObject): string {
  const { text } = snippet;
  return typeof text === 'string' ? text : '';
}

function decodedPath(uri: string): string {
  try {
    return uri.startsWith('http')
      ? uri
      : decodeURIComponent(uri.replace(/^file:\/\/\/?(?=[A-Za-z]:)/u, '').replace(/^file:\/\//u, ''));
  } catch {
    return uri;
  }
}
