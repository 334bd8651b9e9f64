import type { LetterWords, TestedNames } from './letters.ts';

/** The words of letters in English; days and lists as the language writes them. */
export function englishLetters(
  period: (begins: string, ends: string) => string,
  list: (items: readonly string[]) => string,
): LetterWords {
  const during = ({ begins, ends }: TestedNames): string => {
    const said = period(begins, ends);
    if (said === '') return '';
    return begins === '' || ends === '' || begins === ends ? ` on ${said}` : ` from ${said}`;
  };
  const test = ({ engagement }: TestedNames): string =>
    `penetration test${engagement === '' ? '' : ` \u201c${engagement}\u201d`}`;
  return {
    yourContact: 'Your contact',
    salutation: (name) => (name === '' ? 'Dear Sir or Madam,' : `Dear ${name},`),
    openSalutation: 'To whom it may concern,',
    summaryOpening: (names) => [
      `On your behalf, we carried out the ${test(names)}${during(names)}. This letter sums up its results. ` +
        'The report describes each finding, with evidence and with what to do about it.',
    ],
    retestOpening: (names) => [
      `After the ${test(names)} you had findings fixed, and we looked at them again. ` +
        'This letter confirms the result for each of them.',
    ],
    statement: (names) => [
      `This letter confirms that a penetration test was carried out${
        names.client === '' ? '' : ` for ${names.client}`
      }${names.company === '' ? '' : ` by ${names.company}`}${during(names)}.`,
    ],
    tested: 'What was tested',
    results: 'Results',
    gravest: 'The gravest findings',
    first: 'What to do first',
    retested: 'What was retested',
    stillOpen: 'What is still open',
    client: 'Client',
    testedBy: 'Tested by',
    moreInReport: (more) => `and ${more} more, see the report`,
    roundOf: (findings, who) =>
      `${findings} ${findings === 1 ? 'finding' : 'findings'} retested${
        who.length === 0 ? '' : ` by ${list(who)}`
      }`,
    fixesChecked: (round, when) =>
      `Fixes were last checked in \u201c${round}\u201d${when === '' ? '' : ` (${when})`}.`,
    noRetest: 'No retest was made: fixes have not been checked.',
    validity: (day, client) => [
      `This attestation states the results as of ${day}, for the systems named above as they were when they were tested. ` +
        'Systems and attacks change: it does not guarantee that there are no other weaknesses.',
      `Details of the findings are confidential, and stand in the report${client === '' ? '' : ` to ${client}`}.`,
    ],
    ask: 'If you have any questions, please get in touch with us.',
    closing: 'Yours sincerely,',
    signedFor: (company) => (company === '' ? 'Signed' : `For ${company}`),
  };
}
