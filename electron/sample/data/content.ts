import type { FindingSeed, Visibility } from './model.ts';

const TEXTS = new Set(['description', 'remediation', 'observation', 'demonstration']);
const LISTS = new Set(['asset', 'tags', 'references']);
const LINES = new Set(['title', 'severity', 'status', 'CVSS', 'cwe', 'owasp']);
const ABOUT = new Set(['candidate', 'created', 'updated']);

/**
 * Reads a content file of the engagement. `=== finding` begins a finding; `member: value` lines follow, one for each
 * entry of a list. `=== description` and the like begin a text, kept as it stands (Markdown or HTML) without empty
 * lines around it. `=== request` and `=== response` come in pairs. Throws with the line number at whatever does not
 * fit: these files are ours.
 */
export function parseContent(name: string, text: string): FindingSeed[] {
  const findings: FindingSeed[] = [];
  let draft: Draft | undefined;
  let section: { readonly name: string; readonly lines: string[] } | undefined;

  const endSection = (): void => {
    if (draft !== undefined && section !== undefined) draft.text(section.name, trimmed(section.lines));
    section = undefined;
  };

  for (const [index, line] of text.split('\n').entries()) {
    try {
      const marker = /^=== ([a-z]+)$/.exec(line)?.[1];
      if (marker === 'finding') {
        endSection();
        if (draft !== undefined) findings.push(draft.seed());
        draft = new Draft();
      } else if (marker !== undefined) {
        endSection();
        section = { name: marker, lines: [] };
      } else if (section !== undefined) {
        section.lines.push(line);
      } else if (line.trim() !== '') {
        draft?.line(line);
      }
    } catch (error) {
      throw new Error(`${name}, line ${String(index + 1)}: ${String(error)}`, { cause: error });
    }
  }
  endSection();
  if (draft !== undefined) findings.push(draft.seed());
  return findings;
}

function trimmed(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\n+|\s+$/g, '');
}

/** A finding while its lines come in. */
class Draft {
  readonly #members = new Map<string, unknown>();
  readonly #lists = new Map<string, string[]>();
  readonly #about = new Map<string, string>();
  readonly #requests: { request: string; response: string }[] = [];

  line(line: string): void {
    const [, name = '', value = ''] = /^([A-Za-z]+): (.+)$/.exec(line) ?? [];
    if (LINES.has(name)) {
      this.#members.set(name, value);
    } else if (LISTS.has(name)) {
      const list = this.#lists.get(name) ?? [];
      list.push(value);
      this.#lists.set(name, list);
      this.#members.set(name, list);
    } else if (ABOUT.has(name)) {
      this.#about.set(name, value);
    } else {
      throw new Error(`"${line}" names no member.`);
    }
  }

  text(name: string, text: string): void {
    if (TEXTS.has(name)) {
      this.#members.set(name, text);
    } else if (name === 'request') {
      this.#requests.push({ request: text, response: '' });
    } else if (name === 'response') {
      const pair = this.#requests.at(-1);
      if (pair === undefined) throw new Error('A response needs a request before it.');
      pair.response = text;
    } else {
      throw new Error(`"${name}" is no section.`);
    }
  }

  seed(): FindingSeed {
    if (this.#requests.length > 0) this.#members.set('requests', this.#requests);
    const created = this.#about.get('created');
    const updated = this.#about.get('updated');
    const candidate = visibility(this.#about.get('candidate'));
    return {
      body: Object.fromEntries(this.#members),
      ...(candidate === undefined ? {} : { candidate }),
      ...(created === undefined ? {} : { createdAt: created }),
      ...(updated === undefined ? {} : { updatedAt: updated }),
    };
  }
}

function visibility(text: string | undefined): Visibility | undefined {
  if (text === undefined || text === 'public' || text === 'private') return text;
  throw new Error(`A candidate is public or private, not "${text}".`);
}
