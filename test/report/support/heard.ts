import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import type { ReportDocument } from '#report/document/blocks.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import type { Role } from '#report/pdf/roles.ts';

/** A report as it is heard: its elements in order with their words. */
export interface Heard {
  readonly document: ReportDocument;
  readonly elements: ReadonlyMap<Role, string>;
  /** Words that belong to no element, each once; but for heads of tables, which are heard once and seen on every page. */
  readonly unsaid: readonly string[];
}

/** Lays a report out and listens to it, without drawing it. */
export async function heard(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  images: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Heard> {
  const made = document(snapshot, options);
  const set = await setAll(new PageSetter(installedFonts), made, images, () => undefined);
  const elements = new Map<Role, string>();
  const unsaid = new Set<string>();
  const hear = (role: Role | undefined, text: string): void => {
    if (role !== undefined) {
      for (let above = role.under; above !== null; above = above.under) hear(above, '');
      elements.set(role, (elements.get(role) ?? '') + text);
    } else if (text.trim() !== '') unsaid.add(text);
  };
  for (const mark of set.pages.flat(2)) {
    if (mark.kind === 'line') for (const { role, text } of mark.runs) hear(role, text);
    else if (mark.kind === 'image') hear(mark.role, '');
  }
  const heads = [...elements].flatMap(([{ type }, text]) => (type === 'TH' ? [text] : [])).join(' ');
  return { document: made, elements, unsaid: [...unsaid].filter((text) => !heads.includes(text)) };
}

/** The headings down to a level: `2 Findings`. */
export function headingsOf({ elements }: Heard, lowest: number): string[] {
  return [...elements].flatMap(([{ type }, text]) => {
    const level = Number(/^H(\d)$/.exec(type)?.[1] ?? Infinity);
    return level <= lowest ? [`${level} ${text}`] : [];
  });
}

/** Elements of a kind that stand in others than they may: rows outside of tables, cells of rows that are shorter than others. */
export function misplaced({ elements }: Heard): string[] {
  const roles = [...elements.keys()];
  const parents: Partial<Record<Role['type'], readonly Role['type'][]>> = {
    TR: ['Table'],
    TH: ['TR'],
    TD: ['TR'],
    LI: ['L'],
    Lbl: ['LI'],
    LBody: ['LI'],
    TOCI: ['TOC'],
    Reference: ['TOCI'],
    Caption: ['Table'],
  };
  const wrong = roles.flatMap(({ type, under }) => {
    const may = parents[type];
    return may === undefined || (under !== null && may.includes(under.type)) ? [] : [type];
  });
  const widths = new Map<Role, Set<number>>();
  for (const row of roles.filter(({ type }) => type === 'TR')) {
    const table = row.under ?? row;
    const width = roles.filter(({ under }) => under === row).length;
    widths.set(table, (widths.get(table) ?? new Set()).add(width));
  }
  return [...wrong, ...[...widths.values()].flatMap((some) => (some.size === 1 ? [] : [[...some].join()]))];
}
