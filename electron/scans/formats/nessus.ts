import type { ScanImage, ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { addressesIn, cveIn, isCwe, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText } from '../text/markdown.ts';
import { xmlElements, type FoundElement, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf, textOf, textsOf } from '../xml/read.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Nessus, also of Tenable.io and Security Center: `.nessus`. */
export const nessus: ScanFormat = {
  name: 'nessus',
  title: 'Nessus',
  recognises: (head) => /^NessusClientData(?:_v2)?$/u.test(rootOf(head) ?? ''),
  async *read({ chunks }, report) {
    let properties: ScanElement | undefined;
    for await (const { element, parents } of xmlElements(chunks, ['HostProperties', 'ReportItem'], report)) {
      if (element.name === 'HostProperties') properties = element;
      else yield checkOf(element, hostOf(parents, properties));
    }
  },
};

function hostOf(parents: FoundElement['parents'], properties: ScanElement | undefined): string {
  const name = parents.find((parent) => parent.name === 'ReportHost')?.attributes['name'] ?? '';
  if (name.trim() !== '') return name.trim();
  const tags = childrenOf(properties, 'tag');
  for (const key of ['host-fqdn', 'host-ip', 'netbios-name']) {
    const tag = tags.find(({ attributes }) => attributes['name'] === key);
    if (tag !== undefined && tag.text.trim() !== '') return tag.text.trim();
  }
  return '';
}

function checkOf(item: ScanElement, asset: string): ScanItem {
  const plugin = item.attributes['pluginID'] ?? '';
  const port = Number(item.attributes['port'] ?? 0);
  const common = {
    tool: 'nessus',
    asset,
    // Of the whole host.
    port: Number.isInteger(port) && port > 0 ? port : null,
    evidence: attachments(item),
    line: item.line,
  };
  if (childOf(item, 'cm:compliance-check-name') !== undefined) {
    return itemOf({ ...common, ...complianceOf(item, plugin) });
  }
  return itemOf({
    ...common,
    rule: plugin,
    title: textOf(item, 'plugin_name') || (item.attributes['pluginName'] ?? ''),
    severity: severityIn(item),
    description: plainText(textOf(item, 'description') || textOf(item, 'synopsis')),
    observation: codeBlock(childOf(item, 'plugin_output')?.text ?? ''),
    remediation: withoutNone(plainText(textOf(item, 'solution'))),
    references: addressesIn(textsOf(item, 'see_also').join('\n')),
    cve: unique(textsOf(item, 'cve').flatMap(cveIn)),
    cwe: unique(
      textsOf(item, 'cwe')
        .map((text) => Number(/\d+/u.exec(text)?.[0]))
        .filter(isCwe),
    ),
    cvss: cvssList(
      scanCvss(textOf(item, 'cvss4_vector'), scoreIn(item, 'cvss4_base_score'), '4.0'),
      scanCvss(textOf(item, 'cvss3_vector'), scoreIn(item, 'cvss3_base_score'), '3.1'),
      scanCvss(textOf(item, 'cvss_vector'), scoreIn(item, 'cvss_base_score'), '2.0'),
    ),
  });
}

/** A check of a policy. Hundreds share one plugin, so the check itself is the rule. */
function complianceOf(
  item: ScanElement,
  plugin: string,
): Pick<ScanItem, 'rule' | 'title'> & Partial<ScanItem> {
  const name = textOf(item, 'cm:compliance-check-name');
  const result = textOf(item, 'cm:compliance-result').toUpperCase();
  const passed = result === 'PASSED';
  const actual = textOf(item, 'cm:compliance-actual-value');
  const policy = textOf(item, 'cm:compliance-policy-value');
  return {
    rule: `${plugin}:${textOf(item, 'cm:compliance-check-id') || name}`,
    title: name,
    severity: passed ? 'info' : severityIn(item),
    // What is as the policy wants it is no weakness.
    informational: passed,
    description: plainText(textOf(item, 'cm:compliance-info')),
    observation: paragraphs(
      result === '' ? '' : `Result: ${result.toLowerCase()}`,
      actual === '' ? '' : `Found:\n\n${codeBlock(actual)}`,
      policy === '' ? '' : `Expected:\n\n${codeBlock(policy)}`,
    ),
    remediation: plainText(textOf(item, 'cm:compliance-solution')),
    references: addressesIn(textOf(item, 'cm:compliance-see-also')),
  };
}

const levels: readonly SeverityKey[] = ['info', 'low', 'medium', 'high', 'critical'];

/** The score of version 3 if there is one; else the level that the user may have changed, else the risk factor. */
function severityIn(item: ScanElement): SeverityKey {
  const score = scoreIn(item, 'cvss3_base_score');
  if (score !== null) return severityOfScore(score);
  const level = levels[Number(item.attributes['severity'] ?? NaN)];
  return level ?? severityKeyOf(textOf(item, 'risk_factor'));
}

function scoreIn(item: ScanElement, name: string): number | null {
  const text = textOf(item, name);
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

function withoutNone(text: string): string {
  return /^n\/?a\.?$/iu.test(text) ? '' : text;
}

function attachments(item: ScanElement): ScanImage[] {
  return childrenOf(item, 'attachment').flatMap(({ attributes, text }) =>
    /^image\/(?:png|jpe?g)$/iu.test(attributes['type'] ?? '') && text.trim() !== ''
      ? [{ name: attributes['name'] ?? 'attachment', bytes: new Uint8Array(Buffer.from(text, 'base64')) }]
      : [],
  );
}
