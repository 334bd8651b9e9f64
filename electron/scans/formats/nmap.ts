import type { ScanItem } from '#contract/scans/item.ts';
import { addressesIn, cveIn } from '../text/facts.ts';
import { codeBlock } from '../text/markdown.ts';
import { xmlElements, type ScanElement } from '../xml/elements.ts';
import { childOf, childrenOf } from '../xml/read.ts';
import { rootOf, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** The rule of every open port, so that they are one finding. */
const openPorts = 'open-ports';

/** Nmap, `-oX`. */
export const nmap: ScanFormat = {
  name: 'nmap',
  title: 'Nmap XML',
  recognises: (head) => rootOf(head) === 'nmaprun',
  async *read({ chunks }, report) {
    for await (const { element } of xmlElements(chunks, ['host'], report)) yield* hostItems(element);
  },
};

function* hostItems(host: ScanElement): Iterable<ScanItem> {
  if (childOf(host, 'status')?.attributes['state'] === 'down') return;
  const asset = nameOf(host);
  for (const port of childrenOf(childOf(host, 'ports'), 'port')) {
    if (childOf(port, 'state')?.attributes['state'] !== 'open') continue;
    yield openPort(port, asset);
    for (const script of childrenOf(port, 'script')) yield scriptItem(script, asset, portNumber(port));
  }
  for (const script of childrenOf(childOf(host, 'hostscript'), 'script'))
    yield scriptItem(script, asset, null);
}

/** The name that was scanned, else the address: a name from the reverse lookup is the provider's. */
function nameOf(host: ScanElement): string {
  const names = childrenOf(childOf(host, 'hostnames'), 'hostname');
  const given = names.find(({ attributes }) => attributes['type'] === 'user')?.attributes['name'];
  const addresses = childrenOf(host, 'address');
  const address = addresses.find(({ attributes }) => attributes['addrtype'] !== 'mac') ?? addresses[0];
  return given ?? address?.attributes['addr'] ?? '';
}

function portNumber(port: ScanElement): number | null {
  const number = Number(port.attributes['portid']);
  return Number.isInteger(number) && number > 0 ? number : null;
}

function openPort(port: ScanElement, asset: string): ScanItem {
  const {
    name = 'unknown service',
    product,
    version,
    extrainfo,
  } = childOf(port, 'service')?.attributes ?? {};
  const software = [product, version, extrainfo === undefined ? undefined : `(${extrainfo})`];
  const words = [name, ...software].filter((word) => word !== undefined && word !== '').join(' ');
  return itemOf({
    tool: 'nmap',
    rule: openPorts,
    title: 'Open ports',
    severity: 'info',
    asset,
    port: portNumber(port),
    observation: codeBlock(
      `${port.attributes['portid'] ?? ''}/${port.attributes['protocol'] ?? ''} ${words}`,
    ),
    informational: true,
    line: port.line,
  });
}

function scriptItem(script: ScanElement, asset: string, port: number | null): ScanItem {
  const { id = '', output = '' } = script.attributes;
  // Scripts that look for weaknesses say so in their name or in their output; the others describe what is there.
  const isWeakness = /vuln/iu.test(id) || /^\s*State:\s*(?:LIKELY )?VULNERABLE/mu.test(output);
  return itemOf({
    tool: 'nmap',
    rule: id,
    title: id,
    asset,
    port,
    observation: codeBlock(output),
    references: addressesIn(output),
    cve: cveIn(output),
    informational: !isWeakness,
    line: script.line,
  });
}
