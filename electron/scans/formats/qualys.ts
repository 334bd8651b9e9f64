import type { ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { addressesIn, cveIn, unique } from '../text/facts.ts';
import { codeBlock, htmlText } from '../text/markdown.ts';
import { xmlElements, type FoundElement, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf, textOf } from '../xml/read.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Qualys VM: a report by hosts with its glossary, or the results of one scan. */
export const qualys: ScanFormat = {
  name: 'qualys',
  title: 'Qualys XML',
  recognises: (head) => /^(?:ASSET_DATA_REPORT|SCAN)$/u.test(rootOf(head) ?? ''),
  async *read({ chunks }, report) {
    // The glossary stands behind the hosts, so what they have waits for it.
    const waiting: { readonly info: ScanElement; readonly asset: string }[] = [];
    const glossary = new Map<string, ScanElement>();
    const names = ['HOST', 'VULN_DETAILS', 'VULN', 'SERVICE', 'INFO', 'PRACTICE'];
    for await (const { element, parents } of xmlElements(chunks, names, report)) {
      if (element.name === 'VULN_DETAILS') glossary.set(qidOf(element), element);
      else if (element.name === 'HOST') {
        const asset = textOf(element, 'DNS') || textOf(element, 'IP');
        for (const info of infosIn(element)) waiting.push({ info, asset });
      } else if (element.attributes['number'] !== undefined) yield scanned(element, parents);
    }
    for (const { info, asset } of waiting) yield detected(info, glossary.get(textOf(info, 'QID')), asset);
  },
};

function infosIn(host: ScanElement): readonly ScanElement[] {
  const lists = childrenOf(host, 'VULN_INFO_LIST');
  return lists.flatMap((list) => childrenOf(list, 'VULN_INFO'));
}

function qidOf(details: ScanElement): string {
  return textOf(details, 'QID') || (details.attributes['id'] ?? '').replace(/^qid_/iu, '');
}

/** 1 to 5 of a vulnerability, and of what may be one. */
const levels: readonly SeverityKey[] = ['unknown', 'info', 'low', 'medium', 'high', 'critical'];

/** What was gathered has a scale of its own, in which 3 is no weakness either. */
function severityOf(level: string, isGathered: boolean): SeverityKey {
  return isGathered ? 'info' : (levels[Number(level || NaN)] ?? 'unknown');
}

/** An entry of a report by hosts. */
function detected(info: ScanElement, details: ScanElement | undefined, asset: string): ScanItem {
  const isGathered = /^(?:ig|info)/iu.test(textOf(info, 'TYPE'));
  return itemOf({
    tool: 'qualys',
    rule: textOf(info, 'QID'),
    title: textOf(details, 'TITLE'),
    severity: severityOf(textOf(details, 'SEVERITY') || textOf(info, 'SEVERITY'), isGathered),
    informational: isGathered,
    asset,
    port: portOf(textOf(info, 'PORT')),
    description: htmlText(textOf(details, 'THREAT')),
    impact: htmlText(textOf(details, 'IMPACT')),
    remediation: htmlText(textOf(details, 'SOLUTION')),
    observation: codeBlock(childOf(info, 'RESULT')?.text ?? ''),
    references: addressesIn(urlsIn(details, 'VENDOR_REFERENCE_LIST', 'VENDOR_REFERENCE')),
    cve: unique(cveIn(textsWithin(childOf(details, 'CVE_ID_LIST')))),
    cvss: cvssIn(childOf(details, 'CVSS3_SCORE') ?? info, childOf(details, 'CVSS_SCORE') ?? info),
    closed: /^fixed$/iu.test(textOf(info, 'VULN_STATUS')),
    confidence: /practice|potential/iu.test(textOf(info, 'TYPE')) ? 'potential' : '',
    line: info.line,
  });
}

/** An entry of the results of one scan, which brings its texts along. */
function scanned(entry: ScanElement, parents: FoundElement['parents']): ScanItem {
  const host = parents.find(({ name }) => name === 'IP')?.attributes ?? {};
  const place = parents.find(({ name }) => name === 'CAT')?.attributes ?? {};
  const isGathered = entry.name === 'INFO' || entry.name === 'SERVICE';
  return itemOf({
    tool: 'qualys',
    rule: entry.attributes['number'] ?? '',
    title: textOf(entry, 'TITLE'),
    severity: severityOf(entry.attributes['severity'] ?? '', isGathered),
    informational: isGathered,
    asset:
      host['name'] !== undefined && host['name'] !== 'No registered hostname'
        ? host['name']
        : (host['value'] ?? ''),
    port: portOf(place['port'] ?? ''),
    description: htmlText(textOf(entry, 'DIAGNOSIS')),
    impact: htmlText(textOf(entry, 'CONSEQUENCE')),
    remediation: htmlText(textOf(entry, 'SOLUTION')),
    observation: codeBlock(childOf(entry, 'RESULT')?.text ?? ''),
    references: addressesIn(urlsIn(entry, 'VENDOR_REFERENCE_LIST', 'VENDOR_REFERENCE')),
    cve: unique(cveIn(textsWithin(childOf(entry, 'CVE_ID_LIST')))),
    cvss: cvssIn(entry, entry),
    confidence: entry.name === 'PRACTICE' ? 'potential' : '',
    line: entry.line,
  });
}

function cvssIn(three: ScanElement, two: ScanElement): ScanItem['cvss'] {
  const score = (element: ScanElement, name: string): number | null => {
    const number = Number(/^\d+(?:\.\d+)?/u.exec(textOf(element, name))?.[0] ?? NaN);
    return Number.isNaN(number) ? null : number;
  };
  const vector = (element: ScanElement, ...names: string[]): string =>
    names.map((name) => textOf(element, name)).find((text) => text !== '') ?? '';
  return cvssList(
    scanCvss(
      vector(three, 'CVSS3_VECTOR', 'CVSS3_VECTOR_STRING'),
      score(three, 'CVSS3_BASE') ?? score(three, 'CVSS3_BASE_SCORE'),
      '3.1',
    ),
    scanCvss(vector(two, 'CVSS_VECTOR', 'CVSS_VECTOR_STRING'), score(two, 'CVSS_BASE'), '2.0'),
  );
}

function portOf(text: string): number | null {
  const port = Number(text || NaN);
  return Number.isInteger(port) && port > 0 ? port : null;
}

function urlsIn(element: ScanElement | undefined, list: string, entry: string): string {
  return childrenOf(childOf(element, list), entry)
    .map((one) => textOf(one, 'URL'))
    .join('\n');
}

function textsWithin(element: ScanElement | undefined): string {
  if (element === undefined) return '';
  return [element.text, ...element.children.map(textsWithin)].join(' ');
}
