import { isoDay } from './days.ts';
import { germanLetters } from './letters-de.ts';
import { grouped } from './numbers.ts';
import type { Words } from './strings.ts';

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

function day(iso: string): string {
  const parts = isoDay(iso);
  return parts === null ? iso : `${parts.day}. ${months[parts.month - 1] ?? ''} ${parts.year}`;
}

/** Month and year once if both days have them. */
function period(begins: string, ends: string): string {
  if (begins === '' || ends === '' || begins === ends) return day(begins === '' ? ends : begins);
  const [from, until] = [isoDay(begins), isoDay(ends)];
  const shared = from !== null && from.year === until?.year && from.month === until.month;
  return `${shared ? `${from.day}.` : day(begins)} bis ${day(ends)}`;
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} und ${items.at(-1) ?? ''}`;
}

const small = ['null', 'eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];

/** `eine Feststellung`, `3 Feststellungen`. */
function findingsOf(count: number): string {
  return count === 1 ? 'eine Feststellung' : `${count === 0 ? 'keine' : String(count)} Feststellungen`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function numbered(word: string, number: number | null): string {
  return number === null ? word : `${word} ${number}`;
}

const severityNames = {
  critical: 'kritisch',
  high: 'hoch',
  medium: 'mittel',
  low: 'niedrig',
  info: 'zur Information',
  unknown: 'ohne bekannte Einstufung',
};

const severities = {
  critical: 'Kritisch',
  high: 'Hoch',
  medium: 'Mittel',
  low: 'Niedrig',
  info: 'Information',
  unknown: 'Andere',
};

const verdictNames = {
  fixed: 'behoben',
  partly: 'teilweise behoben',
  open: 'weiterhin offen',
  'not-retested': 'nicht nachgeprüft',
  none: 'noch ohne Ergebnis',
};

/** German. */
export const de: Words = {
  tag: 'de',
  name: 'Deutsch',
  decimal: ',',
  titles: {
    technical: 'Bericht zum Penetrationstest',
    executive: 'Management-Bericht',
    retest: 'Bericht zur Nachprüfung',
    single: 'Bericht zu einer Feststellung',
    byAsset: 'Feststellungen nach Systemen',
    summaryLetter: 'Zusammenfassung für die Leitung',
    retestLetter: 'Ergebnisse der Nachprüfung',
    attestation: 'Bestätigung eines Penetrationstests',
  },
  letter: germanLetters(period, list),
  severities,
  notRated: 'Nicht bewertet',
  verdicts: {
    fixed: 'Behoben',
    partly: 'Teilweise behoben',
    open: 'Weiterhin offen',
    'not-retested': 'Nicht nachgeprüft',
  },
  noVerdict: 'Noch ohne Ergebnis',
  statuses: {
    draft: 'Entwurf',
    open: 'Offen',
    pending_retest: 'Nachprüfung steht aus',
    closed: 'Geschlossen',
  },
  untitled: 'Feststellung ohne Titel',
  riskLevels: ['Sehr gering', 'Gering', 'Mittel', 'Hoch', 'Sehr hoch'],
  assessment: 'Prüfung',
  cover: {
    engagement: 'Auftrag',
    date: 'Datum',
    tests: 'Prüfzeitraum',
    left: 'Nicht behoben',
    leftOf: (left, total) => `${left} von ${total === 1 ? 'einer Feststellung' : `${total} Feststellungen`}`,
    version: 'Version',
    draftVersion: (version) => `${version} (Entwurf)`,
    author: 'Verfasst von',
    contact: 'Ansprechpartner',
    confidential: 'Vertraulich',
  },
  back: { phone: 'Telefon', email: 'E-Mail', web: 'Web' },
  chapters: {
    contents: 'Inhalt',
    control: 'Angaben zum Dokument',
    management: 'Management-Zusammenfassung',
    rating: 'Gesamtbewertung',
    strengths: 'Stärken',
    roadmap: 'Maßnahmenplan',
    narrative: 'Ablauf des Angriffs',
    attackPath: 'Angriffspfad',
    cleanup: 'Aufräumen',
    finding: 'Feststellung',
    findings: 'Feststellungen',
    summary: 'Übersicht der Feststellungen',
    statistics: 'Feststellungen in Zahlen',
    topRisks: 'Die größten Risiken',
    assets: 'Feststellungen und Systeme',
    scope: 'Umfang und Vorgehen',
    retest: 'Nachprüfung',
    left: 'Was nicht behoben ist',
    changes: 'Änderungen',
    conclusions: 'Fazit',
    limits: 'Grenzen der Prüfung',
    severities: 'Bewertung der Feststellungen',
    appendix: (letter, title) => (title === '' ? `Anhang ${letter}` : `Anhang ${letter}: ${title}`),
  },
  sections: {
    versions: 'Versionen',
    distribution: 'Verteiler',
    contacts: 'Ansprechpartner',
    team: 'Prüfteam',
    scopeIn: 'Gegenstand der Prüfung',
    scopeOut: 'Nicht Gegenstand der Prüfung',
    method: 'Vorgehen',
    newFindings: 'Neue Feststellungen',
    assetsOfFindings: 'Systeme der Feststellungen',
    changedFindings: 'Geänderte Feststellungen',
    goneFindings: 'Nicht mehr aufgeführte Feststellungen',
    ratingRule: 'Wie die Gesamtbewertung zustande kommt',
    timeline: 'Zeitlicher Ablauf',
    attackSteps: 'Schritt für Schritt',
    leftFiles: 'Zurückgelassene Dateien',
    testAccounts: 'Testkonten',
  },
  columns: {
    number: 'Nr.',
    severity: 'Schweregrad',
    title: 'Titel',
    cvss: 'CVSS',
    page: 'Seite',
    count: 'Anzahl',
    finding: 'Feststellung',
    findings: 'Feststellungen',
    group: 'Gruppe',
    asset: 'System',
    version: 'Version',
    date: 'Datum',
    author: 'Verfasst von',
    note: 'Anmerkung',
    name: 'Name',
    role: 'Rolle',
    organization: 'Organisation',
    reach: 'E-Mail und Telefon',
    what: 'Ziel',
    was: 'Vorher',
    now: 'Jetzt',
    field: 'Geändert',
    meaning: 'Bedeutung',
    risk: 'Wahrscheinlichkeit / Auswirkung',
    round: 'Durchgang',
    rating: 'Bewertung',
    condition: 'Bedingung',
    notFixed: 'Nicht behoben',
    result: 'Ergebnis',
    priority: 'Priorität',
    measure: 'Maßnahme',
    effort: 'Aufwand',
    when: 'Wann',
    step: 'Schritt',
    file: 'Datei',
    account: 'Konto',
    removed: 'Entfernt',
  },
  step: (number) => `Schritt ${number}`,
  notRemoved: 'Noch nicht',
  rating: {
    none: 'Keine offenen Feststellungen',
    condition: (atLeast) =>
      atLeast.length === 0
        ? 'alles andere'
        : `mindestens ${list(
            atLeast.map(
              ({ severity, count }) =>
                `${count === 1 ? 'eine Feststellung' : `${count} Feststellungen`} der Stufe \u201e${severities[severity]}\u201c`,
            ),
          )}`,
    because: (condition) => `Es gilt die erste Bedingung, die erfüllt ist: ${condition}.`,
    holds: 'Trifft zu',
    holdsNot: 'Nicht erfüllt',
  },
  roadmap: {
    efforts: { low: 'Gering', medium: 'Mittel', high: 'Hoch' },
    when: {
      critical: 'Sofort',
      high: 'Innerhalb von 30 Tagen',
      medium: 'Innerhalb von 90 Tagen',
      low: 'Mit der nächsten Änderung',
      info: 'Mit der nächsten Änderung',
      unknown: 'Noch festzulegen',
    },
    noMeasure: 'Noch keine Maßnahme beschrieben',
    rule:
      'Die Priorität ist der Schweregrad der schwersten Feststellung. Wenn nichts anderes vereinbart ist, werden kritische ' +
      'sofort behoben, hohe innerhalb von 30 Tagen ab diesem Bericht, mittlere innerhalb von 90 Tagen, die übrigen mit der ' +
      'nächsten Änderung.',
  },
  finding: {
    cvss: 'CVSS',
    status: 'Status',
    assets: 'Systeme',
    tags: 'Schlagwörter',
    cwe: 'CWE',
    owasp: 'OWASP',
    references: 'Verweise',
    mentions: 'Erwähnt in',
    fullTitle: 'Vollständiger Titel',
    description: 'Beschreibung',
    observation: 'Beobachtung',
    demonstration: 'Nachweis',
    requests: 'Anfragen',
    request: (number) => numbered('Anfrage', number),
    response: (number) => numbered('Antwort', number),
    moreOnRequest: (number) => numbered('Weitere Angaben zur Anfrage', number),
    remediation: 'Maßnahmen',
    evidence: 'Belege',
    place: (number) => numbered('Stelle', number),
    placesNamed: (numbers) => `Stellen ${numbers}`,
    placesCounted: (count) => `Stellen (${count})`,
    comments: 'Kommentare (intern)',
    retest: 'Nachprüfung',
  },
  fields: {
    title: 'Titel',
    severity: 'Schweregrad',
    status: 'Status',
    CVSS: 'CVSS',
    asset: 'Systeme',
    tags: 'Schlagwörter',
    cwe: 'CWE',
    owasp: 'OWASP',
    references: 'Verweise',
    description: 'Beschreibung',
    observation: 'Beobachtung',
    demonstration: 'Nachweis',
    requests: 'Anfragen',
    remediation: 'Maßnahmen',
    evidence: 'Belege',
  },
  severityMeanings: {
    critical:
      'Lässt sich unmittelbar ausnutzen und verschafft die Kontrolle über Systeme oder Zugriff auf die wertvollsten Daten. Sofort zu beheben.',
    high: 'Gefährdet Systeme oder Daten erheblich, bei geringem Aufwand oder unter wenigen Bedingungen. Vorrangig zu beheben.',
    medium:
      'Kann unter bestimmten Bedingungen oder zusammen mit anderen Schwachstellen Schaden anrichten. Planmäßig zu beheben.',
    low: 'Richtet für sich genommen wenig Schaden an oder lässt sich nur schwer ausnutzen. Bei Gelegenheit zu beheben.',
    info: 'Für sich genommen keine Schwachstelle; der Hinweis hilft, die Systeme widerstandsfähiger zu machen.',
  },
  figure: (number) => `Abbildung ${number}`,
  listing: (number) => `Listing ${number}`,
  table: (number) => `Tabelle ${number}`,
  captions: {
    severities: 'Feststellungen nach Schweregrad',
    verdicts: 'Feststellungen nach Ergebnis der Nachprüfung',
    left: 'Nicht behobene Feststellungen nach Schweregrad',
    allFindings: 'Alle Feststellungen',
    attackPath: 'Angriffspfad',
    cvss: (without) =>
      `Feststellungen nach CVSS-Wert${
        without === 0 ? '' : `; ${without === 1 ? 'eine' : without} ohne Wert`
      }`,
    assets: (shown, all) =>
      `${shown === all ? 'Feststellungen nach System' : `Die ${shown} Systeme mit den schwersten Feststellungen, von ${all}`}; ` +
      'eine Feststellung zählt auf jedem ihrer Systeme',
    owasp: (shown, all) =>
      shown === all
        ? 'Feststellungen nach OWASP-Kategorie'
        : `Die ${shown} häufigsten OWASP-Kategorien, von ${all}`,
    cwe: (shown, all) =>
      shown === all
        ? 'Feststellungen nach Schwachstelle (CWE)'
        : `Die ${shown} häufigsten Schwachstellen (CWE), von ${all}`,
    risk: (without) =>
      `Feststellungen nach Wahrscheinlichkeit und Auswirkung; der Streifen zeigt die schwerste je Feld${
        without === 0 ? '' : `; ${without === 1 ? 'eine' : without} ohne beides`
      }`,
    rounds: 'Feststellungen, die nach jedem Durchgang nicht behoben waren',
  },
  sentences: {
    noFindings: 'Die Prüfung hat keine Feststellungen ergeben.',
    noFindingsRecorded: 'Zu diesem Auftrag liegen keine Feststellungen vor.',
    findings: (total, counts) =>
      `Die Prüfung hat ${findingsOf(total)} ergeben: ${list(
        counts.map(({ severity, count }) => `${count} ${severityNames[severity]}`),
      )}.`,
    notListed: (hidden, all) =>
      hidden < all
        ? `${hidden} von ${all} Feststellungen ${hidden === 1 ? 'ist' : 'sind'} hier nicht aufgeführt.`
        : all === 1
          ? 'Die Feststellung ist hier nicht aufgeführt.'
          : `Keine der ${all} Feststellungen ist hier aufgeführt.`,
    notPrinted: (parts) => `In diesem Bericht nicht abgedruckt: ${parts.join(', ')}.`,
    code: 'Code',
    statistics: (total) => `Wie sich die ${total} Feststellungen verteilen.`,
    topRisks(shown, total, isLeft = false) {
      if (shown === total) {
        return total === 1
          ? `Die einzige Feststellung${isLeft ? ', die nicht behoben ist,' : ''} ist hier beschrieben.`
          : `Alle ${total} Feststellungen${isLeft ? ', die nicht behoben sind,' : ''} sind hier beschrieben.`;
      }
      const all = `${total} ${isLeft ? 'nicht behobenen ' : ''}Feststellungen`;
      return shown === 1
        ? `Die schwerwiegendste von ${all} in Kürze.`
        : `Die ${small[shown] ?? String(shown)} schwerwiegendsten von ${all} in Kürze.`;
    },
    fixedMark: 'behoben',
    assets: (assets, findings) =>
      `${capital(findingsOf(findings))} auf ${assets === 1 ? 'einem System' : `${assets} Systemen`}.`,
    onAsset: (findings, assets) =>
      `${capital(findingsOf(findings))} auf ${assets === 1 ? 'diesem System' : `jedem dieser ${assets} Systeme`}.`,
    andMore: (more) => `und ${more} weitere`,
    moreAssets: (more, chapter) => `und ${more} weitere, siehe Anhang \u201e${chapter}\u201c`,
    onlyElsewhere: (findings) =>
      `Sie ${findings === 1 ? 'ist' : 'sind'} bei einem anderen System beschrieben.`,
    noAsset: 'Ohne Zuordnung zu einem System',
    atPlaces: (places) =>
      `Sie treten an ${places} Stellen auf; eine Feststellung mit mehreren Stellen zählt einmal.`,
    countedByPlace: 'Jede Stelle einer Feststellung hat ihr eigenes Ergebnis.',
    fixedEverywhere: 'Eine Feststellung gilt als behoben, wenn sie an allen ihren Stellen behoben ist.',
    requestsLeft: (places, more) =>
      `Anfragen von ${places === 1 ? 'einer' : places}${more ? ' weiteren' : ''} ${places === 1 ? 'Stelle' : 'Stellen'} sind nicht abgedruckt. Excel, CSV und JSON dieses Berichts haben alle.`,
    somePlaces: (some, all) => `${some} von ${all} Stellen`,
    retest: (total, counts, unit) =>
      counts.length === 0
        ? 'Keine Feststellung wurde nachgeprüft.'
        : `Von ${unit === 'place' ? `${total} Stellen` : total === 1 ? 'einer Feststellung' : `${total} Feststellungen`} ${counts[0]?.count === 1 ? 'ist' : 'sind'} ${list(
            counts.map(({ verdict, count }) => `${count} ${verdictNames[verdict]}`),
          )}.`,
    left: (left, total, counts, retested) =>
      total === 0
        ? 'Die Prüfung hat keine Feststellungen ergeben.'
        : left === 0
          ? total === 1
            ? 'Die einzige Feststellung ist behoben.'
            : `Alle ${total} Feststellungen sind behoben.`
          : total === 1
            ? `${retested ? 'Nach der Nachprüfung ist die Feststellung' : 'Die Feststellung ist'} nicht behoben.`
            : `${
                retested
                  ? `Nach der Nachprüfung ${left === 1 ? 'ist' : 'sind'} ${left} von ${total} Feststellungen`
                  : `${left} von ${total} Feststellungen ${left === 1 ? 'ist' : 'sind'}`
              } nicht behoben: ${list(
                counts.map(({ severity, count }) => `${count} ${severityNames[severity]}`),
              )}.`,
    changes: (against, counts) =>
      `Gegenüber ${against}: ${list([
        `${counts.new} neu`,
        `${counts.changed} geändert`,
        `${counts.gone} nicht mehr aufgeführt`,
        `${counts.same} unverändert`,
      ])}.`,
    verdictOf: (who, at) => [who, at].filter((part) => part !== '').join(', '),
    damagedImage: 'Dieses Bild kann nicht gezeigt werden: Seine Datei ist beschädigt.',
    draft: 'ENTWURF: Dieser Bericht ist nicht fertig.',
    limits:
      'Dieser Bericht zeigt, was in der gegebenen Zeit und mit den gegebenen Zugängen gefunden wurde. Systeme ändern sich, ' +
      'Angriffe auch: Dass eine Schwachstelle hier nicht genannt ist, heißt nicht, dass es sie nicht gibt.',
  },
  draftMark: 'ENTWURF',
  tickets: {
    image: 'Bild im Bericht',
    cut: 'Dieses Ticket ist gekürzt: Der ganze Text steht im Bericht.',
  },
  tracker: {
    title: 'Behebung',
    owner: 'Zuständig',
    due: 'Fällig am',
    state: 'Stand',
    states: { open: 'Offen', progress: 'In Arbeit', fixed: 'Behoben', accepted: 'Risiko akzeptiert' },
  },
  total: 'Summe',
  noRoom: (more) =>
    more === 1
      ? 'Eine weitere Spalte hat auf diesem Blatt keinen Platz.'
      : `${grouped(more, '.')} weitere Spalten haben auf diesem Blatt keinen Platz.`,
  page: (number, of) => `Seite ${number} von ${of}`,
  onPage: [' (Seite\u00a0', ')'],
  alerts: {
    note: 'Hinweis',
    tip: 'Tipp',
    important: 'Wichtig',
    warning: 'Warnung',
    caution: 'Vorsicht',
    abstract: 'Zusammenfassung',
    info: 'Information',
    todo: 'Zu erledigen',
    success: 'Erfolg',
    question: 'Frage',
    failure: 'Fehlschlag',
    danger: 'Gefahr',
    bug: 'Fehler',
    example: 'Beispiel',
    quote: 'Zitat',
  },
  afterNumber: ', Seite\u00a0',
  leftOut: (bytes) => `[\u2026 ${grouped(bytes, '.')} ${bytes === 1 ? 'Byte' : 'Bytes'} ausgelassen]`,
  round: (number) => `Nachprüfung ${number}`,
  edition: (number, at) => `Ausgabe ${number} vom ${at}`,
  day,
  period,
  list,
  screen: {
    skip: 'Zum Bericht springen',
    back: 'Zurück zum Inhalt',
    search: 'Feststellungen durchsuchen',
    table: 'Tabelle',
    chartTable: 'Zahlen als Tabelle',
    found: '{found} von {all} Feststellungen',
    yes: 'ja',
    no: 'nein',
  },
};
