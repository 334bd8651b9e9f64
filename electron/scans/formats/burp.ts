import type { ScanExchange, ScanItem } from '#contract/scans/item.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { addressesIn, cveIn, cweIn, portOf } from '../text/facts.ts';
import { codeBlock, htmlText, paragraphs } from '../text/markdown.ts';
import { xmlElements, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf, textOf, textsOf } from '../xml/read.ts';
import { rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Burp Suite, "Report issues" as XML. */
export const burp: ScanFormat = {
  name: 'burp',
  title: 'Burp Suite XML',
  recognises: (head) => rootOf(head) === 'issues' && /burpVersion/u.test(head),
  async *read({ chunks }, report) {
    for await (const { element } of xmlElements(chunks, ['issue'], report)) yield issueOf(element);
  },
};

function issueOf(issue: ScanElement): ScanItem {
  const severity = textOf(issue, 'severity');
  const host = childOf(issue, 'host');
  const address = host?.text.trim() ?? '';
  const asset = address === '' ? (host?.attributes['ip'] ?? '') : address.replace(/\/$/u, '');
  const classes = textOf(issue, 'vulnerabilityClassifications');
  const background = textOf(issue, 'issueBackground');
  const references = textOf(issue, 'references');
  return itemOf({
    tool: 'burp',
    rule: textOf(issue, 'type'),
    title: textOf(issue, 'name'),
    severity: severityKeyOf(severity),
    falsePositive: /^false positive$/iu.test(severity),
    asset,
    port: portOf(asset),
    path: textOf(issue, 'location') || textOf(issue, 'path') || null,
    description: htmlText(background),
    observation: paragraphs(
      htmlText(textOf(issue, 'issueDetail')),
      detailItems(issue),
      ...childrenOf(issue, 'collaboratorEvent').map(interaction),
      ...childrenOf(issue, 'infiltratorEvent').map(interaction),
    ),
    remediation: paragraphs(
      htmlText(textOf(issue, 'remediationBackground')),
      htmlText(textOf(issue, 'remediationDetail')),
    ),
    references: addressesIn(references),
    cve: cveIn(`${background} ${references}`),
    cwe: cweIn(classes),
    requests: exchangesIn(issue),
    confidence: textOf(issue, 'confidence').toLowerCase(),
    line: issue.line,
  });
}

/** What the detail lists; older versions write it into the detail as well. */
function detailItems(issue: ScanElement): string {
  const detail = textOf(issue, 'issueDetail');
  const items = textsOf(childOf(issue, 'issueDetailItems'), 'issueDetailItem').filter(
    (item) => !detail.includes(item),
  );
  return items.map((item) => `- ${htmlText(item).replaceAll('\n', '\n  ')}`).join('\n');
}

/** What a server did outside of the response: a look-up, a request to Burp Collaborator. */
function interaction(event: ScanElement): string {
  const lines = event.children
    .filter(({ name, text }) => name !== 'requestresponse' && text.trim() !== '')
    .map(
      ({ name, text, attributes }) => `${name}: ${readable(text.trim(), attributes['base64'] === 'true')}`,
    );
  return codeBlock(lines.join('\n'));
}

function exchangesIn(element: ScanElement): ScanExchange[] {
  const found = [
    ...childrenOf(element, 'requestresponse'),
    // Of a look-up outside and of code analysis within.
    ...childrenOf(element, 'collaboratorEvent').flatMap((event) => childrenOf(event, 'requestresponse')),
  ];
  return found.flatMap((pair) => {
    const request = messageOf(childOf(pair, 'request'));
    const response = messageOf(childOf(pair, 'response'));
    return request === null && response === null ? [] : [{ request, response }];
  });
}

function messageOf(element: ScanElement | undefined): string | null {
  if (element === undefined || element.text.trim() === '') return null;
  const isPacked = element.attributes['base64'] === 'true';
  return readable(isPacked ? element.text : element.text.replace(/^\n+/u, ''), isPacked);
}

function readable(text: string, isPacked: boolean): string {
  if (!isPacked) return text;
  const bytes = Buffer.from(text, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // A response in another encoding, or one that is no text: each byte is a character.
    return bytes.toString('latin1');
  }
}
