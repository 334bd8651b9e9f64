import type { Json } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { jsonValues } from '../json/values.ts';
import { listIn, objectOf, textIn } from '../json/read.ts';
import { cveIn, cweIn } from '../text/facts.ts';
import { plainText } from '../text/markdown.ts';
import { namesMembers, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** testssl.sh, `--jsonfile` (a list) or `--jsonfile-pretty` (by host and section). */
export const testssl: ScanFormat = {
  name: 'testssl',
  title: 'testssl.sh JSON',
  recognises: (head) =>
    namesMembers(head, 'scanResult') ||
    (/^\s*\[/u.test(head) && namesMembers(head, 'id', 'ip', 'port', 'severity', 'finding')),
  async *read({ chunks }) {
    for await (const { value, line } of jsonValues(chunks, [['*'], ['scanResult', '*']])) {
      if (textIn(value, 'id') !== '') {
        // "www.acme.test/192.0.2.1": the name that was given, and its address.
        const [name = ''] = textIn(value, 'ip').split('/');
        yield* checkOf(value, name || textIn(value, 'ip'), textIn(value, 'port'), line);
        continue;
      }
      const host = textIn(value, 'targetHost') || textIn(value, 'ip');
      for (const section of Object.values(objectOf(value)))
        if (Array.isArray(section))
          for (const check of section as readonly Json[])
            yield* checkOf(check, host, textIn(value, 'port'), line);
    }
  },
};

function* checkOf(check: Json, asset: string, port: string, line: number): Iterable<ScanItem> {
  const id = textIn(check, 'id');
  const severity = textIn(check, 'severity').toUpperCase();
  if (id === '' || severity === 'DEBUG') return;
  const number = Number(port || NaN);
  // "cert_commonName <cert#2>" is the same check of a second certificate.
  const rule = id.replace(/\s*<[^>]*>$/u, '');
  yield itemOf({
    tool: 'testssl',
    rule,
    title: rule,
    severity: severityOf(severity),
    asset,
    port: Number.isInteger(number) && number > 0 ? number : null,
    observation: plainText(textIn(check, 'finding')),
    cve: listIn(check, 'cve').flatMap((one) => (typeof one === 'string' ? cveIn(one) : [])),
    cwe: cweIn(textIn(check, 'cwe')),
    // What is as it should be, or what is there.
    informational: severity === 'OK' || severity === 'INFO',
    line,
  });
}

/** "WARN" says that a check could not be made. */
function severityOf(severity: string): SeverityKey {
  return severity === 'OK' || severity === 'WARN' ? 'info' : severityKeyOf(severity);
}
