import { shownText } from '../document/text/shown-text.ts';

/** Markup that was made here: the one kind of string that goes into the file as it is. */
export type Markup = string & { readonly __brand: 'Markup' };

/** What stands between two tags: markup, a text that becomes markup here, or several of both. */
export type Inside = Markup | Text | readonly Inside[];

/** A text of the data, so that it is never taken for markup by mistake. */
export interface Text {
  readonly text: string;
}

/** Attributes: a text, a flag, or left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as text, whatever it holds. */
export function text(value: string): Text {
  return { text: value };
}

/** An element. Names of tags and attributes are the writer's own, never the data's. */
export function tag(name: string, attributes: Attributes, ...inside: readonly Inside[]): Markup {
  return `${start(name, attributes)}${markup(inside)}</${name}>` as Markup;
}

/** An element that has no content and no end. */
export function emptyTag(name: string, attributes: Attributes = {}): Markup {
  return start(name, attributes) as Markup;
}

/** The same in XML, which wants to be told that nothing follows. */
export function voidTag(name: string, attributes: Attributes = {}): Markup {
  return `${start(name, attributes).slice(0, -1)}/>` as Markup;
}

/** Markup and texts, one behind the other. */
export function markup(inside: Inside): Markup {
  if (typeof inside === 'string') return inside;
  if ('text' in inside) return escaped(inside.text) as Markup;
  return inside.map(markup).join('') as Markup;
}

function start(name: string, attributes: Attributes): string {
  let written = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    written += value === true ? ` ${attribute}` : ` ${attribute}="${escaped(String(value))}"`;
  }
  return `${written}>`;
}

function escaped(value: string): string {
  return shownText(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
