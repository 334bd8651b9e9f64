import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanExchange, ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { jsonValues } from '../json/values.ts';
import { listIn, objectOf, textIn } from '../json/read.ts';
import { addressesIn, cveIn, isCwe } from '../text/facts.ts';
import { codeBlock, htmlText, paragraphs } from '../text/markdown.ts';
import { xmlElements, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf, textOf } from '../xml/read.ts';
import { namesMembers, rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** ZAP, "Traditional XML Report", also with requests and responses. */
export const zapXml: ScanFormat = {
  name: 'zap',
  title: 'ZAP XML',
  recognises: (head) => rootOf(head) === 'OWASPZAPReport',
  async *read({ chunks }, report) {
    for await (const { element, parents } of xmlElements(chunks, ['alertitem'], report)) {
      const site = parents.find(({ name }) => name === 'site')?.attributes ?? {};
      const alert: Alert = {
        text: (name) => textOf(element, name),
        instances: childrenOf(childOf(element, 'instances'), 'instance').map(
          (instance) => (name) => instanceText(instance, name),
        ),
      };
      yield alertOf(alert, { name: site['name'] ?? '', port: site['port'] ?? '' }, element.line);
    }
  },
};

/** ZAP, "Traditional JSON Report", also with requests and responses. */
export const zapJson: ScanFormat = {
  name: 'zap-json',
  title: 'ZAP JSON',
  recognises: (head) =>
    namesMembers(head, 'site') &&
    (namesMembers(head, '@programName') || namesMembers(head, '@version', '@generated')),
  async *read({ chunks }) {
    for await (const { value, line } of jsonValues(chunks, [['site'], ['site', '*']])) {
      const site = objectOf(value);
      for (const entry of listIn(site, 'alerts')) yield jsonAlert(entry, site, line);
    }
  },
};

function jsonAlert(entry: Json, site: JsonObject, line: number): ScanItem {
  const alert: Alert = {
    text: (name) => textIn(entry, name),
    instances: listIn(entry, 'instances').map(
      (instance) => (name) =>
        textIn(instance, name.replace('header', '-header').replace('body', '-body'), name),
    ),
  };
  return alertOf(alert, { name: textIn(site, '@name'), port: textIn(site, '@port') }, line);
}

/** An alert of either form: its texts by their names. */
interface Alert {
  readonly text: (name: string) => string;
  readonly instances: readonly ((name: string) => string)[];
}

const levels: readonly SeverityKey[] = ['info', 'low', 'medium', 'high'];
const confidences = ['false positive', 'low', 'medium', 'high', 'confirmed'] as const;

function alertOf({ text, instances }: Alert, site: { name: string; port: string }, line: number): ScanItem {
  const cwe = Number(text('cweid') || NaN);
  const port = Number(site.port || NaN);
  const confidence = text('confidence');
  const reference = unescapedOnce(text('reference'));
  return itemOf({
    tool: 'zap',
    rule: text('pluginid') || text('alertRef'),
    title: text('name') || text('alert'),
    severity: levels[Number(text('riskcode') || NaN)] ?? 'unknown',
    asset: site.name,
    port: Number.isInteger(port) && port > 0 ? port : null,
    path: instances.length === 1 ? (instances[0]?.('uri') ?? null) || null : null,
    description: htmlText(unescapedOnce(text('desc'))),
    observation: paragraphs(instancesText(instances), otherText(unescapedOnce(text('otherinfo')))),
    remediation: htmlText(unescapedOnce(text('solution'))),
    references: addressesIn(reference),
    cve: cveIn(`${text('name')} ${reference}`),
    cwe: isCwe(cwe) ? [cwe] : [],
    requests: instances.flatMap(exchangeOf),
    confidence: confidences[Number(confidence || NaN)] ?? confidence,
    falsePositive: confidence === '0',
    line,
  });
}

/** So many places are listed; there may be thousands. */
const maxPlaces = 100;

function instancesText(instances: readonly ((name: string) => string)[]): string {
  const lines = instances.slice(0, maxPlaces).map((text) => {
    const facts = ['param', 'attack', 'evidence'].flatMap((name) =>
      text(name) === '' ? [] : [`${name}: ${text(name).replace(/\s+/gu, ' ')}`],
    );
    return [`${text('method')} ${text('uri')}`.trim(), ...facts.map((fact) => `  ${fact}`)].join('\n');
  });
  const more = instances.length - lines.length;
  return codeBlock([...lines, ...(more > 0 ? [`… and ${String(more)} more`] : [])].join('\n'));
}

function exchangeOf(text: (name: string) => string): ScanExchange[] {
  const [request, response] = (['request', 'response'] as const).map((side) => {
    const head = text(`${side}header`);
    return head === '' ? null : `${head}\r\n\r\n${text(`${side}body`)}`.trimEnd();
  });
  return request == null && response == null
    ? []
    : [{ request: request ?? null, response: response ?? null }];
}

/** The text of an instance; files that were laid out anew have indented headers. */
function instanceText(instance: ScanElement, name: string): string {
  return textOf(instance, name).replace(/\n[ \t]+/gu, '\n');
}

/** Newer versions write lines of names and values, older ones paragraphs of HTML. */
function otherText(text: string): string {
  return /<(?:p|br)\b/iu.test(text) ? htmlText(text) : codeBlock(text.replace(/\n[ \t]+/gu, '\n'));
}

/** Some versions escape the HTML of a text a second time. */
function unescapedOnce(text: string): string {
  if (/<[a-z/]/iu.test(text) || !/^&lt;[a-z]/iu.test(text)) return text;
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
