import { withoutBlanks } from '#domain/engagement/facts.ts';
import { shortened } from '#domain/text/words/first-sentence.ts';
import { fillPlaceholders } from '#domain/deliverable/placeholders.ts';
import type { TestedNames } from '../../languages/letters.ts';
import type { Block, Fact, LetterSender, Part, Value } from '../blocks.ts';
import { filledLine, textParts, type Context } from '../context.ts';
import { plainSentence } from '../sentences.ts';
import { paragraph } from '../text/rich.ts';
import { asLine } from '../values.ts';
import { cell, classificationOf, engagementName, titleOf } from './front.ts';

/* What stands around the results in a letter: head, opening, what was tested, closing. */

/** The window of an envelope has room for so many lines. */
const maxRecipient = 7;
/** Letters of what was in scope, and of what was not; the report has all. */
const maxScope = { in: 240, out: 70, entry: 70 } as const;
const maxMethod = 150;
const maxSigners = 4;

/** Sender, recipient, day and subject. */
export function letterHead(context: Context): Block[] {
  const { snapshot, values, words } = context;
  const facts = withoutBlanks(snapshot.facts);
  const [author] = facts.team;
  const contact =
    author === undefined ? [] : [...cell(author.name), ...cell(author.email), ...cell(author.phone)];
  return [
    {
      kind: 'letter-head',
      target: 'letter-head',
      sender: senderOf(context),
      remark: classificationOf(context),
      recipient: recipientOf(context),
      facts: factsOf([
        [words.cover.date, cell(values.date)],
        [words.letter.yourContact, contact],
      ]),
      subject: titleOf(context),
    },
  ];
}

/** Who writes: the company of the theme, else the one that the first of the team belongs to. */
export function senderOf({ snapshot }: Context): LetterSender {
  const { team } = withoutBlanks(snapshot.facts);
  const { name, address = [], phone, email, web } = snapshot.theme?.company ?? {};
  const ofTeam = team.map(({ organization }) => asLine(organization)).find((found) => found !== '');
  return {
    name: asLine(name ?? ofTeam),
    address: address.map(asLine).join(', '),
    reach: [phone, email, web].map(asLine).filter((line) => line !== ''),
  };
}

/** Name and address by hand, else the client and its first contact. */
function recipientOf(context: Context): string[] {
  const { snapshot, values } = context;
  const written = snapshot.facts.recipient
    .split(/\r\n?|\n/u)
    .map((line) => filledLine(context, line))
    .filter((line) => line !== '');
  const lines = written.length > 0 ? written : [values.client, values.contact].map(asLine);
  return lines.filter((line) => line !== '').slice(0, maxRecipient);
}

/** Salutation and opening, by hand or as the template has them. */
export function letterOpening(context: Context): Block[] {
  const { snapshot, template, values, words } = context;
  const { letter } = words;
  const said = filledLine(context, snapshot.facts.salutation);
  const opening = template.grouping === 'retested' ? letter.retestOpening : letter.summaryOpening;
  return [
    passage('letter-opening', [
      paragraph(said === '' ? letter.salutation(asLine(values.contact)) : said),
      ...writtenOr(context, snapshot.facts.letterText, opening(namesOf(context))),
    ]),
  ];
}

/** What an attestation states of the test. */
export function letterStatement(context: Context): Block[] {
  const { snapshot, words } = context;
  const { letter } = words;
  return [
    passage('letter-statement', [
      paragraph(letter.openSalutation),
      ...writtenOr(context, snapshot.facts.attestationText, letter.statement(namesOf(context))),
    ]),
  ];
}

/** By whom, when and how was tested what, in brief. */
export function letterScope(context: Context): Block[] {
  const { snapshot, template, values, words } = context;
  const facts = withoutBlanks(snapshot.facts);
  const isOpen = template.title === 'attestation';
  const scope = (list: typeof facts.scopeIn, max: number): Value[] => {
    let room: number = max;
    const entries = list.map(({ what, note }) => {
      const [name, more] = [asLine(what), asLine(note)];
      return shortened(name !== '' && more !== '' ? `${name} (${more})` : name + more, maxScope.entry);
    });
    const shown = entries.filter((entry, at) => (room -= entry.length) >= 0 || at === 0);
    const more = list.length - shown.length;
    return [...shown, more === 0 ? '' : words.letter.moreInReport(more)].flatMap(cell);
  };
  const method = plainSentence(context, fillPlaceholders(facts.method, context.values).text);
  const { name } = senderOf(context);
  const lines = factsOf([
    [words.letter.client, isOpen ? cell(values.client) : []],
    [words.letter.testedBy, isOpen && name !== '' ? cell(name) : cell(values.team)],
    [words.cover.tests, cell(words.period(facts.begins, facts.ends))],
    [words.sections.scopeIn, scope(facts.scopeIn, maxScope.in), 'row'],
    [words.sections.scopeOut, scope(facts.scopeOut, maxScope.out), 'row'],
    [words.sections.method, cell(shortened(method, maxMethod))],
  ]);
  return lines.length === 0 ? [] : [{ ...passage('letter-scope', [], words.letter.tested), facts: lines }];
}

/** As of which day an attestation holds, and what it is not. */
export function letterValidity(context: Context): Block[] {
  const { values, words } = context;
  return [passage('letter-validity', words.letter.validity(values.date, values.client).map(paragraph))];
}

/** The last words, and who signs. */
export function letterClosing(context: Context): Block[] {
  const { snapshot, template, words } = context;
  const { signers, team } = withoutBlanks(snapshot.facts);
  const isOpen = template.title === 'attestation';
  const named = signers.length > 0 ? signers : team.slice(0, 1);
  const { name } = senderOf(context);
  return [
    {
      kind: 'signatures',
      target: 'letter-closing',
      sentence: isOpen ? '' : words.letter.ask,
      closing: isOpen ? words.letter.signedFor(name) : words.letter.closing,
      signers: (named.length > 0 ? named : [{ name: '', role: '', organization: '' }])
        .slice(0, maxSigners)
        .map((signer) => ({
          name: filledLine(context, signer.name),
          role: [filledLine(context, signer.role), filledLine(context, signer.organization)]
            .filter((part) => part !== '')
            .join(', '),
        })),
    },
  ];
}

/** A piece of a letter. */
export function passage(
  target: string,
  parts: readonly Part[],
  title = '',
): Extract<Block, { kind: 'passage' }> {
  return { kind: 'passage', target, title, facts: [], parts };
}

function namesOf(context: Context): TestedNames {
  const { begins, ends } = context.snapshot.facts;
  const engagement = engagementName(context);
  const client = asLine(context.values.client);
  return { engagement, client, company: senderOf(context).name, begins, ends };
}

function writtenOr(context: Context, written: string, built: readonly string[]): readonly Part[] {
  const own = textParts(context, written);
  return own.length > 0 ? own : built.map(paragraph);
}

function factsOf(lines: readonly (readonly [string, readonly Value[], Fact['layout']?])[]): Fact[] {
  return lines
    .filter(([, values]) => values.length > 0)
    .map(([label, values, layout = 'lines']): Fact => ({ label, values, layout }));
}
