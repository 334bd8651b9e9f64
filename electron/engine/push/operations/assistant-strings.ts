import type { GenerationKind } from '#contract/finding/operation.ts';

/** What is said of a generation of which nobody knows whether it ran. */
export const mayHaveRun = 'No answer: you may have been charged. It is not sent again automatically.';

/** What is said to a person who stops waiting for an answer. */
export const stillAskedWords =
  'No longer waiting. The assistant was asked, and may charge for it. Its answer is kept if it comes while Dossier runs.';

/** What is said of one that left nothing behind and needs another confirmation. */
export const waitsForYes = 'Nothing left this computer. It waits for your confirmation.';

/** What is said if its engagement is held back. */
export const heldWords =
  'Many findings of its engagement disappeared at once: nothing of it is sent until you have answered what that means.';

/** What is said if a finding of the question is held back. */
export const notReadyWords = 'A finding of this question is held back. Release it first.';

/** What is said while the assistant's own limit holds. */
export const pausedWords =
  'The assistant asks you to wait (429). Nothing ran; the next sync after the pause sends it.';

/** Names what was asked of the assistant, for the sentence about a refusal. */
function deedOf(kind: GenerationKind | 'ai-apply', id: string): string {
  switch (kind) {
    case 'ai-demonstration':
      return `to draft a demonstration for ${id}`;
    case 'ai-merge':
      return `to propose a merge into ${id}`;
    case 'ai-apply':
      return `to apply the reviewed demonstration to ${id}`;
  }
}

/** A refusal in words: which operation on what, and what the service said. */
export function refusalWords(
  kind: GenerationKind | 'ai-apply',
  id: string,
  status: number,
  message: string,
): string {
  const deed = deedOf(kind, id);
  const said = message.trim();
  switch (status) {
    case 403:
      return `You may not ask the assistant ${deed}: ${said}`;
    case 404:
      return `The assistant was asked ${deed}: a finding of it is not there, or not visible to you. ${said}`;
    case 409:
      return `The service could not be asked ${deed}, because something else has happened there: ${said}`;
    default:
      return `The service refused ${deed}: ${said}`;
  }
}
