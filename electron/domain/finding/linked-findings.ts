import type { Nodes } from 'hast';
import { findingAddress, findingIn, mayLinkFinding, typedLinks } from '../text/references/finding-address.ts';
import { parseText, visibleText } from '../text/index.ts';
import { codeSpans } from '../text/markdown/code-spans.ts';
import { withAddresses } from '../text/with-addresses.ts';

/** A link to a finding in a text. */
export interface LinkedFinding {
  readonly id: string;
  readonly words: string;
}

/** The links to findings in a text, in order. Never throws. */
export function linkedFindings(text: string): LinkedFinding[] {
  if (!mayLinkFinding(text)) return [];
  const links: LinkedFinding[] = [];
  const walk = (node: Nodes): void => {
    if (node.type !== 'element' && node.type !== 'root') return;
    const id = node.type === 'element' ? node.properties['finding'] : undefined;
    if (typeof id === 'string' && node.type === 'element') {
      links.push({ id, words: visibleText({ type: 'root', children: node.children }).trim() });
    } else for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return links;
}

/**
 * A text whose links name findings by their present identifiers: a finding made here gets another one from the service.
 * @param idOf gives that identifier, or null if the finding is unknown
 */
export function withCurrentLinks(text: string, idOf: (id: string) => string | null): string {
  if (!mayLinkFinding(text)) return text;
  const linked = withAddresses(text, ['link', 'definition'], (address) => {
    const id = findingIn(address);
    const current = id === null ? null : idOf(id);
    return current === null || current === id ? null : findingAddress(current);
  });
  return withCurrentIds(linked, idOf);
}

/** The same where `[[ID]]` was typed, outside of code. */
function withCurrentIds(text: string, idOf: (id: string) => string | null): string {
  if (!text.includes('[[')) return text;
  const code = codeSpans(text);
  let at = 0;
  return typedLinks(text)
    .map(({ text: words, id }) => {
      const from = at;
      at += words.length;
      const current = id === null || code.some((span) => from < span.to && at > span.from) ? null : idOf(id);
      return current === null ? words : `[[${current}]]`;
    })
    .join('');
}
