import type { Person } from '#contract/engagement.ts';
import { withoutBlanks } from '#domain/engagement/facts.ts';
import type { Block, Fact, DocumentColumn, Heading, Value } from '../blocks.ts';
import { filledLine, isRetest, leftFindings, roundPeriod, shownRounds, type Context } from '../context.ts';
import { roundName } from './finding-parts.ts';
import { countSeverities } from '../severity.ts';
import { asLine } from '../values.ts';

type Rows = Extract<Block, { kind: 'table' }>['rows'];

/** What the deliverable is called: by the call, by the facts of the engagement, by its template. */
export function titleOf(context: Context): string {
  const { options, words, template, snapshot } = context;
  const own = filledLine(context, snapshot.facts.title);
  // A letter says what it is in its subject, whatever the report is called.
  if (template.letter === true && options.title === undefined) {
    const about = own === '' ? engagementName(context) : own;
    const kind = words.titles[template.title];
    return about === '' ? kind : `${kind}: ${about}`;
  }
  return options.title ?? (own === '' ? words.titles[template.title] : own);
}

/** How confidential the deliverable is; an attestation, made to be shown, says nothing. */
export function classificationOf(context: Context): string {
  const { snapshot, template, words } = context;
  if (template.title === 'attestation') return '';
  return filledLine(context, snapshot.facts.classification) || words.cover.confidential;
}

/** The engagement's name; empty if it has none but its identifier. */
export function engagementName({ snapshot: { name, project } }: Context): string {
  return name === project ? '' : asLine(name);
}

/** The first page. */
export function cover(context: Context): Block[] {
  const { findings, template, values, words } = context;
  const title = titleOf(context);
  const kind = words.titles[template.title];
  const [only] = findings;
  const about = title === kind || template.title === 'technical' ? '' : kind;
  return [
    {
      kind: 'cover',
      title,
      // What is about one finding says on its first page which one.
      subtitle:
        template.grouping === 'one' && only !== undefined ? `${only.ref.number} ${only.ref.title}` : about,
      client: values.client,
      facts: coverFacts(context),
      // Four zeros under the one finding that a deliverable is about would say nothing.
      counts:
        template.grouping === 'one'
          ? []
          : countSeverities(
              // A retest counts what is left, and says so among its facts.
              (isRetest(context) ? leftFindings(context) : findings).map(({ ref }) => ref.severity),
              words,
            ),
    },
  ];
}

function coverFacts(context: Context): Fact[] {
  const { snapshot, options, values, words } = context;
  const { project, facts } = snapshot;
  const named = engagementName(context);
  const id = named === '' ? project : ` (${project})`;
  const engagement = options.showProjectId === true ? `${named}${id}` : named;
  const version = values.version === '' ? '1' : values.version;
  const lines: readonly (readonly [string, string])[] = [
    [words.cover.engagement, engagement],
    [words.cover.tests, words.period(facts.begins, facts.ends)],
    ...retestLines(context),
    [words.cover.date, values.date],
    [words.cover.version, options.draft ? words.cover.draftVersion(version) : version],
    [words.cover.author, values.author],
    [words.cover.contact, values.contact],
  ];
  return lines
    .map(([label, text]): Fact => ({ label, values: [{ text: asLine(text) }], layout: 'lines' }))
    .filter((fact) => fact.values[0]?.text !== '');
}

/** When each round was, and what it left. */
function retestLines(context: Context): (readonly [string, string])[] {
  if (!isRetest(context)) return [];
  const { findings, words } = context;
  return [
    ...shownRounds(context).map(
      (round) => [roundName(context, round.number), roundPeriod(context, round)] as const,
    ),
    [words.cover.left, words.cover.leftOf(leftFindings(context).length, findings.length)],
  ];
}

/** Document control: versions, who gets it, whom to ask, who did it. Left out if none of it is said. */
export function control({ snapshot, words }: Context): Block[] {
  const facts = withoutBlanks(snapshot.facts);
  const parent = 'control';
  const { columns, sections } = words;
  const people = (target: string, title: string, persons: readonly Person[]): Block[] =>
    table(
      { target, title, parent },
      [
        { title: columns.name, share: 3 },
        { title: columns.role, share: 2 },
        { title: columns.organization, share: 3 },
        { title: columns.reach, share: 5 },
      ],
      [
        ...persons.map(({ name, role, organization, email, phone }) => [
          cell(name),
          cell(role),
          cell(organization),
          [...mail(email), ...cell(phone)],
        ]),
      ],
    );
  const tables = [
    ...table(
      { target: 'versions', title: sections.versions, parent },
      [
        { title: columns.version, share: 1 },
        { title: columns.date, share: 2 },
        { title: columns.author, share: 2 },
        { title: columns.note, share: 4 },
      ],
      facts.versions.map(({ version, date, author, note }) => [
        cell(version),
        cell(words.day(date)),
        cell(author),
        cell(note),
      ]),
    ),
    ...people('distribution', sections.distribution, facts.distribution),
    ...people('contacts', sections.contacts, facts.contacts),
    ...people('team', sections.team, facts.team),
  ];
  return tables.length === 0
    ? []
    : [{ kind: 'chapter', target: parent, title: words.chapters.control }, ...tables];
}

/** A table of columns of which those that are empty in every row are left out, and nothing if it has no row. */
export function table(heading: Heading, columns: readonly DocumentColumn[], rows: Rows, note = ''): Block[] {
  if (rows.length === 0) return [];
  const used = columns.map((_, column) => rows.some((row) => (row[column]?.length ?? 0) > 0));
  return [
    {
      kind: 'table',
      ...heading,
      columns: columns.filter((_, column) => used[column]),
      rows: rows.map((row) => row.filter((_, column) => used[column])),
      ...(note === '' ? {} : { note }),
    },
  ];
}

/** A line as the values of a cell. */
export function cell(text: string): Value[] {
  const line = asLine(text);
  return line === '' ? [] : [{ text: line }];
}

function mail(address: string): Value[] {
  const text = asLine(address);
  if (!/^[^\s@:?#]+@[^\s@:?#]+$/u.test(text)) return cell(address);
  return [{ text, href: `mailto:${text}` }];
}
