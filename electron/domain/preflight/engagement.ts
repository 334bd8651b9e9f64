import type { Appendix, FactName, Person, ReportVersion, ScopeEntry } from '#contract/engagement.ts';
import {
  checkLevels,
  type CheckCode,
  type EngagementMessage,
} from '#contract/procedures/deliverables/preflight.ts';
import { factTitles, missingWords } from '../engagement/fact-strings.ts';
import { missingFacts } from '../engagement/facts.ts';
import {
  fillLine,
  fillPlaceholders,
  placeholderValues,
  type PlaceholderSource,
} from '../deliverable/placeholders.ts';
import { missingCharacters } from './rules/glyphs.ts';
import { deadLinksIn, deadLinksMessage } from './rules/links.ts';
import { foreignIn, type Others } from './rules/others.ts';
import { notesIn } from './rules/placeholders.ts';
import { proseOf } from './prose.ts';
import { quotes } from './rules/rule.ts';
import { inWords, secretsIn } from './rules/secrets.ts';

/** A text of an engagement as it was written. */
interface FactText {
  readonly fact: FactName;
  readonly text: string;
  readonly rich: boolean;
}

/**
 * What there is to say about the facts and texts of an engagement: what is missing, what is not finished, what should
 * not reach the client. Pure; never throws.
 *
 * @param engagement as a snapshot has it; its findings count for nothing here
 * @param deadLinks identifiers of findings that its texts link to and the report does not print
 */
export function checkEngagement(
  engagement: PlaceholderSource,
  others: Others,
  deadLinks: readonly string[] = [],
): EngagementMessage[] {
  const dead = new Set(deadLinks);
  const texts = textsOf(engagement.facts);
  const values = placeholderValues(engagement);
  const missing = missingFacts(engagement.facts, engagement.client).map((fact) =>
    message('missing-fact', fact, missingWords[fact] ?? `${factTitles[fact]} is missing.`),
  );
  return [
    ...texts.flatMap(({ fact, text, rich }) => {
      const filled = rich ? fillPlaceholders(text, values) : fillLine(text, values);
      const notes = notesIn(rich ? proseOf(text) : text, 'own-templates');
      return [
        ...(notes.length === 0
          ? []
          : [message('placeholder', fact, `${factTitles[fact]} is not finished; it says ${quotes(notes)}.`)]),
        ...(filled.unknown.length === 0
          ? []
          : [
              message(
                'placeholder',
                fact,
                `${factTitles[fact]}: there is no placeholder ${quotes(filled.unknown)}.`,
              ),
            ]),
        ...(filled.unsaid.length === 0
          ? []
          : [
              message(
                'placeholder',
                fact,
                `${factTitles[fact]}: there is no value yet for the placeholder ${quotes(filled.unsaid)}.`,
              ),
            ]),
      ];
    }),
    ...perFact(texts, ({ text }) => foreignIn(text, others)).map(({ fact, found }) =>
      message(
        'other-client',
        fact,
        `${factTitles[fact]}: it names ${quotes(found)}, which belongs to another engagement.`,
      ),
    ),
    ...perFact(texts, ({ text }) => secretsIn(text)).map(({ fact, found }) =>
      message('secret', fact, `${factTitles[fact]}: it holds ${inWords(found)}. Cut or mask the value.`),
    ),
    ...(dead.size === 0 ? [] : perFact(texts, ({ text, rich }) => (rich ? deadLinksIn(text, dead) : []))).map(
      ({ fact, found }) => message('dead-link', fact, deadLinksMessage(`${factTitles[fact]}: it`, found)),
    ),
    ...halfAppendices(engagement.facts.appendices),
    ...missing,
    ...perFact(texts, ({ text }) => missingCharacters(text)).map(({ fact, found }) =>
      message(
        'missing-glyph',
        fact,
        `${factTitles[fact]}: no font has ${quotes(found).replaceAll('"', '')}; the report prints the number of the character instead.`,
      ),
    ),
  ];
}

function message(code: CheckCode, field: FactName, says: string): EngagementMessage {
  return { level: checkLevels[code], code, finding: null, title: null, field, message: says };
}

/** What was found in the texts of each fact, each thing once. */
function perFact(
  texts: readonly FactText[],
  find: (text: FactText) => readonly string[],
): { readonly fact: FactName; readonly found: readonly string[] }[] {
  const found = new Map<FactName, Set<string>>();
  for (const text of texts) {
    const here = find(text);
    if (here.length > 0) found.set(text.fact, new Set([...(found.get(text.fact) ?? []), ...here]));
  }
  return [...found].map(([fact, all]) => ({ fact, found: [...all] }));
}

/** An appendix is a title and a text. */
function halfAppendices(appendices: readonly Appendix[]): EngagementMessage[] {
  return appendices.flatMap(({ title, text }, at) => {
    const which = `Appendix ${String(at + 1)}`;
    if (title.trim() === '' && text.trim() === '') return [];
    if (title.trim() === '') return [message('empty-section', 'appendices', `${which} has no title.`)];
    return text.trim() === '' ? [message('empty-section', 'appendices', `${which} has no text.`)] : [];
  });
}

/** Everything that is written of an engagement, in the order of the form. */
function textsOf(facts: PlaceholderSource['facts']): readonly FactText[] {
  const lines = (fact: FactName, texts: readonly string[]): FactText[] =>
    texts.filter((text) => text !== '').map((text) => ({ fact, text, rich: false }));
  const items = (fact: FactName, list: readonly (Person | ScopeEntry | ReportVersion)[]): FactText[] =>
    list.flatMap((item) => lines(fact, Object.values(item)));
  const rich = (fact: FactName, text: string): FactText[] =>
    text === '' ? [] : [{ fact, text, rich: true }];
  return [
    ...lines('client', [facts.client]),
    ...lines('title', [facts.title]),
    ...lines('classification', [facts.classification]),
    ...items('contacts', facts.contacts),
    ...items('team', facts.team),
    ...items('distribution', facts.distribution),
    ...items('scopeIn', facts.scopeIn),
    ...items('scopeOut', facts.scopeOut),
    ...rich('method', facts.method),
    ...rich('limits', facts.limits),
    ...rich('summary', facts.summary),
    ...rich('conclusions', facts.conclusions),
    ...facts.appendices.flatMap(({ title, text }) => [
      ...lines('appendices', [title]),
      ...rich('appendices', text),
    ]),
    ...items('versions', facts.versions),
  ];
}
