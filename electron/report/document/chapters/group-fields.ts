import { defaultGroupRequests } from '#contract/deliverable/choices.ts';
import type { ReportImage } from '#contract/deliverable/report.ts';
import type { Part, Section, Value } from '../blocks.ts';
import { shownRounds, type Context, type TextContext } from '../context.ts';
import type { NumberedFinding } from '../numbered.ts';
import { otherFacts, otherTexts } from '../other-members.ts';
import { asText, asValues } from '../values.ts';
import {
  commentSection,
  figures,
  otherSections,
  partsWithoutCode,
  requestSection,
  roundName,
  sectionsOf,
  textSection,
  verdictsOf,
  withoutPlaced,
} from './finding-parts.ts';
import { longAssetField, sectionsOfPlaces, valueLine, type FindingField, type PlaceRound } from './places.ts';

/** The texts of equal findings: what all say alike once, the rest under the places that it belongs to. */
export function groupSections(group: NumberedFinding, context: Context, figure: () => string): Section[] {
  const fields =
    context.template.detail === 'full' ? fullFields(group, context, figure) : briefFields(context);
  const rounds = placeRounds(group, context);
  return sectionsOfPlaces(
    group,
    [longAssetField(context.words), ...fields, ...roundFields(group, context, figure), commentField(context)],
    rounds,
    context.words,
  );
}

/** In the order in which they stand in a finding by itself. */
function fullFields(group: NumberedFinding, context: Context, figure: () => string): FindingField[] {
  const { words, options } = context;
  const { finding } = words;
  const limit = options.groupRequests ?? defaultGroupRequests;
  return [
    {
      title: finding.fullTitle,
      key: ({ fullTitle = '' }) => fullTitle,
      parts: ({ fullTitle, evidence }) => partsOf(textSection('', fullTitle, context, evidence)),
    },
    textField('description', finding.description, context),
    textField('observation', finding.observation, context),
    textField('demonstration', finding.demonstration, context),
    {
      title: finding.requests,
      key: ({ record }) => keyOfText(record['requests'], []),
      ...(limit === 'all' ? {} : { max: { count: limit, left: words.sentences.requestsLeft } }),
      parts: ({ record }) => partsOf(requestSection(record['requests'], words)),
    },
    textField('remediation', finding.remediation, context),
    ...(['tags', 'cwe', 'owasp', 'references'] as const).map((name) =>
      listField(group, finding[name], ({ record }) => asValues(record[name])),
    ),
    ...otherFields(group, context),
    {
      title: finding.evidence,
      key: (one) => keyOf(unplacedIn(one, context).map(({ sha256, caption }) => [sha256, caption.trim()])),
      parts: (one) => figures(unplacedIn(one, context), figure),
    },
  ];
}

/** A report in brief leaves figures out, so they take no number. */
function briefFields(context: Context): FindingField[] {
  const { finding } = context.words;
  const uncounted = { ...context, figure: () => '' };
  return [
    textField('description', finding.description, uncounted),
    textField('remediation', finding.remediation, uncounted),
  ].map((field) => ({ ...field, parts: (one) => partsWithoutCode(field.parts(one)) }));
}

function textField(name: string, title: string, context: TextContext): FindingField {
  return {
    title,
    key: ({ record, evidence }) => keyOfText(record[name], evidence),
    parts: ({ record, evidence }) => partsOf(textSection(title, record[name], context, evidence)),
  };
}

/** Short values: those that all have alike stand in the card. */
function listField(
  group: NumberedFinding,
  title: string,
  values: (finding: NumberedFinding) => readonly Value[],
): FindingField {
  return {
    title,
    inCard: values(group).length > 0,
    key: (one) => keyOf(values(one)),
    parts: (one) => valueLine(values(one)),
  };
}

/** Members that the interface does not name. */
function otherFields(group: NumberedFinding, context: Context): FindingField[] {
  const { options } = context;
  const { members = [] } = group;
  const labels = (of: (finding: NumberedFinding) => readonly { readonly label: string }[]): string[] => [
    ...new Set(members.flatMap((one) => of(one).map(({ label }) => label))),
  ];
  const valuesOf = (label: string) => {
    return ({ record }: NumberedFinding) =>
      otherFacts(record, options).flatMap((fact) => (fact.label === label ? fact.values : []));
  };
  return [
    ...labels(({ record }) => otherFacts(record, options)).map((label) =>
      listField(group, label, valuesOf(label)),
    ),
    ...labels(({ record }) => otherTexts(record, options)).map((label): FindingField => {
      const sections = (one: NumberedFinding): Section[] =>
        otherSections(one, context).filter(({ title }) => title === label);
      return {
        title: label,
        key: ({ record, evidence }) =>
          otherTexts(record, options)
            .flatMap((text) => (text.label === label ? [keyOfText(text.value, evidence)] : []))
            .join('\n'),
        parts: (one) => partsOf(sections(one)),
      };
    }),
  ];
}

/** What each round has to say of a place beyond its verdict. */
function roundFields(group: NumberedFinding, context: Context, figure: () => string): FindingField[] {
  return shownRounds(context).map(({ number }): FindingField => {
    const inRound = (one: NumberedFinding) => one.verdicts.filter(({ round }) => round === number);
    return {
      title: roundName(context, number),
      inCard: inRound(group).length > 0,
      key: (one) =>
        keyOf(
          inRound(one).flatMap(({ text, evidence, ...given }) =>
            text.trim() === '' && evidence.length === 0
              ? []
              : [[given, keyOfText(text, one.evidence), evidence]],
          ),
        ),
      parts: (one) =>
        verdictsOf(context, { ...one, verdicts: inRound(one) }, figure).flatMap(({ parts }) => parts),
    };
  });
}

/** Colleagues say each comment about one finding. */
function commentField(context: Context): FindingField {
  return {
    title: context.words.finding.comments,
    key: (one) => (commentSection(one, context).length === 0 ? '' : one.id),
    parts: (one) => partsOf(commentSection(one, context)),
  };
}

/** The rounds whose verdicts are not the same at all places. */
function placeRounds(group: NumberedFinding, context: Context): PlaceRound[] {
  const { members = [] } = group;
  return shownRounds(context).flatMap(({ number }): PlaceRound[] => {
    const given = (one: NumberedFinding) => one.verdicts.find(({ round }) => round === number);
    if (given(group) !== undefined || members.every((one) => given(one) === undefined)) return [];
    const said = (one: NumberedFinding): readonly string[] => {
      const found = given(one);
      if (found === undefined) return [];
      const bare = { ...one, verdicts: [{ ...found, text: '', evidence: [] }] };
      return verdictsOf(context, bare, () => '').flatMap(({ mark, said: who }) => [
        mark.text,
        ...(who === '' ? [] : [who]),
      ]);
    };
    return [{ title: roundName(context, number), said }];
  });
}

/** The images of a finding that none of its texts places. */
function unplacedIn(finding: NumberedFinding, context: Context): readonly ReportImage[] {
  if (finding.evidence.length === 0) return [];
  const uncounted = { ...context, figure: () => '', notes: () => '' };
  const sections = [...sectionsOf(finding, uncounted), ...otherSections(finding, uncounted)];
  return withoutPlaced(finding.evidence, partsOf(sections));
}

/** A text with the images that it may place: the same words with another image say something else. */
function keyOfText(value: unknown, images: readonly ReportImage[]): string {
  const text = asText(value);
  if (text.trim() === '') return '';
  return text.includes('evidence:')
    ? JSON.stringify([text, images.map(({ name, sha256, caption }) => [name, sha256, caption])])
    : text;
}

function keyOf(values: readonly unknown[]): string {
  return values.length === 0 ? '' : JSON.stringify(values);
}

function partsOf(sections: readonly Section[]): readonly Part[] {
  return sections.flatMap(({ parts }) => parts);
}
