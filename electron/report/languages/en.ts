import { isoDay } from './days.ts';
import { englishLetters } from './letters-en.ts';
import { grouped } from './numbers.ts';
import type { Words } from './strings.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function day(iso: string): string {
  const parts = isoDay(iso);
  return parts === null ? iso : `${parts.day} ${months[parts.month - 1] ?? ''} ${parts.year}`;
}

/** Month and year once if both days have them. */
function period(begins: string, ends: string): string {
  if (begins === '' || ends === '' || begins === ends) return day(begins === '' ? ends : begins);
  const [from, until] = [isoDay(begins), isoDay(ends)];
  const shared = from !== null && from.year === until?.year && from.month === until.month;
  return `${shared ? `${from.day}` : day(begins)} to ${day(ends)}`;
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 1 ? 'one' : count === 0 ? 'no' : String(count)} ${count === 1 ? one : many}`;
}

function numbered(word: string, number: number | null): string {
  return number === null ? word : `${word} ${number}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const severityNames = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  info: 'info',
  unknown: 'other',
};

const verdictPhrases = {
  fixed: { one: 'is fixed', many: 'are fixed' },
  partly: { one: 'is partly fixed', many: 'are partly fixed' },
  open: { one: 'is still open', many: 'are still open' },
  'not-retested': { one: 'is not retested', many: 'are not retested' },
  none: { one: 'has no verdict yet', many: 'have no verdict yet' },
};

/** English. */
export const en: Words = {
  tag: 'en',
  name: 'English',
  decimal: '.',
  titles: {
    technical: 'Penetration test report',
    executive: 'Executive report',
    retest: 'Retest report',
    single: 'Finding report',
    byAsset: 'Findings by asset',
    summaryLetter: 'Management summary',
    retestLetter: 'Retest results',
    attestation: 'Penetration test attestation',
  },
  letter: englishLetters(period, list),
  severities: {
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    info: 'Info',
    unknown: 'Other',
  },
  notRated: 'Not rated',
  verdicts: {
    fixed: 'Fixed',
    partly: 'Partly fixed',
    open: 'Still open',
    'not-retested': 'Not retested',
  },
  noVerdict: 'No verdict yet',
  statuses: {},
  untitled: 'Untitled finding',
  riskLevels: ['Very low', 'Low', 'Medium', 'High', 'Very high'],
  assessment: 'Assessment',
  cover: {
    engagement: 'Engagement',
    date: 'Date',
    tests: 'Test period',
    left: 'Not fixed',
    leftOf: (left, total) => `${left} of ${counted(total, 'finding')}`,
    version: 'Version',
    draftVersion: (version) => `${version} (draft)`,
    author: 'Author',
    contact: 'Contact',
    confidential: 'Confidential',
  },
  back: { phone: 'Phone', email: 'Email', web: 'Web' },
  chapters: {
    contents: 'Contents',
    control: 'Document control',
    management: 'Management summary',
    rating: 'Overall rating',
    strengths: 'Strengths',
    roadmap: 'Roadmap',
    narrative: 'Attack narrative',
    attackPath: 'Attack path',
    cleanup: 'Cleanup',
    finding: 'Finding',
    findings: 'Findings',
    summary: 'Summary of findings',
    statistics: 'Findings in figures',
    topRisks: 'Top risks',
    assets: 'Findings and assets',
    scope: 'Scope and method',
    retest: 'Retest',
    left: 'What is not fixed',
    changes: 'What has changed',
    conclusions: 'Conclusions',
    limits: 'Limits of this assessment',
    severities: 'How findings are rated',
    appendix: (letter, title) => (title === '' ? `Appendix ${letter}` : `Appendix ${letter}: ${title}`),
  },
  sections: {
    versions: 'Versions',
    distribution: 'Distribution',
    contacts: 'Contacts',
    team: 'Team',
    scopeIn: 'In scope',
    scopeOut: 'Out of scope',
    method: 'Method',
    newFindings: 'New findings',
    assetsOfFindings: 'Assets of the findings',
    changedFindings: 'Changed findings',
    goneFindings: 'Findings that are no longer reported',
    ratingRule: 'How the overall rating is made',
    timeline: 'Timeline',
    attackSteps: 'Step by step',
    leftFiles: 'Files left behind',
    testAccounts: 'Test accounts',
  },
  columns: {
    number: 'No.',
    severity: 'Severity',
    title: 'Title',
    cvss: 'CVSS',
    page: 'Page',
    count: 'Findings',
    finding: 'Finding',
    findings: 'Findings',
    group: 'Group',
    asset: 'Asset',
    version: 'Version',
    date: 'Date',
    author: 'Author',
    note: 'Note',
    name: 'Name',
    role: 'Role',
    organization: 'Organisation',
    reach: 'Email and phone',
    what: 'What',
    was: 'Before',
    now: 'Now',
    field: 'Changed',
    meaning: 'Meaning',
    risk: 'Likelihood / Impact',
    round: 'Round',
    rating: 'Rating',
    condition: 'Condition',
    notFixed: 'Not fixed',
    result: 'Result',
    priority: 'Priority',
    measure: 'Measure',
    effort: 'Effort',
    when: 'When',
    step: 'Step',
    file: 'File',
    account: 'Account',
    removed: 'Removed',
  },
  step: (number) => `Step ${number}`,
  notRemoved: 'Not yet',
  rating: {
    none: 'No open findings',
    condition: (atLeast) =>
      atLeast.length === 0
        ? 'anything else'
        : `at least ${list(
            atLeast.map(({ severity, count }) => counted(count, `${severityNames[severity]} finding`)),
          )}`,
    because: (condition) => `The first condition that holds gives the rating: ${condition}.`,
    holds: 'Applies',
    holdsNot: 'Does not hold',
  },
  roadmap: {
    efforts: { low: 'Low', medium: 'Medium', high: 'High' },
    when: {
      critical: 'At once',
      high: 'Within 30 days',
      medium: 'Within 90 days',
      low: 'With the next change',
      info: 'With the next change',
      unknown: 'To be decided',
    },
    noMeasure: 'No measure is written yet',
    rule:
      'The priority is the severity of the gravest finding. Unless agreed otherwise, critical ones are fixed at once, ' +
      'high ones within 30 days of this report, medium ones within 90 days, the others with the next change.',
  },
  finding: {
    cvss: 'CVSS',
    status: 'Status',
    assets: 'Assets',
    tags: 'Tags',
    cwe: 'CWE',
    owasp: 'OWASP',
    references: 'References',
    mentions: 'Mentioned in',
    fullTitle: 'Full title',
    description: 'Description',
    observation: 'Observation',
    demonstration: 'Demonstration',
    requests: 'Requests',
    request: (number) => numbered('Request', number),
    response: (number) => numbered('Response', number),
    moreOnRequest: (number) => numbered('More on request', number),
    remediation: 'Remediation',
    evidence: 'Evidence',
    place: (number) => numbered('Place', number),
    placesNamed: (numbers) => `Places ${numbers}`,
    placesCounted: (count) => `Places (${count})`,
    comments: 'Comments (internal)',
    retest: 'Retest',
  },
  fields: {
    title: 'Title',
    severity: 'Severity',
    status: 'Status',
    CVSS: 'CVSS',
    asset: 'Assets',
    tags: 'Tags',
    cwe: 'CWE',
    owasp: 'OWASP',
    references: 'References',
    description: 'Description',
    observation: 'Observation',
    demonstration: 'Demonstration',
    requests: 'Requests',
    remediation: 'Remediation',
    evidence: 'Evidence',
  },
  severityMeanings: {
    critical:
      'Can be exploited directly, and gives control over systems or access to the most valuable data. Fix it at once.',
    high: 'Seriously endangers systems or data, with little effort or under few conditions. Fix it with priority.',
    medium: 'Can cause damage under certain conditions or together with other weaknesses. Plan a fix.',
    low: 'Causes little damage by itself, or is hard to exploit. Fix it along with other work.',
    info: 'Not a weakness by itself; the advice helps to make systems more robust.',
  },
  figure: (number) => `Figure ${number}`,
  listing: (number) => `Listing ${number}`,
  table: (number) => `Table ${number}`,
  captions: {
    severities: 'Findings by severity',
    verdicts: 'Findings by verdict',
    left: 'Findings that are not fixed, by severity',
    allFindings: 'All findings',
    attackPath: 'Attack path',
    cvss: (without) =>
      `Findings by CVSS score${without === 0 ? '' : `; ${counted(without, 'finding')} without a score`}`,
    assets: (shown, all) =>
      `${shown === all ? 'Findings by asset' : `The ${shown} assets with the most severe findings, of ${all}`}; a finding counts on each of its assets`,
    owasp: (shown, all) =>
      shown === all ? 'Findings by OWASP category' : `The ${shown} most frequent OWASP categories, of ${all}`,
    cwe: (shown, all) =>
      shown === all ? 'Findings by weakness (CWE)' : `The ${shown} most frequent weaknesses (CWE), of ${all}`,
    risk: (without) =>
      `Findings by likelihood and impact; the band shows the most severe of each cell${
        without === 0 ? '' : `; ${counted(without, 'finding')} without both`
      }`,
    rounds: 'Findings that were not fixed after each round',
  },
  sentences: {
    noFindings: 'The assessment has no findings.',
    noFindingsRecorded: 'No findings were recorded for this engagement.',
    findings: (total, counts) =>
      `The assessment resulted in ${counted(total, 'finding')}: ${list(
        counts.map(({ severity, count }) => `${count} ${severityNames[severity]}`),
      )}.`,
    notListed: (hidden, all) =>
      hidden < all
        ? `${hidden} of ${all} findings ${hidden === 1 ? 'is' : 'are'} not listed here.`
        : all === 1
          ? 'The finding is not listed here.'
          : `None of the ${all} findings is listed here.`,
    statistics: (total) => `How the ${total} findings are spread.`,
    topRisks(shown, total, isLeft = false) {
      const [one, many] = isLeft ? [' that is not fixed', ' that are not fixed'] : ['', ''];
      if (shown === total) {
        return `${total === 1 ? `The one finding${one} is` : `All ${total} findings${many} are`} described here.`;
      }
      if (shown === 1) return `The most severe finding${one} in brief.`;
      return `The ${small[shown] ?? String(shown)} most severe of ${total} findings${many} in brief.`;
    },
    fixedMark: 'fixed',
    notPrinted: (parts) => `Not printed in this report: ${parts.join(', ')}.`,
    code: 'Code',
    assets: (assets, findings) => `${capital(counted(findings, 'finding'))} on ${counted(assets, 'asset')}.`,
    onAsset: (findings, assets) =>
      `${capital(counted(findings, 'finding'))} on ${assets === 1 ? 'this asset' : `each of these ${assets} assets`}.`,
    andMore: (more) => `and ${more} more`,
    moreAssets: (more, chapter) => `and ${more} more, see appendix \u201c${chapter}\u201d`,
    onlyElsewhere: (findings) => `${findings === 1 ? 'It is' : 'They are'} described with another asset.`,
    noAsset: 'Without an asset',
    atPlaces: (places) => `They occur at ${places} places; a finding with several places is counted once.`,
    countedByPlace: 'Each place of a finding has its own verdict.',
    fixedEverywhere: 'A finding counts as fixed once it is fixed at all of its places.',
    requestsLeft: (places, more) =>
      `Requests of ${places === 1 ? 'one' : places}${more ? ' more' : ''} ${places === 1 ? 'place' : 'places'} are not printed. Excel, CSV and JSON of this report have all of them.`,
    somePlaces: (some, all) => `${some} of ${all} places`,
    retest: (total, counts, unit) =>
      counts.length === 0
        ? 'No finding was retested.'
        : `Of ${counted(total, unit)}, ${list(
            counts.map(
              ({ verdict, count }) => `${count} ${verdictPhrases[verdict][count === 1 ? 'one' : 'many']}`,
            ),
          )}.`,
    left: (left, total, counts, retested) =>
      total === 0
        ? 'The assessment has no findings.'
        : left === 0
          ? total === 1
            ? 'The one finding is fixed.'
            : `All ${total} findings are fixed.`
          : total === 1
            ? `${retested ? 'After the retest, the' : 'The'} finding is not fixed.`
            : `${retested ? 'After the retest, ' : ''}${left} of ${counted(total, 'finding')} ${left === 1 ? 'is' : 'are'} not fixed: ${list(
                counts.map(({ severity, count }) => `${count} ${severityNames[severity]}`),
              )}.`,
    changes: (against, counts) =>
      `Since ${against}: ${list([
        `${counts.new} new`,
        `${counts.changed} changed`,
        `${counts.gone} no longer reported`,
        `${counts.same} unchanged`,
      ])}.`,
    verdictOf: (who, at) => [who, at].filter((part) => part !== '').join(', '),
    damagedImage: 'This image could not be shown: its file is damaged.',
    draft: 'DRAFT: this report is not finished.',
    limits:
      'This report shows what was found in the time given and with the access given. Systems change, and so do attacks: ' +
      'that a weakness is not named here does not mean that there is none.',
  },
  draftMark: 'DRAFT',
  tickets: {
    image: 'image in the report',
    cut: 'This ticket is cut: the report has the whole text.',
  },
  tracker: {
    title: 'Remediation',
    owner: 'Owner',
    due: 'Due date',
    state: 'State',
    states: { open: 'Open', progress: 'In progress', fixed: 'Fixed', accepted: 'Risk accepted' },
  },
  total: 'Total',
  noRoom: (more) =>
    more === 1
      ? 'One more column has no room on this sheet.'
      : `${grouped(more, ',')} more columns have no room on this sheet.`,
  page: (number, of) => `Page ${number} of ${of}`,
  onPage: [' (page\u00a0', ')'],
  alerts: {
    note: 'Note',
    tip: 'Tip',
    important: 'Important',
    warning: 'Warning',
    caution: 'Caution',
    abstract: 'Abstract',
    info: 'Info',
    todo: 'To do',
    success: 'Success',
    question: 'Question',
    failure: 'Failure',
    danger: 'Danger',
    bug: 'Bug',
    example: 'Example',
    quote: 'Quote',
  },
  afterNumber: ', page\u00a0',
  leftOut: (bytes) => `[\u2026 ${grouped(bytes, ',')} ${bytes === 1 ? 'byte' : 'bytes'} left out]`,
  round: (number) => `Retest ${number}`,
  edition: (number, at) => `edition ${number} of ${at}`,
  day,
  period,
  list,
  screen: {
    skip: 'Skip to the report',
    back: 'Back to the contents',
    search: 'Search the findings',
    table: 'Table',
    chartTable: 'Data as a table',
    found: '{found} of {all} findings',
    yes: 'yes',
    no: 'no',
  },
};
