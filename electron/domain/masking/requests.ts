import type { Json, JsonObject } from '#contract/json.ts';
import type { MaskedValue, OmittedBody, MaskHit, SecretKind } from '#contract/deliverable/masks.ts';
import { isExact, isList, isObject, stringify } from '../base/json.ts';
import { memberOf } from '../finding/record.ts';
import { bytesOf, longBodies, type Cut } from './bodies.ts';
import { valueSecrets } from './headers.ts';
import { kindOfMember } from './secret-names.ts';
import { valueKey } from './value-key.ts';
import { maskedValue, secretsIn } from './secrets.ts';
import { mask, type Secret } from './mask.ts';

/** How recorded requests are shown. */
export interface Redaction {
  readonly maskSecrets: boolean;
  /** Keys of values that are shown although they are secret. */
  readonly keptValues?: readonly string[] | undefined;
  /** The most bytes of a body; null prints it whole. */
  readonly cutBodies: number | null;
  /** The line that stands in place of what is left out, in the language of the report. */
  readonly sentence: (bytes: number) => string;
}

/** Recorded requests as they are shown, and what is not shown of them. */
export interface ShownRequests {
  readonly value: Json;
  readonly hits: readonly MaskHit[];
  /** Each secret value once, those that are kept among them. */
  readonly values: readonly MaskedValue[];
  readonly leftOut: readonly OmittedBody[];
}

/**
 * The field `requests` of a record, whatever shape it has, without its live secrets and with long bodies cut. Nothing
 * else is changed; if there is nothing to leave out, `value` is the very value given. Values that are kept stay. Never throws.
 */
export function shownRequests(value: Json, redaction: Redaction): ShownRequests {
  const passage = new Passage(redaction);
  const shown = passage.shown(value, { number: null, side: 'Request', name: null, cookies: false });
  return {
    value: shown,
    hits: passage.hits,
    get values() {
      return passage.values;
    },
    leftOut: passage.leftOut,
  };
}

/** The same with secrets masked and bodies whole. */
export function maskedRequests(value: Json): Pick<ShownRequests, 'value' | 'hits'> {
  const { value: masked, hits } = shownRequests(value, wholeAndMasked());
  return { value: masked, hits };
}

/** Every secret value of recorded requests once; `keptValues`: keys of those that are shown all the same. */
export function secretValues(value: Json, keptValues: readonly string[]): readonly MaskedValue[] {
  return shownRequests(value, wholeAndMasked(keptValues)).values;
}

function wholeAndMasked(keptValues: readonly string[] = []): Redaction {
  return { maskSecrets: true, keptValues, cutBodies: null, sentence: () => '' };
}

/** Where in the field a value stands. */
interface Place {
  /** `Request 2`, `Response`: what a person calls it. */
  readonly number: number | null;
  readonly side: 'Request' | 'Response';
  /** The name of what it is the value of. */
  readonly name: string | null;
  /** Inside of a list or an object of cookies. */
  readonly cookies: boolean;
}

/** A secret value as it was found first. */
interface FoundValue {
  readonly value: string;
  readonly kind: SecretKind;
  readonly where: string;
  readonly count: number;
}

/** More of a value says no more about it. */
const longestText = 200;

/** One field on its way: how it is shown, and what was left out of it so far. */
class Passage {
  readonly #redaction: Redaction;
  readonly #hits = new Map<string, MaskHit>();
  readonly #values = new Map<string, FoundValue>();
  readonly #kept: ReadonlySet<string>;
  readonly leftOut: OmittedBody[] = [];

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
    this.#kept = new Set(redaction.keptValues);
  }

  /** Keys are made here and not before: a report only needs those of values that may be kept. */
  get values(): readonly MaskedValue[] {
    return [...this.#values.values()].map(({ value, kind, where, count }) => {
      const key = valueKey(kind, value);
      const text = value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}\u2026` : value;
      return { key, kind, text, where, count, kept: this.#kept.has(key) };
    });
  }

  get hits(): readonly MaskHit[] {
    return [...this.#hits.values()];
  }

  shown(value: Json, place: Place): Json {
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value === 'number' || isExact(value)) return this.#number(value, place);
    if (isList(value)) return this.#list(value, place);
    return isObject(value) ? this.#object(value, place) : value;
  }

  #list(list: readonly Json[], place: Place): Json {
    const [name, second] = list;
    // A header as a list of its own: `["Cookie", "a=b"]`.
    const isPair = list.length === 2 && typeof name === 'string' && typeof second === 'string';
    const named = isPair && kindOfMember(name) !== null ? name : null;
    const exchanges = place.number === null && place.name === null && list.length > 1;
    const shown = list.map((entry, at) => {
      if (at === 1 && named !== null) return this.shown(entry, { ...place, name: named });
      return this.shown(entry, exchanges ? { ...place, number: at + 1 } : place);
    });
    return shown.some((entry, at) => entry !== list[at]) ? shown : list;
  }

  #object(object: JsonObject, place: Place): Json {
    // `{"name": "Cookie", "value": "…"}`: the archive format of browsers (HAR) has headers as such.
    const named = memberOf(object, 'name') ?? memberOf(object, 'key');
    let changed = false;
    const entries = Object.entries(object).map(([member, value]): [string, Json] => {
      const shown = this.shown(value, {
        number: place.number,
        side: /^response/iu.test(member) ? 'Response' : place.side,
        name: member === 'value' && typeof named === 'string' ? named : member,
        cookies: /^cookies$/iu.test(member) || (place.cookies && (member === 'value' || named === undefined)),
      });
      changed ||= shown !== value;
      return [member, shown];
    });
    return changed ? Object.fromEntries(entries) : object;
  }

  #kindOf({ name, cookies }: Place): SecretKind | null {
    if (!this.#redaction.maskSecrets || name === null) return null;
    return kindOfMember(name) ?? (cookies ? 'token' : null);
  }

  #number(number: Json, place: Place): Json {
    const kind = this.#kindOf(place);
    if (kind === null) return number;
    if (this.#keeps(place, { name: place.name ?? '', kind, value: stringify(number) })) return number;
    this.#masked(place, place.name ?? '', kind);
    return mask;
  }

  #text(text: string, place: Place): string {
    const { maskSecrets, cutBodies, sentence } = this.#redaction;
    const kind = this.#kindOf(place);
    const cuts = cutBodies === null ? [] : longBodies(text, cutBodies);
    let found: readonly Secret[] = [];
    if (kind !== null) found = [...valueSecrets(text, 0, text.length, place.name ?? '', kind)];
    else if (maskSecrets) found = secretsIn(text);
    found = found.filter(
      ({ from, to, name, kind: is }) => !this.#keeps(place, { name, kind: is, value: text.slice(from, to) }),
    );
    if (found.length === 0 && cuts.length === 0) return text;
    const pieces: string[] = [];
    let at = 0;
    for (const gap of gapsOf(found, cuts)) {
      pieces.push(text.slice(at, gap.from));
      if ('kind' in gap) {
        pieces.push(maskedValue(text, gap));
        this.#masked(place, gap.name, gap.kind);
      } else {
        const bytes = bytesOf(text, gap);
        pieces.push(/(?:^|[\r\n])$/u.test(text.slice(Math.max(0, gap.from - 1), gap.from)) ? '' : '\n');
        pieces.push(sentence(bytes));
        this.leftOut.push({ where: placeName(place), bytes });
      }
      at = gap.to;
    }
    return [...pieces, text.slice(at)].join('');
  }

  /** Counts a secret value. @returns whether it is shown all the same */
  #keeps(place: Place, { name, kind, value }: { name: string; kind: SecretKind; value: string }): boolean {
    const key = `${kind} ${value}`;
    const before = this.#values.get(key) ?? { value, kind, where: whereOf(place, name), count: 0 };
    this.#values.set(key, { ...before, count: before.count + 1 });
    return this.#kept.size > 0 && this.#kept.has(valueKey(kind, value));
  }

  #masked(place: Place, name: string, kind: SecretKind): void {
    const where = whereOf(place, name);
    const key = `${kind} ${where}`;
    this.#hits.set(key, { where, kind, count: (this.#hits.get(key)?.count ?? 0) + 1 });
  }
}

function whereOf(place: Place, name: string): string {
  return name === '' ? placeName(place) : `${placeName(place)}, ${name}`;
}

function placeName({ side, number }: Place): string {
  return number === null ? side : `${side} ${number}`;
}

/**
 * Secrets and cuts in their order and apart. A secret on the border of a cut is masked whole, and the cut begins after
 * it: nobody would recognise half of it as a secret.
 */
function* gapsOf(secrets: readonly Secret[], cuts: readonly Cut[]): Generator<Secret | Cut> {
  let [next, at] = [0, 0];
  for (const cut of cuts) {
    for (let secret = secrets[next]; secret !== undefined && secret.from < cut.from; secret = secrets[next]) {
      yield secret;
      at = secret.to;
      next += 1;
    }
    if (at >= cut.to) continue;
    yield { from: Math.max(at, cut.from), to: cut.to };
    at = cut.to;
    for (let secret = secrets[next]; secret !== undefined && secret.from < at; secret = secrets[next]) {
      if (secret.to > at) yield { ...secret, from: at };
      at = Math.max(at, secret.to);
      next += 1;
    }
  }
  yield* secrets.slice(next);
}
