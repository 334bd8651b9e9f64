import type { ScanCvss, ScanExchange, ScanItem } from '#contract/scans/item.ts';
import { severityKeys, type SeverityKey } from '#contract/value-lists.ts';
import type { TakenImage } from '../images/image.ts';
import { fold } from '../text/words/fold.ts';
import { assetIdentity } from '../hosts/places.ts';
import { wordOf } from '../text/words/digest.ts';
import { reasonToLeaveOut, type LeaveOutRules, type LeftOutItems } from './left-out.ts';
import { Smallest } from './smallest.ts';

/*
 * What scanners say, put together by weakness. An item adds to its group and is forgotten, so that a hundred thousand fit;
 * nothing depends on the order in which items come.
 */

/** Where a weakness was seen, and what was seen there. */
export interface ScanPlace {
  readonly asset: string;
  readonly port: number | null;
  readonly path: string | null;
  /** The package that has the weakness. */
  readonly component: string | null;
  readonly observation: string;
}

/** One weakness of a tool, with all that its items say: one finding, unless the user splits or merges it. */
export interface ScanGroup {
  /** Tool and rule: `nessus/12345`. */
  readonly key: string;
  /** What the tools call it; several once groups were merged. */
  readonly rules: readonly ScanRule[];
  readonly title: string;
  /** Every severity that its items have, the worst first. */
  readonly severities: readonly SeverityKey[];
  readonly assets: readonly string[];
  /** The first of them in their order. */
  readonly places: readonly ScanPlace[];
  readonly placeCount: number;
  readonly description: string;
  readonly demonstration: string;
  readonly remediation: string;
  readonly impact: string;
  readonly references: readonly string[];
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly cvss: readonly ScanCvss[];
  /** The first of them in their order. */
  readonly requests: readonly ScanExchange[];
  readonly requestCount: number;
  /** The first of them in the order of their names. */
  readonly images: readonly GroupImage[];
  readonly tags: readonly string[];
  /** A person wrote it for a report. */
  readonly authored: boolean;
  /** The files that it stands in, by their place among those that were read. */
  readonly files: readonly number[];
  /** The key of the group that was split, if it is a part of one. */
  readonly splitOf?: string;
}

/** An image that a file holds, as it may be kept. */
export interface GroupImage extends TakenImage {
  readonly name: string;
}

/** What a tool itself calls a weakness. */
export interface ScanRule {
  readonly tool: string;
  readonly rule: string;
}

/** The key of a rule, as tags and answers write it. */
export function ruleKey({ tool, rule }: ScanRule): string {
  return `${tool}/${rule}`;
}

/** So many places and exchanges are kept of a group; a finding with more is read by nobody. */
const maxPlaces = 100;
const maxRequests = 10;
const maxImages = 100;
/** Longer observations and messages are cut. */
const maxObservation = 8_000;
const maxMessage = 100_000;

/** Takes items one by one and answers their groups. Items that a rule leaves out are counted by their reason. */
export class ScanGroups {
  readonly #rules: LeaveOutRules;
  readonly #groups = new Map<string, GroupInMaking>();
  readonly #leftOut = new Map<string, LeftOutItems>();

  constructor(rules: LeaveOutRules) {
    this.#rules = rules;
  }

  /**
   * Answers whether the item is not left out.
   * @param file the place of its file among those that are read
   */
  add(item: ScanItem, file: number): boolean {
    const key = ruleKey(item);
    const reason = reasonToLeaveOut(item, this.#rules);
    if (reason !== null) {
      const name = `${key}\n${reason}`;
      const items = (this.#leftOut.get(name)?.items ?? 0) + 1;
      const title = betterTitle(this.#leftOut.get(name)?.title ?? '', item.title);
      this.#leftOut.set(name, { key, title, reason, items });
      return false;
    }
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = new GroupInMaking(item);
      this.#groups.set(key, group);
    }
    group.add(item, file);
    return true;
  }

  /** Adds an image to the group of an item that was added. */
  addImage(item: ScanRule, image: GroupImage): void {
    this.#groups.get(ruleKey(item))?.addImage(image);
  }

  /** In the order of their keys. */
  groups(): ScanGroup[] {
    return [...this.#groups].sort(byKey).map(([key, group]) => group.made(key));
  }

  /** What was left out, by key and reason. */
  leftOut(): LeftOutItems[] {
    return [...this.#leftOut].sort(byKey).map(([, left]) => left);
  }
}

class GroupInMaking {
  readonly #rule: ScanRule;
  readonly #severities = new Set<SeverityKey>();
  /** By what they are the same one. */
  readonly #assets = new Map<string, string>();
  readonly #spellings = new Set<string>();
  readonly #places = new Smallest<ScanPlace>(maxPlaces);
  readonly #placeWords = new Set<number>();
  readonly #requests = new Smallest<ScanExchange>(maxRequests);
  readonly #requestWords = new Set<number>();
  readonly #images = new Smallest<GroupImage>(maxImages);
  readonly #references = new Ranked<string>();
  readonly #cve = new Ranked<string>();
  readonly #cwe = new Ranked<number>();
  readonly #cvss = new Map<string, ScanCvss>();
  readonly #tags = new Ranked<string>();
  readonly #files = new Set<number>();
  #title = '';
  #description = '';
  #demonstration = '';
  #remediation = '';
  #impact = '';
  #authored = false;

  constructor({ tool, rule }: ScanRule) {
    this.#rule = { tool, rule };
  }

  add(read: ScanItem, file: number): void {
    // The service takes no blank asset, and one with blanks around it is the same.
    const item = { ...read, asset: read.asset.trim() };
    this.#severities.add(item.severity);
    this.#title = betterTitle(this.#title, item.title);
    this.#description = fuller(this.#description, item.description);
    this.#demonstration = fuller(this.#demonstration, item.demonstration);
    this.#remediation = fuller(this.#remediation, item.remediation);
    this.#impact = fuller(this.#impact, item.impact);
    this.#authored ||= item.authored;
    this.#addPlace(item);
    for (const exchange of item.requests) this.#addExchange(item, exchange);
    this.#references.add(item.references);
    this.#cve.add(item.cve);
    this.#cwe.add(item.cwe);
    this.#tags.add(item.tags);
    for (const cvss of item.cvss)
      this.#cvss.set(`${cvss.version} ${cvss.vector ?? ''} ${String(cvss.score)}`, cvss);
    this.#files.add(file);
  }

  #addPlace({ asset, port, path, component, observation, authored }: ScanItem): void {
    if (asset !== '' && !this.#spellings.has(asset)) {
      this.#spellings.add(asset);
      const identity = fold(assetIdentity(asset));
      const known = this.#assets.get(identity);
      this.#assets.set(identity, known === undefined || asset < known ? asset : known);
    }
    if (asset === '' && path === null && component === null && observation === '') return;
    const shown = authored ? observation : cut(observation, maxObservation);
    const key = JSON.stringify([asset, port ?? '', path ?? '', shown, component ?? '']);
    this.#placeWords.add(wordOf(key));
    this.#places.add(key, { asset, port, path, component, observation: shown });
  }

  #addExchange({ asset, path }: ScanItem, exchange: ScanExchange): void {
    const request = exchange.request === null ? null : cut(exchange.request, maxMessage);
    const response = exchange.response === null ? null : cut(exchange.response, maxMessage);
    const key = JSON.stringify([asset, path ?? '', request ?? '', response ?? '']);
    this.#requestWords.add(wordOf(key));
    this.#requests.add(key, { request, response });
  }

  addImage(image: GroupImage): void {
    this.#images.add(JSON.stringify([image.name, image.sha256]), image);
  }

  made(key: string): ScanGroup {
    return {
      key,
      rules: [this.#rule],
      title: this.#title,
      severities: severityKeys.filter((name) => this.#severities.has(name)),
      assets: [...this.#assets.values()].sort(byText),
      places: this.#places.values(),
      placeCount: this.#placeWords.size,
      description: this.#description,
      demonstration: this.#demonstration,
      remediation: this.#remediation,
      impact: this.#impact,
      references: this.#references.values(),
      cve: this.#cve.values(),
      cwe: this.#cwe.values(),
      cvss: [...this.#cvss].sort(byKey).map(([, cvss]) => cvss),
      requests: this.#requests.values(),
      requestCount: this.#requestWords.size,
      images: this.#images.values(),
      tags: this.#tags.values(),
      authored: this.#authored,
      files: [...this.#files].sort((one, other) => one - other),
    };
  }
}

/** Values of lists in which the first says the most: each stands by its best place in any list. */
class Ranked<T extends string | number> {
  readonly #ranks = new Map<T, number>();

  add(values: readonly T[]): void {
    for (const [at, value] of values.entries()) {
      this.#ranks.set(value, Math.min(at, this.#ranks.get(value) ?? at));
    }
  }

  values(): T[] {
    return [...this.#ranks]
      .sort(([one, rank], [other, otherRank]) => rank - otherRank || byText(one, other))
      .map(([value]) => value);
  }
}

/** Tools put versions and places into titles: the shortest one says what all have in common. */
export function betterTitle(known: string, title: string): string {
  const other = title.replace(/\s+/gu, ' ').trim();
  if (known === '' || other === '') return known === '' ? other : known;
  return other.length < known.length || (other.length === known.length && other < known) ? other : known;
}

function fuller(known: string, text: string): string {
  return text.length > known.length || (text.length === known.length && text < known) ? text : known;
}

/** Not within a character of two units. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}

function byText(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return byText(one, other);
}
