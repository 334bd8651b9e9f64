import { equalJson } from '#domain/base/json.ts';
import type { Words } from '../../languages/index.ts';
import { assetEntries, firstEntries } from '../asset-list.ts';
import { assetsOf } from '../assets.ts';
import type { Part, Section, Value } from '../blocks.ts';
import { hasOwnAssets } from '../grouped.ts';
import type { NumberedFinding } from '../numbered.ts';
import { statusText } from '../severity.ts';
import { paragraph } from '../text/rich.ts';
import { asLine, asValues } from '../values.ts';

/* What is said of findings that are printed as one: alike once, the rest under the place that it belongs to. */

/** Something that is said of a finding under a title. */
export interface FindingField {
  readonly title: string;
  /** Two findings with the same key say the same; empty if they say nothing. */
  readonly key: (finding: NumberedFinding) => string;
  readonly parts: (finding: NumberedFinding) => readonly Part[];
  /** Only so many different ones are printed, those of the first places; a line says how many places are left. */
  readonly max?: { readonly count: number; readonly left: (places: number, more: boolean) => string };
  /** What all say alike stands elsewhere: in the card. */
  readonly inCard?: boolean;
}

/** A round of retests, as the table of places has it. */
export interface PlaceRound {
  readonly title: string;
  /** What it found out about a finding, who said so and when; nothing if it did not look. */
  readonly said: (finding: NumberedFinding) => readonly string[];
}

/**
 * The sections of equal findings: what all say alike, the table of their places, what several say alike under the numbers of
 * their places, then what only one says.
 */
export function sectionsOfPlaces(
  group: NumberedFinding,
  fields: readonly FindingField[],
  rounds: readonly PlaceRound[],
  words: Words,
): Section[] {
  const { members = [] } = group;
  const all = fields.map((field) => ({
    field,
    variants: [...Map.groupBy(members.keys(), (at) => keyAt(field, members, at))].filter(
      ([key]) => key !== '',
    ),
  }));
  const said = all.map(({ field, variants }) => ({
    field,
    variants:
      field.max === undefined || variants.length === 1 ? variants : variants.slice(0, field.max.count),
  }));
  const left = all.flatMap(({ field: { title, max }, variants }, at): Section[] => {
    const printed = said[at]?.variants.length ?? 0;
    const places = variants.slice(printed).reduce((sum, [, among]) => sum + among.length, 0);
    return max === undefined || places === 0
      ? []
      : [{ title, parts: [paragraph(max.left(places, printed > 0))] }];
  });
  const isCommon = ({ variants }: (typeof said)[number]): boolean =>
    variants.length === 1 && variants[0]?.[1].length === members.length;
  const partsAt = (field: FindingField, at: number): readonly Part[] => {
    const member = members[at];
    return member === undefined ? [] : field.parts(member);
  };
  const common = said.flatMap((one): Section[] =>
    isCommon(one) && one.field.inCard !== true ? section(one.field.title, partsAt(one.field, 0)) : [],
  );
  const differing = said.filter((one) => !isCommon(one));
  const shared = differing.flatMap(({ field, variants }): Section[] =>
    section(
      field.title,
      variants.flatMap(([, places]) =>
        places.length === 1
          ? []
          : placed(words.finding.placesNamed(ranges(places)), partsAt(field, places[0] ?? 0)),
      ),
    ),
  );
  const alone = members.flatMap((member, at): Section[] =>
    section(
      placeTitle(member, at, words),
      differing.flatMap(({ field, variants }) =>
        variants.some(([, places]) => places.length === 1 && places[0] === at)
          ? entitled(field.title, partsAt(field, at))
          : [],
      ),
    ),
  );
  return [...common, placeTable(group, rounds, words), ...shared, ...alone, ...left];
}

function keyAt(field: FindingField, members: readonly NumberedFinding[], at: number): string {
  const member = members[at];
  return member === undefined ? '' : field.key(member);
}

/** A heading over nothing is not printed. */
function section(title: string, parts: readonly Part[]): Section[] {
  return parts.length === 0 ? [] : [{ title, parts }];
}

/** The first part has the title, unless it has one of its own. */
function entitled(title: string, parts: readonly Part[]): Part[] {
  return parts.map((part, at) => (at === 0 && part.title === undefined ? { ...part, title } : part));
}

/** The places before the titles of parts that several have alike. */
function placed(places: string, parts: readonly Part[]): Part[] {
  return parts.map((part, at) => {
    if (part.title !== undefined) return { ...part, title: `${places}: ${part.title}` };
    return at === 0 ? { ...part, title: places } : part;
  });
}

/** `1–4, 7`: places counted from 1, of which at least three in a row are a range. */
export function ranges(places: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last !== undefined && last.to + 1 === place) last.to = place;
    else runs.push({ from: place, to: place });
  }
  return runs
    .flatMap(({ from, to }) => {
      const [first, last] = [String(from + 1), String(to + 1)];
      return to - from < 2 ? [...new Set([first, last])] : [`${first}\u2013${last}`];
    })
    .join(', ');
}

function placeTitle(member: NumberedFinding, at: number, words: Words): string {
  const [first, ...more] = assetsOf(member);
  const name = words.finding.place(at + 1);
  if (first === undefined) return name;
  return `${name}: ${first}${more.length === 0 ? '' : ` ${words.sentences.andMore(more.length)}`}`;
}

interface PlaceColumn {
  readonly title: string;
  readonly share: number;
  readonly lines: (member: NumberedFinding, at: number) => readonly string[];
  /** What places have alike stands in the card. */
  readonly inCard?: boolean;
}

/** A row for each place: what it is called by, and in what it differs from the others. */
function placeTable(group: NumberedFinding, rounds: readonly PlaceRound[], words: Words): Section {
  const { members = [], record: common } = group;
  const { columns, finding } = words;
  const alike = (name: string): boolean =>
    members.every(({ record }) => equalJson(record[name], common[name]));
  const all: readonly PlaceColumn[] = [
    { title: finding.place(null), share: 0.6, lines: (_, at) => [String(at + 1)] },
    {
      title: columns.title,
      share: 3,
      lines: ({ record }) => lineOf(record['title']),
      inCard: alike('title'),
    },
    {
      title: finding.assets,
      share: 4,
      lines: (one) => assetLines(one, words),
      inCard: hasOwnAssets(group),
    },
    { title: columns.severity, share: 1, lines: ({ ref }) => [ref.severityText], inCard: alike('severity') },
    {
      title: columns.cvss,
      share: 1.5,
      lines: ({ record }) => asValues(record['CVSS']).map(({ text }) => text),
      inCard: alike('CVSS'),
    },
    {
      title: finding.status,
      share: 1,
      lines: ({ record }) => asValues(record['status']).map(({ text }) => statusText(text, words)),
      inCard: alike('status'),
    },
    ...rounds.map(({ title, said }) => ({ title, share: 1.2, lines: said })),
    { title: 'ID', share: 1.8, lines: ({ id }) => [id] },
  ];
  const shown = all.filter(({ inCard }) => inCard !== true);
  const name = finding.placesCounted(members.length);
  const rows = members.map((member, at) =>
    shown.map(({ lines }) => lines(member, at).map((text): Value => ({ text }))),
  );
  const heads = shown.map(({ title, share }) => ({ title, share }));
  return { title: name, parts: [{ body: { kind: 'table', table: { name, columns: heads, rows } } }] };
}

function lineOf(value: unknown): string[] {
  const line = asLine(value);
  return line === '' ? [] : [line];
}

/** So many entries and letters of an asset stand in the table; all of them under their place. */
const max = { entries: 12, letters: 600 };

/** The assets of a place that have no room in the table, in full. */
export function longAssetField(words: Words): FindingField {
  const isLong = (one: NumberedFinding): boolean =>
    assetEntries(assetsOf(one)).length > max.entries ||
    assetsOf(one).some(({ length }) => length > max.letters);
  return {
    title: words.finding.assets,
    key: (one) => (isLong(one) ? JSON.stringify(assetsOf(one)) : ''),
    parts: (one) => valueLine(assetsOf(one).map((text) => ({ text }))),
  };
}

function assetLines(member: NumberedFinding, words: Words): string[] {
  const { shown, more } = firstEntries(assetsOf(member), max.entries);
  return [...shown.map(({ text }) => text), ...(more === 0 ? [] : [words.sentences.andMore(more)])];
}

/** Short values in one line. */
export function valueLine(values: readonly { readonly text: string }[]): Part[] {
  return values.length === 0 ? [] : [paragraph(values.map(({ text: value }) => value).join(' \u00b7 '))];
}
