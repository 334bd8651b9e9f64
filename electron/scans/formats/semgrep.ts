import type { Json } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { jsonValues } from '../json/values.ts';
import { objectIn, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cveIn, cweIn, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText } from '../text/markdown.ts';
import type { ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Semgrep, `--json`. */
export const semgrep: ScanFormat = {
  name: 'semgrep',
  title: 'Semgrep JSON',
  recognises: (head) =>
    /^\s*\{/u.test(head) &&
    (/"check_id"\s*:/u.test(head) ||
      (/"results"\s*:\s*\[\s*\]/u.test(head) && /"skipped_rules"|"paths"/u.test(head))),
  async *read({ chunks }) {
    for await (const { value, line } of jsonValues(chunks, [['results', '*']])) yield resultOf(value, line);
  },
};

const levels: Readonly<Record<string, SeverityKey>> = { ERROR: 'high', WARNING: 'medium', INFO: 'low' };

function resultOf(result: Json, line: number): ScanItem {
  const extra = objectIn(result, 'extra');
  const metadata = objectIn(extra, 'metadata');
  const rule = textIn(result, 'check_id');
  const path = textIn(result, 'path');
  const start = textIn(objectIn(result, 'start'), 'line');
  const severity = textIn(extra, 'severity');
  const { lines, fix } = extra;
  return itemOf({
    tool: 'semgrep',
    rule,
    title: titleOf(rule),
    severity: levels[severity.toUpperCase()] ?? severityKeyOf(severity),
    asset: path,
    path: start === '' ? path || null : `${path}:${start}`,
    description: plainText(textIn(extra, 'message')),
    observation: codeBlock(shown(lines)),
    remediation: shown(fix) === '' ? '' : paragraphs('Replace it by:', codeBlock(shown(fix))),
    references: addressesIn(
      [
        ...textsIn(metadata, 'references'),
        textIn(metadata, 'source-rule-url'),
        textIn(metadata, 'source'),
      ].join('\n'),
    ),
    cve: cveIn(`${rule} ${textsIn(metadata, 'cve').join(' ')}`),
    cwe: unique(textsIn(metadata, 'cwe').flatMap(cweIn)),
    confidence: textIn(metadata, 'confidence').toLowerCase(),
    suppressed: extra['is_ignored'] === true ? 'in the source' : null,
    line,
  });
}

/** Without an account Semgrep writes words in place of the code. */
function shown(value: Json | undefined): string {
  return typeof value !== 'string' || /^\s*requires login\s*$/iu.test(value) ? '' : value;
}

/** `java.lang.security.cbc-padding-oracle` is "Cbc padding oracle". */
function titleOf(rule: string): string {
  const words = (rule.split('.').at(-1) ?? rule).replaceAll(/[-_]+/gu, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
