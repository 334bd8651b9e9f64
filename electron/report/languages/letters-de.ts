import type { LetterWords, TestedNames } from './letters.ts';

/** The words of letters in German; days and lists as the language writes them. After the salutation goes a small letter. */
export function germanLetters(
  period: (begins: string, ends: string) => string,
  list: (items: readonly string[]) => string,
): LetterWords {
  const during = ({ begins, ends }: TestedNames): string => {
    const said = period(begins, ends);
    if (said === '') return '';
    return begins === '' || ends === '' || begins === ends ? ` am ${said}` : ` vom ${said}`;
  };
  const test = ({ engagement }: TestedNames): string =>
    `Penetrationstest${engagement === '' ? '' : ` \u201e${engagement}\u201c`}`;
  return {
    yourContact: 'Ansprechpartner',
    salutation: (name) => (name === '' ? 'Sehr geehrte Damen und Herren,' : `Guten Tag ${name},`),
    openSalutation: 'Sehr geehrte Damen und Herren,',
    summaryOpening: (names) => [
      `in Ihrem Auftrag haben wir${during(names)} den ${test(names)} durchgeführt. Dieses Schreiben fasst die Ergebnisse zusammen. ` +
        'Der Bericht beschreibt jede Feststellung mit Belegen und mit dem, was zu tun ist.',
    ],
    retestOpening: (names) => [
      `nach dem ${test(names)} haben Sie Feststellungen beheben lassen, und wir haben sie erneut geprüft. ` +
        'Dieses Schreiben bestätigt das Ergebnis für jede von ihnen.',
    ],
    statement: (names) => [
      `hiermit wird bestätigt, dass${during(names)}${names.client === '' ? '' : ` für ${names.client}`} ein Penetrationstest durchgeführt wurde${
        names.company === '' ? '' : `, und zwar von ${names.company}`
      }.`,
    ],
    tested: 'Was geprüft wurde',
    results: 'Ergebnisse',
    gravest: 'Die schwersten Feststellungen',
    first: 'Was zuerst zu tun ist',
    retested: 'Was erneut geprüft wurde',
    stillOpen: 'Was noch offen ist',
    client: 'Auftraggeber',
    testedBy: 'Geprüft von',
    moreInReport: (more) => `und ${more} weitere, siehe Bericht`,
    roundOf: (findings, who) =>
      `${findings} ${findings === 1 ? 'Feststellung' : 'Feststellungen'} erneut geprüft${
        who.length === 0 ? '' : `, von ${list(who)}`
      }`,
    fixesChecked: (round, when) =>
      `Zuletzt wurde die Behebung in \u201e${round}\u201c geprüft${when === '' ? '' : ` (${when})`}.`,
    noRetest: 'Eine Nachprüfung gab es nicht: Behebungen wurden nicht geprüft.',
    validity: (day, client) => [
      `Diese Bestätigung gibt den Stand vom ${day} wieder, für die genannten Systeme zur Zeit der Prüfung. ` +
        'Systeme und Angriffe ändern sich: Sie ist keine Gewähr, dass es keine anderen Schwachstellen gibt.',
      `Die Einzelheiten der Feststellungen sind vertraulich und stehen im Bericht${client === '' ? '' : ` an ${client}`}.`,
    ],
    ask: 'Bei Fragen melden Sie sich gern bei uns.',
    closing: 'Mit freundlichen Grüßen',
    signedFor: (company) => (company === '' ? 'Gezeichnet' : `Für ${company}`),
  };
}
