import type { Markup } from '../../html/markup.ts';
import { childNamed, xmlElement, type XmlNodeElement } from '../../office/xml-tree.ts';
import type { OwnStyle } from '../styles.ts';
import type { TemplateStyles } from './template-styles.ts';

/** Adds the styles that a template does not have. @returns the ids that our styles have in the file, where they differ */
export function mergeStyles(
  tree: XmlNodeElement,
  styles: TemplateStyles,
  own: readonly OwnStyle[],
  language: string,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const missing = own.filter((style) => {
    const found = styles.like(style);
    if (found !== undefined && found.id !== style.id) ids.set(style.id, found.id);
    return found === undefined;
  });
  for (const { id } of missing) {
    let name = id;
    for (let at = 1; styles.has(name); at += 1) name = `Report${id}${at === 1 ? '' : String(at)}`;
    if (name !== id) ids.set(id, name);
  }
  for (const style of missing) {
    const [name = ''] = style.names;
    // A style of another type may have the name, which is there once in a file.
    const renamed = styles.hasName(name)
      ? style.xml.replace(`<w:name w:val="${name}"/>`, `<w:name w:val="${name} (report)"/>`)
      : style.xml;
    const isDefault = styles.defaultOf(style.type) === undefined;
    const raw = isDefault ? renamed : renamed.replace(' w:default="1"', '');
    tree.children.push({ raw: withStyleIds(raw as Markup, ids) });
  }
  setLanguage(tree, language);
  return ids;
}

/** The same markup with the ids that styles have in the file. */
export function withStyleIds(xml: Markup, ids: ReadonlyMap<string, string>): Markup {
  if (ids.size === 0) return xml;
  // Letters of a text cannot be taken for it: they are written with references.
  return xml
    .replace(
      /<w:(pStyle|rStyle|tblStyle|basedOn|next|link) w:val="([^"]*)"\/>/gu,
      (whole, name: string, id: string) => {
        const other = ids.get(id);
        return other === undefined ? whole : `<w:${name} w:val="${other}"/>`;
      },
    )
    .replace(/ w:styleId="([^"]*)"/gu, (_, id: string) => ` w:styleId="${ids.get(id) ?? id}"`) as Markup;
}

/** Spelling is checked in the language of the report. */
function setLanguage(tree: XmlNodeElement, language: string): void {
  const holder = childNamed(childNamed(tree, 'w:docDefaults'), 'w:rPrDefault');
  const look = childNamed(holder, 'w:rPr');
  if (look === undefined) return;
  const known = childNamed(look, 'w:lang');
  if (known === undefined) look.children.push(xmlElement('w:lang', { 'w:val': language }));
  else known.attributes.set('w:val', language);
}
