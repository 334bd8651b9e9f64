import { createDice } from '../draw/random.ts';
import type { Marks } from './memory.ts';

/** A scanner's file as it lies on the disk. */
export interface ScannerFile {
  readonly name: string;
  readonly text: string;
}

/** So many rules each tool knows, and so many assets there are: files overlap in both. */
const rules = 3;
const assets = 4;

/**
 * Two scanners that know few rules and assets. A rule and an asset carry a mark, which is drawn when they are first met, so
 * that a finding and its assets are told apart wherever they arrive.
 */
export class Scanners {
  readonly #marks: Marks;
  readonly #known = new Map<string, string>();

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** The file of a seed; the same each time. */
  file(seed: number): ScannerFile {
    const dice = createDice(seed);
    const tool = dice.pick(['burp', 'nessus'] as const);
    const entries = Array.from({ length: dice.between(1, 4) }, () => {
      const rule = String(dice.between(1, rules));
      return {
        rule,
        mark: this.#markOf(`${tool}/${rule}`),
        asset: `${this.#markOf(`asset ${String(dice.between(1, assets))}`)}.test`,
        // It differs with every scan, and says nothing about what is the same.
        severity: dice.pick([1, 2, 3]),
      };
    });
    const text =
      tool === 'burp'
        ? `<issues burpVersion="1">${entries.map(burpIssue).join('\n')}</issues>`
        : `<NessusClientData_v2>${entries.map(nessusItem).join('\n')}</NessusClientData_v2>`;
    return { name: `${tool}-${String(seed)}`, text };
  }

  #markOf(name: string): string {
    const mark = this.#known.get(name) ?? this.#marks.mine();
    this.#known.set(name, mark);
    return mark;
  }
}

interface Entry {
  readonly rule: string;
  readonly mark: string;
  readonly asset: string;
  readonly severity: number;
}

function burpIssue({ rule, mark, asset, severity }: Entry): string {
  const word = ['Information', 'Low', 'Medium', 'High'][severity] ?? 'High';
  return `<issue><type>${rule}</type><name>new ${mark}</name><host>https://${asset}</host><severity>${word}</severity>
<issueDetail>made as ${mark}</issueDetail></issue>`;
}

function nessusItem({ rule, mark, asset, severity }: Entry): string {
  return `<ReportHost name="${asset}"><ReportItem port="0" pluginID="${rule}" pluginName="new ${mark}"
severity="${String(severity)}"><plugin_output>made as ${mark}</plugin_output></ReportItem></ReportHost>`;
}
