import {
  childNamed,
  elementsWithin,
  isElement,
  type XmlNode,
  type XmlNodeElement,
} from '../../office/xml-tree.ts';

/** What Word notes about a text beside it: changes that are not accepted yet, comments, marks of the spell check. */
const dropped =
  /^w:(?:del|moveFrom|\w+Change|(?:moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End)|comment(?:RangeStart|RangeEnd|Reference)|annotationRef|proofErr|perm(?:Start|End)|printerSettings|cell(?:Ins|Del|Merge))$/u;
/** What only says something of the text that it holds. */
const unwrapped = /^w:(?:ins|moveTo|smartTag|customXml)$/u;
const ofWrapped = /^w:(?:smartTagPr|customXmlPr)$/u;

/**
 * Accepts the changes that a template is written with, and leaves out its comments: neither they nor the names of their
 * authors are for a client.
 */
export function acceptChanges(element: XmlNodeElement): void {
  element.children = element.children.flatMap(accepted);
}

function accepted(node: XmlNode): XmlNode[] {
  if (!isElement(node)) return [node];
  if (dropped.test(node.name) || isDeleted(node)) return [];
  acceptChanges(node);
  if (!unwrapped.test(node.name)) return [node];
  return node.children.filter((child) => !isElement(child) || !ofWrapped.test(child.name));
}

/** A row that was deleted, or a paragraph of which nothing is left. */
function isDeleted(node: XmlNodeElement): boolean {
  if (node.name === 'w:tr') return childNamed(childNamed(node, 'w:trPr'), 'w:del') !== undefined;
  if (node.name !== 'w:p') return false;
  const properties = childNamed(node, 'w:pPr');
  if (childNamed(childNamed(properties, 'w:rPr'), 'w:del') === undefined) return false;
  if (childNamed(properties, 'w:sectPr') !== undefined) return false;
  return !node.children.some((child) => isElement(child) && child.name !== 'w:pPr' && holdsContent(child));
}

function holdsContent(element: XmlNodeElement): boolean {
  if (dropped.test(element.name)) return false;
  return [...elementsWithin(element)].some(({ name }) =>
    /^w:(?:t|drawing|pict|object|tab|br|sym)$/u.test(name),
  );
}
