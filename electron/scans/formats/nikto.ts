import type { Json } from '#contract/json.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { jsonRecords } from '../json/values.ts';
import { listIn, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cveIn } from '../text/facts.ts';
import { plainText } from '../text/markdown.ts';
import { xmlElements } from '../xml/elements.ts';
import { textOf } from '../xml/read.ts';
import { namesMembers, rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Nikto, `-Format json`: one host, or since 2.5 a list of them. */
export const niktoJson: ScanFormat = {
  name: 'nikto',
  title: 'Nikto JSON',
  recognises: (head) => namesMembers(head, 'vulnerabilities') && namesMembers(head, 'host', 'ip', 'port'),
  async *read({ chunks }) {
    for await (const { value, line } of jsonRecords(chunks)) {
      const host = { name: textIn(value, 'host'), ip: textIn(value, 'ip'), port: textIn(value, 'port') };
      for (const entry of listIn(value, 'vulnerabilities')) yield jsonItem(entry, host, line);
    }
  },
};

/** Nikto, `-Format xml`. */
export const niktoXml: ScanFormat = {
  name: 'nikto-xml',
  title: 'Nikto XML',
  recognises: (head) => /^niktoscans?$/u.test(rootOf(head) ?? ''),
  async *read({ chunks }, report) {
    for await (const { element, parents } of xmlElements(chunks, ['item'], report)) {
      const details = parents.find(({ name }) => name === 'scandetails')?.attributes ?? {};
      const link = textOf(element, 'namelink') || textOf(element, 'iplink');
      yield found(
        {
          id: element.attributes['id'] ?? '',
          method: element.attributes['method'] ?? '',
          url: textOf(element, 'uri') || link,
          message: textOf(element, 'description'),
          references: textOf(element, 'references'),
        },
        {
          name: details['targethostname'] ?? '',
          ip: details['targetip'] ?? '',
          port: details['targetport'] ?? '',
        },
        element.line,
      );
    }
  },
};

interface Host {
  readonly name: string;
  readonly ip: string;
  readonly port: string;
}
interface Found {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly message: string;
  readonly references: string;
}

function jsonItem(entry: Json, host: Host, line: number): ScanItem {
  const said: Found = {
    id: textIn(entry, 'id'),
    method: textIn(entry, 'method'),
    url: textIn(entry, 'url'),
    message: textIn(entry, 'msg'),
    references: textsIn(entry, 'references').join('\n'),
  };
  return found(said, host, line);
}

function found({ id, method, url, message, references }: Found, host: Host, line: number): ScanItem {
  const port = Number(host.port || NaN);
  return itemOf({
    tool: 'nikto',
    rule: id,
    title: titleOf(message, url),
    asset: host.name || host.ip,
    port: Number.isInteger(port) && port > 0 ? port : null,
    path: url === '' ? null : `${method} ${url}`.trim(),
    observation: plainText(message),
    references: addressesIn(`${references}\n${message}`),
    cve: cveIn(`${message} ${references}`),
    line,
  });
}

/** The first sentence, without the place that newer versions write before it. */
function titleOf(message: string, url: string): string {
  const words = message.startsWith(`${url}: `) ? message.slice(url.length + 2) : message;
  const [sentence = ''] = words.split(/(?<=[^.]{10}\.)\s|\s*See: http/u);
  return sentence.slice(0, 200).replace(/\.$/u, '');
}
