import type { LookOfStyle } from '#contract/deliverable/word-template.ts';
import { childElements, childNamed, elementsWithin, type XmlNodeElement } from '../../office/xml-tree.ts';
import type { OwnStyle, TextBase } from '../styles.ts';
import { kindOf, pathOf, type TemplatePart, type WordTemplate } from './read-template.ts';

/** A style of a template. */
export interface TemplateStyle {
  readonly id: string;
  /** `paragraph`, `character`, `table` or `numbering`. */
  readonly type: string;
  /** As Word shows it, which is the same in every language for those that come with Word. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly element: XmlNodeElement;
}

/** The styles of a template by the names that Word shows: their ids are in the language of the program that wrote it. */
export class TemplateStyles {
  readonly all: readonly TemplateStyle[];
  readonly #byId: ReadonlyMap<string, TemplateStyle>;
  readonly #byName: ReadonlyMap<string, TemplateStyle>;
  readonly #defaults: XmlNodeElement | undefined;
  readonly #fonts: { readonly major: string | undefined; readonly minor: string | undefined };

  constructor(template: WordTemplate) {
    const tree = partOf(template, 'styles')?.tree ?? undefined;
    this.all = (tree === undefined ? [] : childElements(tree)).flatMap((element) => styleIn(element));
    this.#byId = new Map(this.all.map((style) => [style.id, style]));
    // Of two with one name the first counts.
    this.#byName = new Map(this.all.toReversed().map((style) => [nameKey(style.name), style]));
    this.#defaults = childNamed(tree, 'w:docDefaults');
    this.#fonts = themeFonts(partOf(template, 'theme')?.tree ?? undefined);
  }

  /** The style of the template in place of one of ours: the first of its names, or what stands for all texts. */
  like({ id, type, names }: Pick<OwnStyle, 'id' | 'type' | 'names'>): TemplateStyle | undefined {
    for (const name of names) {
      const style = this.#byName.get(nameKey(name));
      if (style?.type === type) return style;
    }
    return /^(?:Normal|DefaultParagraphFont|TableNormal)$/u.test(id) ? this.defaultOf(type) : undefined;
  }

  /** Whether a style has that name, of whichever type. */
  hasName(name: string): boolean {
    return this.#byName.has(nameKey(name));
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  defaultOf(type: string): TemplateStyle | undefined {
    return this.all.find((style) => style.type === type && style.isDefault);
  }

  /** A property of a style: its own, or that of the one that it is based on, or of the file. */
  property(
    id: string | undefined,
    group: 'w:rPr' | 'w:pPr',
    name: string,
    attribute: string,
  ): string | undefined {
    for (const element of this.#chain(id)) {
      const value = childNamed(childNamed(element, group), name)?.attributes.get(attribute);
      if (value !== undefined) return value;
    }
    return this.#default(group, name)?.attributes.get(attribute);
  }

  /** How letters of a style look, with what a paragraph itself says. */
  look(id: string | undefined, paragraph?: XmlNodeElement, run?: XmlNodeElement): LookOfStyle {
    const style = id ?? this.defaultOf('paragraph')?.id;
    const own = (group: 'w:rPr' | 'w:pPr', name: string, attribute: string): string | undefined => {
      const properties = group === 'w:rPr' ? run : paragraph;
      return (
        childNamed(properties, name)?.attributes.get(attribute) ??
        this.property(style, group, name, attribute)
      );
    };
    const isOn = (name: string): boolean => {
      const direct = childNamed(run, name);
      const found =
        direct ??
        this.#chain(style)
          .map((one) => childNamed(childNamed(one, 'w:rPr'), name))
          .find((one) => one !== undefined) ??
        this.#default('w:rPr', name);
      return found !== undefined && !/^(?:0|false|off)$/u.test(found.attributes.get('w:val') ?? '');
    };
    const color = own('w:rPr', 'w:color', 'w:val') ?? '';
    const size = Number(own('w:rPr', 'w:sz', 'w:val') ?? '');
    const align = own('w:pPr', 'w:jc', 'w:val') ?? '';
    return {
      font: this.#font(run, style),
      size: Number.isFinite(size) && size > 0 ? Math.min(size, 800) / 2 : 10,
      color: /^[0-9A-Fa-f]{6}$/u.test(color) ? `#${color.toLowerCase()}` : '#000000',
      bold: isOn('w:b'),
      italic: isOn('w:i'),
      align: align === 'center' ? 'center' : /^(?:right|end)$/u.test(align) ? 'right' : 'left',
    };
  }

  #font(run: XmlNodeElement | undefined, id: string | undefined): string {
    const all = [
      childNamed(run, 'w:rFonts'),
      ...this.#chain(id).map((one) => childNamed(childNamed(one, 'w:rPr'), 'w:rFonts')),
      this.#default('w:rPr', 'w:rFonts'),
    ];
    for (const fonts of all) {
      const theme = fonts?.attributes.get('w:asciiTheme');
      const named =
        theme === undefined ? undefined : theme.startsWith('major') ? this.#fonts.major : this.#fonts.minor;
      const font = named ?? fonts?.attributes.get('w:ascii');
      if (font !== undefined && font !== '') return font;
    }
    return 'Times New Roman';
  }

  /** A style and those that it is based on, itself first; a circle ends where it closes. */
  #chain(id: string | undefined): XmlNodeElement[] {
    const seen = new Set<string>();
    const chain: XmlNodeElement[] = [];
    for (let next = id; next !== undefined && !seen.has(next);) {
      seen.add(next);
      const style = this.#byId.get(next);
      if (style === undefined) break;
      chain.push(style.element);
      next = childNamed(style.element, 'w:basedOn')?.attributes.get('w:val');
    }
    return chain;
  }

  #default(group: 'w:rPr' | 'w:pPr', name: string): XmlNodeElement | undefined {
    const holder = childNamed(this.#defaults, `${group}Default`);
    return childNamed(childNamed(holder, group), name);
  }
}

/** What styles of ours follow beside those of a template. */
export function textBase(styles: TemplateStyles): TextBase {
  const normal = styles.defaultOf('paragraph')?.id;
  const title = styles.like({ id: 'Heading1', type: 'paragraph', names: ['heading 1'] });
  const behind = Number(styles.property(normal, 'w:pPr', 'w:spacing', 'w:after') ?? 0);
  const base = { size: styles.look(normal).size, isSpaced: behind >= minSpacing };
  if (title === undefined) return base;
  const { font, color, bold, italic } = styles.look(title.id);
  return { ...base, heading: { font, color, bold, italic } };
}

/** Twentieths of a point behind paragraphs that stand apart by themselves. */
const minSpacing = 60;

function styleIn(element: XmlNodeElement): TemplateStyle[] {
  if (element.name !== 'w:style') return [];
  const id = element.attributes.get('w:styleId') ?? '';
  return [
    {
      id,
      type: element.attributes.get('w:type') ?? 'paragraph',
      name: childNamed(element, 'w:name')?.attributes.get('w:val') ?? id,
      isDefault: /^(?:1|true|on)$/u.test(element.attributes.get('w:default') ?? ''),
      element,
    },
  ];
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The part that the text leads to by that kind of relationship. */
export function partOf({ main, parts }: WordTemplate, kind: string): TemplatePart | undefined {
  const link = parts.get(main)?.links.find((one) => kindOf(one) === kind && !one.external);
  return link === undefined ? undefined : parts.get(pathOf(main, link.target));
}

function themeFonts(theme: XmlNodeElement | undefined): {
  major: string | undefined;
  minor: string | undefined;
} {
  const of = (name: string): string | undefined => {
    if (theme === undefined) return undefined;
    const font = [...elementsWithin(theme)].find((element) => element.name === name);
    return childNamed(font, 'a:latin')?.attributes.get('typeface') ?? undefined;
  };
  return { major: of('a:majorFont'), minor: of('a:minorFont') };
}
