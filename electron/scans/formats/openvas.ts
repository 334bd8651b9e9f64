import type { ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { addressesIn, cveIn, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText, titled } from '../text/markdown.ts';
import { xmlElements, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf, textOf } from '../xml/read.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** OpenVAS and Greenbone: a report as XML, or the answer of the management protocol around it. */
export const openvas: ScanFormat = {
  name: 'openvas',
  title: 'OpenVAS XML',
  recognises: (head) =>
    /^(?:report|get_reports_response|get_results_response)$/u.test(rootOf(head) ?? '') &&
    /<(?:gmp|omp|report_format|owner|result)\b|\bformat_id=/u.test(head),
  async *read({ chunks }, report) {
    for await (const { element } of xmlElements(chunks, ['result'], report)) {
      const item = resultOf(element);
      if (item !== null) yield item;
    }
  },
};

/** Names in the tags of a test. Their values may hold the sign that parts them. */
const tagNames =
  'summary|insight|affected|impact|solution|solution_type|solution_method|vuldetect|cvss_base_vector|severity_vector|qod_type|qodType|creation_date|last_modification|deprecated';

function resultOf(result: ScanElement): ScanItem | null {
  const nvt = childOf(result, 'nvt');
  const severity = textOf(result, 'severity');
  const score = severity === '' ? null : Number(severity);
  // -2 and -3 are messages of the scanner about itself.
  if (nvt === undefined || (score !== null && score < -1)) return null;
  const tags = tagsOf(textOf(nvt, 'tags'));
  const port = Number(/^(\d+)\//u.exec(textOf(result, 'port'))?.[1] ?? 0);
  const references = childrenOf(childOf(nvt, 'refs'), 'ref').map(({ attributes }) => attributes);
  const quality = textOf(childOf(result, 'qod'), 'value');
  return itemOf({
    tool: 'openvas',
    rule: nvt.attributes['oid'] ?? '',
    title: textOf(nvt, 'name') || textOf(result, 'name'),
    severity: severityOf(score, textOf(result, 'threat')),
    falsePositive: score === -1,
    asset: textOf(result, 'host').replace(/\s+/gu, ' '),
    port: port > 0 ? port : null,
    description: paragraphs(
      plainText(tags.get('summary') ?? ''),
      plainText(tags.get('insight') ?? ''),
      titled('Affected', plainText(tags.get('affected') ?? '')),
    ),
    observation: codeBlock(childOf(result, 'description')?.text ?? ''),
    remediation: plainText(textOf(nvt, 'solution') || (tags.get('solution') ?? '')),
    impact: plainText(tags.get('impact') ?? ''),
    references: addressesIn(
      [...references.filter(({ type }) => type === 'url').map(({ id = '' }) => id), textOf(nvt, 'xref')].join(
        '\n',
      ),
    ),
    cve: unique([
      ...references.filter(({ type }) => /^cve/u.test(type ?? '')).flatMap(({ id = '' }) => cveIn(id)),
      ...cveIn(textOf(nvt, 'cve')),
    ]),
    cvss: cvssOf(nvt, tags),
    confidence: quality === '' ? '' : `${quality} %`,
    line: result.line,
  });
}

function severityOf(score: number | null, threat: string): SeverityKey {
  if (score === -1) return 'unknown';
  if (score !== null && score >= 0 && score <= 10) return severityOfScore(score);
  return /^(?:log|debug)$/iu.test(threat) ? 'info' : severityKeyOf(threat);
}

function tagsOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split(new RegExp(`(?:^|\\|)(${tagNames})=`, 'u'));
  const tags = new Map<string, string>();
  for (let at = 1; at < parts.length; at += 2) tags.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
  return tags;
}

function cvssOf(nvt: ScanElement, tags: ReadonlyMap<string, string>): ScanItem['cvss'] {
  const listed = childrenOf(childOf(nvt, 'severities'), 'severity').map((severity) => {
    const score = Number(textOf(severity, 'score') || NaN);
    const guess = /v4/u.test(severity.attributes['type'] ?? '') ? '4.0' : '3.1';
    // Some versions count in tenths.
    return scanCvss(
      textOf(severity, 'value'),
      Number.isNaN(score) ? null : score > 10 ? score / 10 : score,
      guess,
    );
  });
  if (listed.length > 0) return cvssList(...listed);
  const base = Number(textOf(nvt, 'cvss_base') || NaN);
  return cvssList(
    scanCvss(
      tags.get('severity_vector') ?? tags.get('cvss_base_vector') ?? '',
      Number.isNaN(base) ? null : base,
      '2.0',
    ),
  );
}
