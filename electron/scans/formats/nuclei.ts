import type { Json } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { jsonRecords } from '../json/values.ts';
import { numberIn, objectIn, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cveIn, cweIn, portOf, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText, titled } from '../text/markdown.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { namesMembers, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Nuclei, a list (`-json-export`) or lines (`-jsonl`), of all versions. */
export const nuclei: ScanFormat = {
  name: 'nuclei',
  title: 'Nuclei JSON',
  recognises: (head) =>
    /"template(?:-id|ID|_id)"\s*:/u.test(head) && (namesMembers(head, 'info') || namesMembers(head, 'host')),
  async *read({ chunks }) {
    for await (const { value, line } of jsonRecords(chunks)) {
      const item = resultOf(value, line);
      if (item !== null) yield item;
    }
  },
};

function resultOf(result: Json, line: number): ScanItem | null {
  const template = textIn(result, 'template-id', 'templateID', 'template_id');
  // Told with `-matcher-status`: the template was run, and nothing was found.
  const matched = typeof result === 'object' && result !== null && 'matcher-status' in result;
  if (template === '' || (matched && result['matcher-status'] === false)) return null;
  const info = objectIn(result, 'info');
  const classification = objectIn(info, 'classification');
  const host = textIn(result, 'host') || textIn(result, 'ip');
  const place = textIn(result, 'matched-at', 'matched', 'matched_at');
  const matcher = textIn(result, 'matcher-name', 'matcher_name');
  const extracted = textsIn(result, 'extracted-results', 'extracted_results');
  const request = textIn(result, 'request');
  const response = textIn(result, 'response');
  return itemOf({
    tool: 'nuclei',
    rule: template,
    title: textIn(info, 'name') || template,
    severity: severityKeyOf(textIn(info, 'severity')),
    asset: assetOf(host),
    port: portIn(result, place || host),
    path: place === '' || place === host ? null : place,
    description: plainText(textIn(info, 'description')),
    observation: paragraphs(
      matcher === '' ? '' : plainText(`Matcher: ${matcher}`),
      titled('Extracted', codeBlock(extracted.join('\n'))),
    ),
    remediation: plainText(textIn(info, 'remediation')),
    impact: plainText(textIn(info, 'impact')),
    references: addressesIn(textsIn(info, 'reference', 'references').join('\n')),
    cve: unique(textsIn(classification, 'cve-id').flatMap(cveIn)),
    cwe: unique(textsIn(classification, 'cwe-id').flatMap(cweIn)),
    cvss: cvssList(
      scanCvss(textIn(classification, 'cvss-metrics'), numberIn(classification, 'cvss-score'), '3.1'),
    ),
    requests:
      request === '' && response === '' ? [] : [{ request: request || null, response: response || null }],
    tags: unique(
      textsIn(info, 'tags')
        .flatMap((tag) => tag.split(','))
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
    line,
  });
}

/** Of an address its origin; a host stays as it is. */
function assetOf(host: string): string {
  if (!/^https?:\/\//iu.test(host)) return host;
  return URL.parse(host)?.origin ?? host;
}

function portIn(result: Json, place: string): number | null {
  const port = numberIn(result, 'port') ?? /^[^/]+:(\d{1,5})$/u.exec(place)?.[1] ?? null;
  return port === null ? portOf(place) : Number(port);
}
