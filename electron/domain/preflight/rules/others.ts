import { domainOf, isHost, isMachine, tokensIn } from '../../hosts/host-form.ts';
import { canonicalHost } from '../../hosts/host-name.ts';
import { soleHost } from '../../hosts/places.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** Another engagement of the home. */
export interface OtherEngagement {
  readonly project: string;
  readonly name: string | null;
  readonly client: string | null;
}

/** What belongs to other clients, to be found in this client's texts. */
export interface Others {
  /** Hosts and machines, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Domains that they stand in; a host of them that nobody listed is theirs as well. */
  readonly domains: ReadonlySet<string>;
  /** Names of clients and engagements as they are written. */
  readonly names: readonly OtherName[];
}

interface OtherName {
  /** As it is looked for: in lower case, one blank between words. */
  readonly folded: string;
  /** A name of one word may be a word of the language: it counts if it is written like the name. */
  readonly spellings: readonly string[] | null;
}

/** Nothing belongs to anybody else. */
export const noOthers: Others = { hosts: new Set(), domains: new Set(), names: [] };

/** The engagements of other clients. One of the same client is no other; if no client is named, nobody knows. */
export function otherEngagements(
  own: OtherEngagement,
  engagements: readonly OtherEngagement[],
): readonly OtherEngagement[] {
  return engagements.filter(
    ({ project, client }) => project !== own.project && !isSameClient(client, own.client),
  );
}

/**
 * What of other engagements must not stand in this one's report. What this engagement has itself (hosts, their domains,
 * words of its names) is no other's.
 *
 * @param foreign as `otherEngagements` names them
 * @param assets texts of assets by engagement, those of `own` among them; in lower case
 */
export function findOthers(
  own: OtherEngagement,
  foreign: readonly OtherEngagement[],
  assets: ReadonlyMap<string, Iterable<string>>,
): Others {
  const ownHosts = hostsOf(assets.get(own.project) ?? []);
  const ownDomains = new Set([...ownHosts].filter(isHost).map(domainOf));
  const hosts = new Set<string>();
  for (const { project } of foreign) {
    for (const host of hostsOf(assets.get(project) ?? [])) {
      const shared = ownHosts.has(host) || (isHost(host) && ownDomains.has(domainOf(host)));
      if (!shared) hosts.add(host);
    }
  }
  const ownWords = foldName([own.project, own.name ?? '', own.client ?? ''].join(' | '));
  const names = foreign
    .flatMap(({ project, name, client }) => [clientName(client), workName(name), workName(project)])
    .filter((name) => name !== null)
    .filter(({ folded }) => indexOfWord(ownWords, folded) === -1);
  const domains = new Set([...hosts].filter(isHost).map(domainOf));
  return { hosts, domains, names };
}

function hostsOf(assets: Iterable<string>): Set<string> {
  const hosts = new Set<string>();
  for (const asset of assets) {
    for (const token of tokensIn(asset)) {
      const name = canonicalHost(token);
      if (isHost(name)) hosts.add(name);
    }
    const sole = soleHost(asset);
    if (sole !== null && isHost(sole)) hosts.add(sole);
    if (isMachine(asset)) hosts.add(asset);
  }
  return hosts;
}

function isSameClient(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && coreOf(one) !== '' && coreOf(one) === coreOf(other);
}

const legalForm =
  /(?<![\s,])[\s,]+(?:gmbh(?: & co\.? kg)?|ag|kg|ug|se|e\.?v\.?|ltd\.?|limited|plc|llp|llc|inc\.?|incorporated|corp\.?|corporation|co\.?|sa|s\.a\.|sas|sarl|srl|spa|bv|b\.v\.|nv|n\.v\.|as|asa|ab|oy|oyj|aps|a\/s|sp\. z o\.o\.|pty)$/iu;

/** A company's name without its legal form, folded. */
function coreOf(client: string): string {
  return foldName(client.trim().replace(legalForm, '').replace(legalForm, ''));
}

function foldName(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Words that every second engagement has in its name. */
const commonWords: ReadonlySet<string> = new Set(
  'a an and the of for to in on at by new old main core all test tests testing pentest pentests penetration security assessment audit review check scan retest phase round part wave app apps application applications api apis web website site portal shop store mobile ios android cloud aws azure gcp kubernetes network networks internal external intranet extranet infrastructure infra wifi wireless vpn server servers client clients customer customers partner partners user users driver employee staff office corporate company group holding bank insurance hospital school university city production prod staging stage dev development demo sample example target acme project engagement report code source red team blue social engineering phishing physical active directory ad windows linux database backend frontend platform service services system systems product products data center centre iot ot scada embedded hardware firmware q1 q2 q3 q4'.split(
    ' ',
  ),
);

function isTelling(folded: string): boolean {
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !/^\d+$/u.test(word));
  return folded.length >= 4 && words.some((word) => !commonWords.has(word));
}

function clientName(client: string | null): OtherName | null {
  const folded = client === null ? '' : coreOf(client);
  return client === null || !isTelling(folded)
    ? null
    : spelled(client.trim().slice(0, folded.length), folded);
}

/** An engagement's own name or identifier; one of a single word is too often a word of the language. */
function workName(name: string | null): OtherName | null {
  const folded = name === null ? '' : foldName(name);
  if (name === null || !isTelling(folded) || !/[^\p{L}]/u.test(folded)) return null;
  return { folded, spellings: null };
}

function spelled(name: string, folded: string): OtherName {
  if (folded.includes(' ')) return { folded, spellings: null };
  // What is written small is looked for small: nobody has a better spelling.
  return { folded, spellings: [...new Set([name, name.toUpperCase()])] };
}

/** Where a name stands in a text as words of their own; -1 if it does not. */
function indexOfWord(text: string, name: string): number {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return at;
  }
  return -1;
}

/** Another client's name, host or domain. */
export const otherClients: Rule = (texts, { others }) => {
  if (others.hosts.size === 0 && others.names.length === 0) return [];
  const found = new Map<Parameters<typeof about>[2], string[]>();
  for (const { field, text } of texts.all()) {
    const named = foreignIn(text, others);
    if (named.length > 0) found.set(field, [...(found.get(field) ?? []), ...named]);
  }
  return [...found].map(([field, named]) =>
    about(
      texts.finding,
      'other-client',
      field,
      `${field === null ? 'It' : placeName(field)} names ${quotes(named)}, which belongs to another engagement.`,
    ),
  );
};

/** What of others stands in a text, as it is looked for or as it is written, each once. */
export function foreignIn(text: string, others: Others): string[] {
  return [...hostsIn(text, others), ...namesIn(text, others)];
}

function hostsIn(text: string, { hosts, domains }: Others): string[] {
  if (hosts.size === 0) return [];
  const found = new Set<string>();
  for (const token of tokensIn(text.toLowerCase())) {
    const name = canonicalHost(token);
    if (hosts.has(name) || (name.includes('.') && isUnder(name, domains))) found.add(token);
  }
  return [...found];
}

/** No name of a host is longer; of what is, the end decides. */
const longestHost = 253;

/** Whether a name is one of the domains or stands below one. */
function isUnder(token: string, domains: ReadonlySet<string>): boolean {
  const name = token.slice(-longestHost);
  for (let from = 0; from !== -1;) {
    if (domains.has(name.slice(from))) return true;
    const dot = name.indexOf('.', from);
    from = dot === -1 ? -1 : dot + 1;
  }
  return false;
}

function namesIn(text: string, { names }: Others): string[] {
  if (names.length === 0) return [];
  // Most blanks are single ones already, and stay.
  const plain = text.replace(/\s{2,}|[^\S ]/gu, ' ');
  const folded = plain.toLowerCase();
  return names.flatMap(({ folded: name, spellings }) => {
    if (!folded.includes(name)) return [];
    if (spellings !== null)
      return spellings.filter((spelling) => indexOfWord(plain, spelling) !== -1).slice(0, 1);
    return indexOfWord(folded, name) === -1 ? [] : [name];
  });
}
