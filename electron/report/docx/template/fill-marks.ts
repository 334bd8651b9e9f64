import {
  childElements,
  childNamed,
  elementsWithin,
  isElement,
  xmlElement,
  type XmlNode,
  type XmlNodeElement,
} from '../../office/xml-tree.ts';
import { textIn } from './fields-in.ts';
import type { BlockPlace, FoundMark, ValuePlace } from './find-marks.ts';
import type { ValueMark } from './marks.ts';

/**
 * Puts values in the place of marks and of content controls. What was put in is never searched for marks again, so a
 * value may hold anything.
 */
export function fillValues(marks: readonly FoundMark[], values: Readonly<Record<ValueMark, string>>): void {
  // From the last to the first: what stands before a mark keeps its place.
  for (const { meaning } of marks.toReversed()) {
    if (meaning.kind !== 'value') continue;
    const value = values[meaning.mark];
    if (meaning.place.kind === 'text') fillText(meaning.place, value);
    else fillControl(meaning.place.control, meaning.place.parent, value);
  }
}

function fillText({ letters, from, to }: Extract<ValuePlace, { kind: 'text' }>, value: string): void {
  let isFirst = true;
  for (const { element, from: begin } of letters) {
    const text = textIn(element);
    const [start, end] = [from - begin, to - begin];
    // Only what lies before the mark has its length still.
    if (start >= text.length || end <= 0) continue;
    setText(
      element,
      text.slice(0, Math.max(0, start)) + (isFirst ? value : '') + text.slice(Math.max(0, end)),
    );
    isFirst = false;
  }
}

/** Puts letters into an element `w:t`, with their blanks. */
export function setText(element: XmlNodeElement, text: string): void {
  element.attributes.set('xml:space', 'preserve');
  element.children = [text];
}

/** Fills a content control and takes its frame away: it would ask for what is filled already. */
function fillControl(control: XmlNodeElement, parent: XmlNodeElement, value: string): void {
  setControlText(control, value);
  const content = childNamed(control, 'w:sdtContent');
  replaceNodes(parent, [control], content?.children ?? []);
}

/** Puts words into a control in place of what it shows. */
function setControlText(control: XmlNodeElement, value: string): void {
  const properties = childNamed(control, 'w:sdtPr');
  const content = childNamed(control, 'w:sdtContent');
  if (content === undefined) return;
  const [first, ...others] = [...elementsWithin(content)].filter(({ name }) => name === 'w:t');
  const run =
    first === undefined
      ? undefined
      : [...elementsWithin(content)].find((one) => one.name === 'w:r' && one.children.includes(first));
  if (first === undefined || run === undefined) addRun(content, value);
  else {
    setText(first, value);
    for (const element of others) setText(element, '');
    run.children = run.children.filter((child) => !isElement(child) || !/^w:(?:br|tab)$/u.test(child.name));
    if (childNamed(properties, 'w:showingPlcHdr') !== undefined) {
      // What a placeholder looks like is not how its value looks.
      const look = childNamed(properties, 'w:rPr');
      run.children = [
        ...(look === undefined ? [] : [look]),
        ...run.children.filter((one) => !isElement(one) || one.name !== 'w:rPr'),
      ];
    }
  }
  const paragraphs = childElements(content).filter(({ name }) => name === 'w:p');
  const kept = paragraphs.find(
    (paragraph) => run !== undefined && [...elementsWithin(paragraph)].includes(run),
  );
  content.children = content.children.filter(
    (child) => !isElement(child) || child.name !== 'w:p' || child === (kept ?? paragraphs[0]),
  );
}

function addRun(content: XmlNodeElement, value: string): void {
  const run = xmlElement('w:r', {}, [xmlElement('w:t', { 'xml:space': 'preserve' }, [value])]);
  const paragraph = [...elementsWithin(content)].find(({ name }) => name === 'w:p');
  (paragraph ?? content).children.push(run);
}

/** Puts a chapter in the place of its mark; bookmarks and the end of a section that lay there stay. */
export function fillBlock({ parent, nodes }: BlockPlace, content: readonly XmlNode[]): void {
  const inside = nodes.flatMap((node) => [...elementsWithin(node)]);
  const bookmarks = inside.filter(({ name }) => /^w:bookmark(?:Start|End)$/u.test(name));
  const sections = inside.filter(({ name }) => name === 'w:sectPr');
  replaceNodes(parent, nodes, [
    ...bookmarks,
    ...content,
    ...sections.map((section) => xmlElement('w:p', {}, [xmlElement('w:pPr', {}, [section])])),
  ]);
}

function replaceNodes(parent: XmlNodeElement, nodes: readonly XmlNode[], by: readonly XmlNode[]): void {
  const at = parent.children.findIndex((child) => nodes.includes(child));
  if (at < 0) return;
  const behind = parent.children.slice(at).filter((child) => !nodes.includes(child));
  parent.children = [...parent.children.slice(0, at), ...by, ...behind];
}

/** What Word keeps in properties of the file, by the end of the path that a control is bound to. */
const bound: readonly (readonly [RegExp, ValueMark])[] = [
  [/coreProperties.*:title(?:\[1\])?$/u, 'title'],
  [/coreProperties.*:creator(?:\[1\])?$/u, 'author'],
  [/coreProperties.*:subject(?:\[1\])?$/u, 'client'],
  [/CoverPageProperties.*:PublishDate(?:\[1\])?$/u, 'date'],
];

/** Controls of a cover that Word fills by itself from properties of the file get what the report's properties say. */
export function releaseControls(tree: XmlNodeElement, values: Readonly<Record<ValueMark, string>>): void {
  for (const element of [...elementsWithin(tree)]) {
    if (element.name !== 'w:sdt') continue;
    const properties = childNamed(element, 'w:sdtPr');
    if (properties === undefined) continue;
    const bindings = childElements(properties).filter(({ name }) => /^w\d*:dataBinding$/u.test(name));
    const path = bindings[0]?.attributes.get('w:xpath') ?? '';
    const mark = bound.find(([pattern]) => pattern.test(path))?.[1];
    if (mark !== undefined) {
      setControlText(element, values[mark]);
      properties.children = properties.children.filter(
        (child) => !isElement(child) || child.name !== 'w:showingPlcHdr',
      );
    }
    properties.children = properties.children.filter(
      (child) => !isElement(child) || !bindings.includes(child),
    );
  }
}
