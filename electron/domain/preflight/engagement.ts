import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { Appendix, CopyState, FactName, Person, ReportVersion } from '#contract/engagement.ts';
import {
  checkLevels,
  type CheckCode,
  type EngagementMessage,
} from '#contract/procedures/deliverables/preflight.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { copyProblem } from '../engagement/copy-strings.ts';
import { factTitles, missingWords } from '../engagement/fact-strings.ts';
import { missingFacts, missingForLetter, withoutBlanks } from '../engagement/facts.ts';
import {
  lastVersion,
  fillLine,
  fillPlaceholders,
  placeholderValues,
  type PlaceholderSource,
} from '../deliverable/placeholders.ts';
import { missingCharacters } from './rules/glyphs.ts';
import { unreadBraces, unreadWords } from './rules/figure-sizes.ts';
import {
  captionKeys,
  deadCaptionsIn,
  deadCaptionsMessage,
  deadLinksIn,
  deadLinksMessage,
} from './rules/links.ts';
import { foreignIn, type Others } from './rules/others.ts';
import { notesIn } from './rules/placeholders.ts';
import { proseOf } from './prose.ts';
import { quotes } from './rules/rule.ts';
import { unreadPatterns } from './scope.ts';
import { inWords, secretsIn } from './rules/secrets.ts';

/** A text of an engagement, or a line of its theme, as it was written. */
interface FactText {
  /** Null: it is a line of the theme. */
  readonly fact: FactName | null;
  /** What it is called at the beginning of a sentence. */
  readonly name: string;
  readonly text: string;
  readonly rich: boolean;
}

/** The lines of a theme that stand on every page. */
type ThemeLines = Pick<ReportTheme, 'name' | 'header' | 'footer'>;

/** An engagement as a snapshot has it, with the theme of its report; without one it is the default. */
export type CheckedEngagement = PlaceholderSource & { readonly theme?: ThemeLines | undefined };

/**
 * What there is to say about the facts and texts of an engagement, and the lines of its theme: what is missing, what is
 * not finished, what should not reach the client. Pure; never throws.
 *
 * @param engagement as a snapshot has it; its findings count for nothing here
 * @param deadLinks identifiers of findings that its texts link to and the report does not print
 * @param chapters those whose texts go out; null: all texts do
 */
export function checkEngagement(
  engagement: CheckedEngagement,
  others: Others,
  deadLinks: readonly string[] = [],
  chapters: readonly ChapterKey[] | null = null,
): EngagementMessage[] {
  const prints = (chapter: ChapterKey): boolean => chapters?.includes(chapter) !== false;
  const dead = new Set(deadLinks);
  const texts = [...textsOf(engagement.facts, chapters), ...linesOf(engagement.theme)];
  const captions = captionKeys(texts.flatMap(({ text, rich }) => (rich ? [text] : [])));
  const values = placeholderValues(engagement);
  const missing = [
    ...missingFacts(engagement.facts, engagement.client),
    ...missingForLetter(engagement.facts, chapters ?? []),
  ].map((fact) => message('missing-fact', fact, missingWords[fact] ?? `${factTitles[fact]} is missing.`));
  return [
    ...texts.flatMap(({ fact, name, text, rich }) => {
      const filled = rich ? fillPlaceholders(text, values) : fillLine(text, values);
      const notes = notesIn(rich ? proseOf(text) : text, 'own-templates');
      return [
        ...(notes.length === 0
          ? []
          : [message('placeholder', fact, `${name} is not finished; it says ${quotes(notes)}.`)]),
        ...(filled.unknown.length === 0
          ? []
          : [message('placeholder', fact, `${name}: there is no placeholder ${quotes(filled.unknown)}.`)]),
        ...(filled.unsaid.length === 0
          ? []
          : [
              message(
                'placeholder',
                fact,
                `${name}: there is no value yet for the placeholder ${quotes(filled.unsaid)}.`,
              ),
            ]),
      ];
    }),
    ...perText(texts, ({ text }) => foreignIn(text, others)).map(({ fact, name, found }) =>
      message(
        'other-client',
        fact,
        `${name}: it names ${quotes(found)}, which belongs to another engagement.`,
      ),
    ),
    ...perText(texts, ({ text }) => secretsIn(text)).map(({ fact, name, found }) =>
      message('secret', fact, `${name}: it holds ${inWords(found)}. Cut or mask the value.`),
    ),
    ...(['scopeIn', 'scopeOut'] as const).flatMap((fact) => {
      const unread = unreadPatterns(engagement.facts[fact]);
      if (unread.length === 0) return [];
      const says = `${factTitles[fact]}: ${quotes(unread)} is not understood. ${patternHint}`;
      return [message('scope-pattern', fact, says)];
    }),
    ...(dead.size === 0 ? [] : perText(texts, ({ text, rich }) => (rich ? deadLinksIn(text, dead) : []))).map(
      ({ fact, name, found }) => message('dead-link', fact, deadLinksMessage(`${name}: it`, found)),
    ),
    ...perText(texts, ({ text, rich }) => (rich ? deadCaptionsIn(text, captions) : [])).map(
      ({ fact, name, found }) => message('dead-link', fact, deadCaptionsMessage(`${name}: it`, found)),
    ),
    ...(prints('narrative') ? unprintedSteps('timeline', engagement.facts.timeline, dead) : []),
    ...(prints('attack-path') ? unprintedSteps('attackPath', engagement.facts.attackPath, dead) : []),
    ...openCleanup(engagement.facts),
    ...perText(texts, ({ text, rich }) => (rich ? unreadBraces(text) : [])).map(({ fact, name, found }) =>
      message('figure-size', fact, `${name}: it ${unreadWords(found)}`),
    ),
    ...(prints('appendices') ? halfAppendices(engagement.facts.appendices) : []),
    ...missing,
    ...perText(texts, ({ text }) => missingCharacters(text)).map(({ fact, name, found }) =>
      message(
        'missing-glyph',
        fact,
        `${name}: no font has ${quotes(found).replaceAll('"', '')}; the report prints the number of the character instead.`,
      ),
    ),
  ];
}

const patternHint = 'Write hosts, *.acme.test, addresses, networks (10.0.0.0/24) or ranges (10.0.0.1-9).';

function message(code: CheckCode, field: FactName | null, says: string): EngagementMessage {
  return { level: checkLevels[code], code, finding: null, title: null, field, message: says };
}

/** What was found in the texts of each name, each thing once. */
function perText(
  texts: readonly FactText[],
  find: (text: FactText) => readonly string[],
): (Pick<FactText, 'fact' | 'name'> & { readonly found: readonly string[] })[] {
  const found = new Map<string, { readonly fact: FactName | null; readonly all: Set<string> }>();
  for (const text of texts) {
    const here = find(text);
    if (here.length === 0) continue;
    const all = new Set([...(found.get(text.name)?.all ?? []), ...here]);
    found.set(text.name, { fact: text.fact, all });
  }
  return Array.from(found, ([name, { fact, all }]) => ({ fact, name, found: [...all] }));
}

/** Steps of the attack whose finding the report does not print: their cell stays empty. */
function unprintedSteps(
  fact: FactName,
  listed: readonly { readonly finding: string }[],
  dead: ReadonlySet<string>,
): EngagementMessage[] {
  const steps = listed.flatMap(({ finding }, at) => (dead.has(finding) ? [`step ${String(at + 1)}`] : []));
  if (steps.length === 0) return [];
  const says = `${factTitles[fact]}: the finding of ${steps.join(', ')} is not in this report.`;
  return [message('dead-link', fact, says)];
}

/** What was left on systems, told until each is removed. */
function openCleanup(facts: PlaceholderSource['facts']): EngagementMessage[] {
  return (['leftFiles', 'testAccounts'] as const).flatMap((fact) => {
    const open = withoutBlanks(facts)[fact].filter(({ removed }) => removed === '');
    if (open.length === 0) return [];
    const named = quotes(open.map(({ what, where }) => (what.trim() === '' ? where : what)));
    return [message('cleanup-open', fact, `${factTitles[fact]}: ${named} not removed yet.`)];
  });
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

/**
 * Everything that is written of an engagement and printed by these chapters, in the order of the form. Title, client and
 * classification are on every page; of the lists of people and versions, a cover has the name that stands for all.
 */
function textsOf(
  facts: PlaceholderSource['facts'],
  chapters: readonly ChapterKey[] | null,
): readonly FactText[] {
  const prints = (...keys: readonly ChapterKey[]): boolean =>
    keys.some((chapter) => chapters?.includes(chapter) !== false);
  const lines = (fact: FactName, texts: readonly string[]): FactText[] =>
    texts.filter((text) => text !== '').map((text) => ({ fact, name: factTitles[fact], text, rich: false }));
  const items = (fact: FactName, list: readonly Readonly<Record<string, string>>[]): FactText[] =>
    list.flatMap(({ finding: _id, ...item }) => lines(fact, Object.values(item)));
  const listed = (
    fact: FactName,
    list: readonly (Person | ReportVersion)[],
    named: string | undefined,
  ): FactText[] => {
    if (prints('control')) return items(fact, list);
    return named === undefined || !prints('cover', 'letter-head', 'letter-closing')
      ? []
      : lines(fact, [named]);
  };
  const rich = (fact: FactName, text: string, ...printing: readonly ChapterKey[]): FactText[] =>
    text === '' || !prints(...printing) ? [] : [{ fact, name: factTitles[fact], text, rich: true }];
  const isNamed = ({ name }: Person): boolean => name.trim() !== '';
  return [
    ...lines('client', [facts.client]),
    ...lines('title', [facts.title]),
    ...lines('classification', [facts.classification]),
    ...listed('contacts', facts.contacts, facts.contacts.find(isNamed)?.name),
    ...listed('team', facts.team, facts.team.find(isNamed)?.name),
    ...(prints('control') ? items('distribution', facts.distribution) : []),
    ...(prints('scope', 'letter-scope')
      ? [...items('scopeIn', facts.scopeIn), ...items('scopeOut', facts.scopeOut)]
      : []),
    ...rich('method', facts.method, 'scope', 'letter-scope'),
    ...rich('limits', facts.limits, 'limits'),
    ...rich('summary', facts.summary, 'management'),
    ...(prints('rating', 'letter-rating') ? lines('rating', [facts.rating]) : []),
    ...rich('ratingReason', facts.ratingReason, 'rating', 'letter-rating'),
    ...(prints('summary', 'letter-risks') ? items('sentences', facts.sentences) : []),
    ...(prints('roadmap', 'letter-measures') ? items('roadmap', facts.roadmap) : []),
    ...rich('strengths', facts.strengths, 'strengths'),
    ...rich('narrative', facts.narrative, 'narrative'),
    ...(prints('narrative') ? items('timeline', facts.timeline) : []),
    ...facts.attackPath.flatMap(({ title, at, text }) => [
      ...(prints('attack-path') ? lines('attackPath', [title, at]) : []),
      ...rich('attackPath', text, 'attack-path'),
    ]),
    ...(prints('cleanup')
      ? [...items('leftFiles', facts.leftFiles), ...items('testAccounts', facts.testAccounts)]
      : []),
    ...rich('conclusions', facts.conclusions, 'conclusions'),
    ...facts.appendices.flatMap(({ title, text }) => [
      ...(prints('appendices') ? lines('appendices', [title]) : []),
      ...rich('appendices', text, 'appendices'),
    ]),
    ...(prints('letter-head') ? lines('recipient', [facts.recipient]) : []),
    ...(prints('letter-opening') ? lines('salutation', [facts.salutation]) : []),
    ...rich('letterText', facts.letterText, 'letter-opening'),
    ...rich('attestationText', facts.attestationText, 'letter-statement'),
    ...(prints('letter-closing') ? items('signers', facts.signers) : []),
    ...listed('versions', facts.versions, lastVersion(facts)),
  ];
}

function linesOf(theme: ThemeLines | undefined): readonly FactText[] {
  if (theme === undefined) return [];
  return (['header', 'footer'] as const)
    .filter((member) => theme[member] !== '')
    .map((member) => ({
      fact: null,
      name: `The ${member} of the theme "${theme.name}"`,
      text: theme[member],
      rich: false,
    }));
}

/** A report of a list of which a part is missing: it would be taken for the whole. */
export function checkCopy(copy: CopyState): EngagementMessage[] {
  const problem = copyProblem(copy);
  if (problem === null) return [];
  const code = 'incomplete-copy';
  return [{ level: checkLevels[code], code, finding: null, title: null, field: null, message: problem }];
}
