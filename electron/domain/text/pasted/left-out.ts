import type { Element } from 'hast';
import { visibleText } from '../tree/visible.ts';

/*
 * What stands on the clipboard and is no part of the text: comments of a word processor, words that a tracked change
 * deleted, and hidden text. A client must never read it.
 */

/** Why a part of what was copied is left out. */
export type OmittedPart = 'comments' | 'deleted' | 'hidden';

/** What the whole clipboard says about its parts. */
export interface ClipboardRules {
  /** It comes from a word processor, in which `<del>` is a tracked change and never a look. */
  readonly isOffice: boolean;
  /** Classes whose style hides what has them. */
  readonly hiddenClasses: ReadonlySet<string>;
}

const office =
  /urn:schemas-microsoft-com:office|\bclass=["']?Mso|\bmso-[a-z]|content=["']?(?:Microsoft|Word\.Document|LibreOffice|OpenOffice|ONLYOFFICE|WPS)/iu;
const hiding = /display:\s*none|mso-hide:\s*all|visibility:\s*(?:hidden|collapse)/iu;
/** Text for screen readers alone, and text without a size. */
const unseenSize = /clip:\s*rect\((?:[01]px|0|,|\s)+\)|(?:^|;)\s*font-size:\s*0(?:px|pt|em)?\s*(?:;|$)/iu;
const commentClass = /^msocom(?:ment(?:reference|text|subject)|anchor|off|txt|hide)$/iu;
const commentStyle = /mso-element:\s*comment\b|mso-special-character:\s*comment|mso-comment-author/iu;
/** Where the mark of a comment leads: in Word, and in a page that Google Docs wrote. */
const commentAddress = /#(?:_mso(?:com|anchor)_|cmnt(?:_ref)?)\d+$/iu;
const deletedClass = /^mso(?:del|movefrom)$|^track-?changes?\w*-?dele(?:tion|ted?)|^tracked-?dele/iu;

/** Reads once what applies to all parts of a clipboard's HTML. */
export function clipboardRules(html: string): ClipboardRules {
  const hiddenClasses = new Set<string>();
  for (const [, css = ''] of html.matchAll(/<style\b[^>]*>([\s\S]{0,500000}?)<\/style/giu)) {
    // What holds on paper or on a narrow screen alone says nothing here.
    const plain = css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/giu, '');
    for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/gu)) {
      if (!hiding.test(body)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*(?:<!--\s*)?[a-z0-9]*\.([\w-]+)\s*$/iu.exec(selector)?.[1];
        if (name !== undefined) hiddenClasses.add(name);
      }
    }
  }
  return { isOffice: office.test(html), hiddenClasses };
}

/** Whether HTML may hold what must be left out; asked before it is read. */
export function mayHoldLeftOut(html: string): boolean {
  return /msocom|:\s*comment|#cmnt|<del\b|mso-?(?:del|move|hide)|track-?(?:ed)?-?change|display:\s*none|visibility:\s*[hc]/iu.test(
    html,
  );
}

/** Why an element and all in it is left out; null if it belongs to the text. */
export function whyLeftOut(given: Element, style: string, rules: ClipboardRules): OmittedPart | null {
  const classes = classesOf(given);
  if (isComment(given, style, classes)) return 'comments';
  if (isDeleted(given, classes, rules)) return 'deleted';
  const isHidden =
    given.properties['hidden'] === true ||
    hiding.test(style) ||
    unseenSize.test(style) ||
    classes.some((name) => rules.hiddenClasses.has(name));
  return isHidden ? 'hidden' : null;
}

/** Whether there are words in an element, so that leaving it out is worth a message. */
export function hasWords(given: Element): boolean {
  return visibleText({ type: 'root', children: given.children }).trim() !== '';
}

function isComment(given: Element, style: string, classes: readonly string[]): boolean {
  if (classes.some((name) => commentClass.test(name)) || commentStyle.test(style)) return true;
  if (given.tagName === 'a') return commentAddress.test(hrefOf(given));
  return (given.tagName === 'div' || given.tagName === 'p') && beginsAsComment(given);
}

/** Google Docs writes comments behind the text, each in a box that begins with the way back. */
function beginsAsComment(given: Element): boolean {
  let node: Element | undefined = given;
  while (node !== undefined) {
    if (node.tagName === 'a') return /#cmnt_ref\d+$/iu.test(hrefOf(node));
    const first: Element['children'][number] | undefined = node.children.find(
      (child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''),
    );
    node = first?.type === 'element' ? first : undefined;
  }
  return false;
}

function isDeleted(given: Element, classes: readonly string[], { isOffice }: ClipboardRules): boolean {
  if (classes.some((name) => deletedClass.test(name))) return true;
  if (given.tagName !== 'del') return false;
  const { cite, dateTime } = given.properties;
  return isOffice || cite !== undefined || dateTime !== undefined;
}

function hrefOf({ properties }: Element): string {
  return typeof properties['href'] === 'string' ? properties['href'] : '';
}

/** The classes of an element. */
export function classesOf({ properties }: Element): readonly string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}
