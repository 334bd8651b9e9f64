import { holdsDraft } from '../../finding/draft.ts';
import { richFields } from '../finding.ts';
import { about, type Rule } from './rule.ts';

/** What the assistant wrote and nobody accepted must not reach a report, however it came into the finding. */
export const unacceptedDrafts: Rule = (texts) => {
  const { finding } = texts;
  const written = finding.drafts.flatMap((draft) => draft.texts);
  if (written.length === 0) return [];
  return richFields
    .filter((field) => written.some((text) => holdsDraft(texts.text(field), text)))
    .map((field) =>
      about(
        finding,
        'unaccepted-draft',
        field,
        `The ${field} holds a text of the assistant that nobody has accepted. Accept it, or write it yourself.`,
      ),
    );
};

/** A draft that waits is in no report; that a user asked for it may have been forgotten. */
export const waitingDrafts: Rule = ({ finding }) =>
  finding.drafts.some(({ open }) => open)
    ? [
        about(
          finding,
          'waiting-draft',
          null,
          'The assistant wrote something about it that nobody has looked at. The report does not hold it.',
        ),
      ]
    : [];
