import type { JsonObject } from '#contract/json.ts';
import type { ScanImage, ScanItem } from '#contract/scans/item.ts';
import { ScanError } from '#contract/scans/problem.ts';
import { reportFileFormat, reportFileVersion } from '#domain/deliverable/report-file.ts';
import { readRequests } from '#domain/finding/http-text.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { jsonValues } from '../json/values.ts';
import { listIn, numberIn, objectIn, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cweIn, portOf } from '../text/facts.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { namesMembers, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** A report of Dossier as JSON: each finding once for each of its assets. */
export const dossier: ScanFormat = {
  name: 'dossier',
  title: 'Dossier JSON',
  recognises: (head) => namesMembers(head, 'format') && new RegExp(`"${reportFileFormat}"`, 'u').test(head),
  async *read({ chunks }) {
    for await (const { value, line, parents } of jsonValues(chunks, [['findings', '*']])) {
      const version = numberIn(parents[0], 'formatVersion');
      if (version !== null && version > reportFileVersion)
        throw new ScanError('This file was written by a newer version of Dossier.', 1);
      const record = objectIn(value, 'record');
      const said = findingOf(record, textIn(value, 'id'));
      const evidence = imagesIn(listIn(value, 'evidence'));
      const assets = textsIn(record, 'asset');
      for (const asset of assets.length === 0 ? [''] : assets)
        yield { ...said, asset, port: portOf(asset), evidence, line };
    }
  },
};

function findingOf(record: JsonObject, id: string): ScanItem {
  const tags = textsIn(record, 'tags');
  // Of a tool if it came from one; else the finding itself is the rule.
  const [, tool = 'dossier', rule = id] =
    tags.map((tag) => /^rule:([^/\s]+)\/(\S.*)$/u.exec(tag)).find((found) => found !== null) ?? [];
  const requests = readRequests(record['requests']);
  return itemOf({
    tool,
    rule,
    title: textIn(record, 'title'),
    line: 0,
    severity: severityKeyOf(textIn(record, 'severity')),
    description: textIn(record, 'description'),
    observation: textIn(record, 'observation'),
    demonstration: textIn(record, 'demonstration'),
    remediation: textIn(record, 'remediation'),
    references: addressesIn(textsIn(record, 'references').join('\n')),
    cwe: cweIn(textIn(record, 'cwe').replace(/^.*\/(\d+)(?:\.html)?$/u, 'CWE-$1')),
    cvss: cvssList(scanCvss(textIn(record, 'CVSS'), numberIn(record, 'CVSS'), '3.1')),
    requests:
      requests.kind === 'exchanges'
        ? requests.exchanges.map(({ request, response }) => ({ request, response }))
        : requests.kind === 'text' && requests.text !== ''
          ? [{ request: requests.text, response: null }]
          : [],
    tags,
    authored: true,
  });
}

function imagesIn(evidence: readonly Parameters<typeof textIn>[0][]): ScanImage[] {
  return evidence.flatMap((image) => {
    const content = textIn(image, 'content');
    if (content === '') return [];
    return [
      {
        name: textIn(image, 'name') || textIn(image, 'caption'),
        bytes: new Uint8Array(Buffer.from(content, 'base64')),
      },
    ];
  });
}
