import { quoted } from '#domain/query/quoted.ts';
import { fieldNames, knownField } from '#domain/query/fields.ts';
import { fold } from '#domain/text/words/fold.ts';
import {
  commentName,
  nobody,
  noTool,
  hasNames,
  isNames,
  stateNames,
  verdictNames,
  type QueryField,
} from '#domain/query/query.ts';

/** What an engagement holds, the most frequent first (`list.values`). */
export interface KnownValues {
  readonly severities: readonly string[];
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
  readonly assets: readonly string[];
  /** Whom findings may be assigned to. */
  readonly people: readonly string[];
  /** Whose files findings were imported from. */
  readonly tools: readonly string[];
}

export interface Completion {
  /** Shown, and what it does in a few words if the name does not say it. */
  readonly label: string;
  readonly hint: string;
  /** Replaces the text between `from` and `to` of the query. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
}

const maxShown = 12;

const fieldHints: Readonly<Record<QueryField, string>> = {
  title: 'words of the title',
  severity: 'severity:>=medium',
  status: 'status:open',
  asset: 'asset:*.example.test',
  tag: 'tag:xss',
  cvss: 'cvss:>=7',
  cwe: 'cwe:79',
  owasp: 'owasp:injection',
  id: 'one finding by its identifier',
  is: 'is:conflict, is:candidate',
  has: 'has:remediation',
  state: 'state:ready, before the report',
  assignee: 'who works on it; none for nobody',
  verdict: 'what the newest retest found',
  from: 'the scanner it was imported from',
  updated: 'updated:<7d, changed here or by a sync',
};

const isHints: ReadonlyMap<string, string> = new Map([
  ['candidate', 'not reviewed yet'],
  ['private', 'a private draft'],
  ['public', 'a candidate that others see'],
  ['published', 'no draft, no private candidate'],
  ['pending', 'has pending changes'],
  ['held', 'held back from sending'],
  ['altered', 'came back other than it was sent'],
  ['gone', 'deleted on the service'],
]);

const stateHints: Readonly<Record<(typeof stateNames)[number], string>> = {
  progress: 'not marked yet',
  ready: 'ready for review',
  reviewed: 'marked as reviewed',
};

const verdictHints: Readonly<Record<(typeof verdictNames)[number], string>> = {
  fixed: 'fixed, in the newest round',
  partly: 'partly fixed',
  open: 'still open',
  'not-retested': 'not retested',
  none: 'no verdict yet',
};

/** Where the term that ends at the caret begins: behind the last blank outside of quotes. */
function termStart(before: string): number {
  let start = 0;
  let quoted = false;
  for (let index = 0; index < before.length; index += 1) {
    const character = before[index];
    if (character === '\\') index += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && /\s/u.test(character ?? '')) start = index + 1;
  }
  return start;
}

/** Where the word around the caret ends. */
function wordEnd(text: string, caret: number): number {
  const rest = /^[^\s",:]*/u.exec(text.slice(caret));
  return caret + (rest?.[0].length ?? 0);
}

interface Choice {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
}

const plainChoices = (values: readonly string[]): Choice[] =>
  values
    .filter((value) => value.trim() !== '')
    .map((value) => ({ label: value, hint: '', text: quoted(value) }));

const commands = (entries: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(entries).map(([text, hint]) => ({ label: text, hint, text }));

function choicesOf(field: QueryField, values: KnownValues): Choice[] {
  switch (field) {
    case 'severity':
      return plainChoices(values.severities);
    case 'status':
      return plainChoices(values.statuses);
    case 'tag':
      return plainChoices(values.tags);
    case 'asset':
      return plainChoices(values.assets);
    case 'is':
      return isNames.map((name) => ({ label: name, hint: isHints.get(name) ?? '', text: name }));
    case 'state':
      return stateNames.map((name) => ({ label: name, hint: stateHints[name], text: name }));
    case 'assignee':
      return [...plainChoices(values.people), { label: nobody, hint: 'assigned to nobody', text: nobody }];
    case 'from':
      return [...plainChoices(values.tools), { label: noTool, hint: 'not imported', text: noTool }];
    case 'verdict':
      return verdictNames.map((name) => ({ label: name, hint: verdictHints[name], text: name }));
    case 'has':
      return hasNames.map((name) => {
        return { label: name, hint: name === commentName ? 'an open comment' : '', text: name };
      });
    case 'cvss':
      return commands({ '>=9': 'critical', '>=7': 'high and above', '>=4': 'medium and above' });
    case 'updated':
      return commands({
        '<1d': 'since yesterday',
        '<7d': 'this week',
        '<30d': 'this month',
        '>90d': 'long ago',
      });
    case 'title':
    case 'cwe':
    case 'owasp':
    case 'id':
      return [];
  }
}

function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = fold(typed);
  const starts = choices.filter(({ label }) => fold(label).startsWith(wanted));
  const holds = choices.filter(
    ({ label }) => !fold(label).startsWith(wanted) && fold(label).includes(wanted),
  );
  return [...starts, ...holds].slice(0, maxShown);
}

/**
 * What the text at the caret may go on with: the values of a field behind its colon, the names of fields
 * everywhere else. Empty inside a quoted text, and if nothing fits.
 */
export function completionsOf(text: string, caret: number, values: KnownValues): Completion[] {
  const start = termStart(text.slice(0, caret));
  const term = text.slice(start, caret);
  const to = wordEnd(text, caret);
  const [, name, rest = ''] = /^-?([A-Za-z_]+):(.*)$/su.exec(term) ?? [];
  if (name === undefined) return fieldCompletions(text, start, term, to);
  const field = knownField(name);
  if (field === null) return [];
  const piece = rest.slice(rest.lastIndexOf(',') + 1);
  const typed = /^(?:<=|>=|<|>|=)?/u.exec(piece)?.[0] ?? '';
  const written = field === 'cvss' || field === 'updated' ? piece : piece.slice(typed.length);
  const from = caret - written.length;
  if (written.startsWith('"') && written.length > 1 && written.endsWith('"')) return [];
  const word = written.replace(/^"/u, '');
  const found = matching(choicesOf(field, values), word);
  const done = found.length === 1 && found[0]?.text === word;
  return done ? [] : found.map(({ label, hint, text: insert }) => ({ label, hint, insert, from, to }));
}

/** Whether the term before the caret is still being typed, so that what it finds so far says nothing. */
export function isUnfinished(text: string, caret: number, offers: readonly Completion[]): boolean {
  const before = text.slice(0, caret);
  const quotes = before.replace(/\\./gsu, '').match(/"/gu)?.length ?? 0;
  if (quotes % 2 === 1 || /(?:[:<>=,]|(?:^|\s)(?:AND|OR|NOT|\|\|?|&&?)\s*)$/u.test(before)) return true;
  const isNamed = offers.some(({ label, from }) => fold(label) === fold(text.slice(from, caret)));
  return offers.length > 0 && /\S$/u.test(before) && !isNamed;
}

function fieldCompletions(text: string, start: number, term: string, to: number): Completion[] {
  const negated = term.startsWith('-');
  const typed = negated ? term.slice(1) : term;
  if (!/^[A-Za-z_]*$/u.test(typed) || text[to] === ':') return [];
  const from = start + (negated ? 1 : 0);
  return fieldNames
    .filter((name) => name.startsWith(typed.toLowerCase()))
    .map((name) => {
      const field = knownField(name);
      return {
        label: `${name}:`,
        hint: field === null ? '' : fieldHints[field],
        insert: `${name}:`,
        from,
        to,
      };
    });
}
