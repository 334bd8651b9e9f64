import type { ReplaceField } from '#contract/finding/finding.ts';
import type { HitPart } from '#contract/procedures/findings/bulk.ts';
import type { Json } from '#contract/json.ts';
import { readRequests, withExchangeText } from '../http-text.ts';
import { isList, stringify } from '../../base/json.ts';
import { ownAddresses } from '../../text/with-addresses.ts';
import { wordOf } from '../../text/words/digest.ts';
import { lengthReplaced, replaceHits, type Hit } from './replace.ts';
import { brokenEntryRule, brokenRule } from '../rules.ts';

/*
 * A replacement in one field: its texts (one, those of a list, the sides of exchanges), their hits, and what the
 * interface's rules say to the result. Hits are numbered through all texts of the field.
 */

/** A text of a field, and what the replacement does to it. */
export interface TextReplacement {
  readonly part: HitPart | null;
  readonly text: string;
  readonly hits: readonly Hit[];
  /** The number of its first hit in the field. */
  readonly first: number;
  /** Why its hits stay although they were not taken out: the rule that the result would break. Null otherwise. */
  readonly why: string | null;
}

/** A field in which something was found. */
export interface FieldReplacement {
  readonly field: ReplaceField;
  /** Another number if the field holds something else. */
  readonly fingerprint: number;
  readonly found: number;
  readonly replaced: number;
  /** The texts that have a hit. */
  readonly texts: readonly TextReplacement[];
  /** The field afterwards; undefined if it stays as it is. */
  readonly after: Json | undefined;
}

/** What is looked for, and what comes in its place. */
export interface Replacing {
  readonly search: (text: string) => readonly Hit[];
  readonly by: string;
  /** Numbers of the hits that the person took out. */
  readonly out: ReadonlySet<number>;
}

/** No replacement makes a longer text, in characters: a short one in the place of many hits can fill the memory. */
const longestReplaced = 4_000_000;

/** What a replacement makes of a field; null if nothing is found, or the field holds no text. */
export function replaceInField(
  field: ReplaceField,
  value: Json | undefined,
  { search, by, out }: Replacing,
): FieldReplacement | null {
  if (value === undefined) return null;
  const texts: TextReplacement[] = [];
  const changed: FieldText[] = [];
  let found = 0;
  let replaced = 0;
  for (const { part, text } of textsOf(field, value)) {
    const hits = hitsIn(field, text, search);
    if (hits.length === 0) continue;
    const first = found;
    found += hits.length;
    const wanted = out.size === 0 ? hits : hits.filter((_hit, at) => !out.has(first + at));
    const made = replacedText(field, { part, text }, wanted, by);
    texts.push({ part, text, hits, first, why: made.why });
    if (made.why !== null) continue;
    replaced += wanted.length;
    if (made.text !== text) changed.push({ part, text: made.text });
  }
  if (found === 0) return null;
  const fingerprint = wordOf(typeof value === 'string' ? value : stringify(value));
  const after = changed.length === 0 ? undefined : withTexts(field, value, changed);
  // Another entry may break a rule already: then nothing of the list may go out.
  const broken = after === undefined ? null : brokenRule(field, after);
  if (broken === null) return { field, fingerprint, found, replaced, texts, after };
  const stay = texts.map((text) => ({ ...text, why: text.why ?? broken }));
  return { field, fingerprint, found, replaced: 0, texts: stay, after: undefined };
}

/** How many hits a field has; none if it holds no text. */
export function hitsInField(
  field: ReplaceField,
  value: Json | undefined,
  search: Replacing['search'],
): number {
  if (value === undefined) return 0;
  return textsOf(field, value).reduce((sum, { text }) => sum + hitsIn(field, text, search).length, 0);
}

/** Fields whose texts show images and link to findings. */
const proseFields: ReadonlySet<ReplaceField> = new Set([
  'description',
  'remediation',
  'observation',
  'demonstration',
]);

/** What is found in a text, without the addresses of its images and findings: another name would lead nowhere. */
function hitsIn(field: ReplaceField, text: string, search: Replacing['search']): readonly Hit[] {
  const hits = search(text);
  if (hits.length === 0 || !proseFields.has(field)) return hits;
  const names = ownAddresses(text);
  return hits.filter((hit) => !names.some(({ start, end }) => hit.start < end && start < hit.end));
}

interface FieldText {
  readonly part: HitPart | null;
  readonly text: string;
}

/** The texts of a field that can be searched; what is no text is passed over. */
function textsOf(field: ReplaceField, value: Json): readonly FieldText[] {
  if (typeof value === 'string') return [{ part: null, text: value }];
  if (!isList(value)) return [];
  switch (field) {
    case 'asset':
    case 'references':
      return value.flatMap((text, at): FieldText[] =>
        typeof text === 'string' ? [{ part: { kind: 'entry', at }, text }] : [],
      );
    case 'requests': {
      const requests = readRequests(value);
      if (requests.kind !== 'exchanges') return [];
      return requests.exchanges.flatMap((exchange, at) =>
        (['request', 'response'] as const).flatMap((kind): FieldText[] => {
          const text = exchange[kind];
          return text === null ? [] : [{ part: { kind, at }, text }];
        }),
      );
    }
    case 'title':
    case 'description':
    case 'remediation':
    case 'observation':
    case 'demonstration':
      return [];
  }
}

function replacedText(
  field: ReplaceField,
  { part, text }: FieldText,
  wanted: readonly Hit[],
  by: string,
): { readonly text: string; readonly why: string | null } {
  if (lengthReplaced(text, wanted, by) > Math.max(longestReplaced, text.length)) {
    return { text, why: 'A text would have more than 4 million characters.' };
  }
  const after = replaceHits(text, wanted, by);
  if (after === text) return { text, why: null };
  if (part?.kind === 'entry' && (field === 'asset' || field === 'references')) {
    return { text: after, why: brokenEntryRule(field, after) };
  }
  return { text: after, why: part === null ? brokenRule(field, valueOf(field, after)) : null };
}

/** A list that came as a single text becomes one. */
function valueOf(field: ReplaceField, text: string): Json {
  return field === 'asset' || field === 'references' ? [text] : text;
}

/** The field with other texts; everything else of it stays as it came. */
function withTexts(field: ReplaceField, value: Json, changed: readonly FieldText[]): Json {
  if (!isList(value)) return valueOf(field, changed[0]?.text ?? '');
  if (field === 'requests') {
    return changed.reduce<readonly Json[]>(
      (list, { part, text }) =>
        part === null || part.kind === 'entry' ? list : withExchangeText(list, part.at, part.kind, text),
      value,
    );
  }
  const byPlace = new Map(changed.map(({ part, text }) => [part?.at, text]));
  // An entry that becomes what the list has already is not there twice.
  const known = new Set(value.filter((_entry, at) => !byPlace.has(at)));
  return value.flatMap((entry, at): Json[] => {
    const text = byPlace.get(at);
    if (text === undefined) return [entry];
    if (known.has(text)) return [];
    known.add(text);
    return [text];
  });
}
