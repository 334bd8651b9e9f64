/** What a sentence of the service says about a sign-in. `other`: nothing that is known here. */
export type SignInWords =
  'mfa-required' | 'mfa-setup-required' | 'password-change-required' | 'success' | 'hindrance' | 'other';

const secondFactor =
  /\b(?:mfa|2fa|t?otp|(?:two|multi|second)[- ]?(?:factor|step)|authenticator|(?:verification|security|one[- ]?time|login|access) (?:code|pin|pass\s?(?:code|word)))\b/iu;
const asks =
  /\b(?:require[sd]?|required|need(?:s|ed)?|necessary|must|enter|provide|supply|submit|pending|expected|await(?:s|ing)?|waiting|challenge|please|complete|continue|sent|verify|confirm|missing)\b/iu;
const setsUp = /\b(?:set[- ]?up|enrol\w*|configure|register|activate|enable|add)\b/iu;
const newPassword =
  /\bpassword\b.*\b(?:change|changing|reset|expired|update|renew|new|set)\b|\b(?:change|reset|update|renew|set|choose|new|temporary|expired|initial)\b.*\bpassword\b/iu;
const wasChanged = /\bpassword\b.*\b(?:was|is|has been|have been)?\s*(?:changed|updated|reset|set)\b/iu;
const notNeeded = /[^.]*\b(?:not|no longer|never|no)\b[^.]*\b(?:require|need)[^.]*/giu;
const good =
  /\b(?:success(?:ful|fully)?|succeeded|ok(?:ay)?|signed in|logged in|logged on|welcome|authenticated|verified|valid|accepted|completed?|granted|changed|updated|enabled|done|login|logon|sign[- ]?in)\b/iu;
const bad =
  /\b(?:not|never|un(?:able|authori[sz]ed|known|verified|successful)|in(?:valid|correct|complete|active)|fail\w*|error|den(?:y|ied)|refus\w+|reject\w*|lock\w*|block\w*|expired?|required?|requires|must|need\w*|pending|wrong|bad|cannot|can't|disabled|suspended|forbidden|please|first|next|step|partial\w*|half|almost|before|wait\w*|too many|challenge|captcha|enter|provide|approve|missing)\b/iu;

const isPending =
  /\b(?:required?|requires|pending|need(?:s|ed)?|must|await(?:s|ing)?|waiting|expected|missing|incomplete|unverified|challenge\w*|verify|next|step|enter)\b/iu;
/** What an organization asks of its people in general says nothing of this sign-in. */
const isPolicy = /\b(?:polic(?:y|ies)|settings?|config\w*|enforce\w*|rules?)\b/iu;
/** Longer texts are sentences of people, such as a note about the organization. */
const maxStateWords = 8;

/**
 * Reads the name of a member, with those that it lies in, and its text as a state of the second factor: `mfa_pending`.
 * Null if they say nothing of one, or that none is needed.
 */
export function readFactorState(text: string): 'mfa-required' | 'mfa-setup-required' | null {
  const words = spaced(text).replaceAll(notNeeded, '');
  const isState = words.split(/\s+/u).length <= maxStateWords && !isPolicy.test(words);
  if (!isState || !secondFactor.test(words) || !isPending.test(words)) return null;
  return setsUp.test(words) ? 'mfa-setup-required' : 'mfa-required';
}

/** Whether a role says that something is still to be done before it holds. */
export function isPendingRole(text: string): boolean {
  return /\b(?:required|pending|unverified|incomplete|partial|pre auth|step up|challenge)\b/iu.test(
    spaced(text),
  );
}

/** The words of a name that is written as one. */
function spaced(text: string): string {
  return text.replaceAll(/[_.:/-]+/gu, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ');
}

/**
 * Reads the words of an answer to a step of a sign-in, since a service may say there alone that it asks for more.
 * Sentences of another language are `other`.
 */
export function readSignInWords(text: string): SignInWords {
  const words = text
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .replaceAll(notNeeded, '');
  const factor = secondFactor.test(words);
  if (factor && setsUp.test(words) && (asks.test(words) || bad.test(words))) return 'mfa-setup-required';
  if (factor && asks.test(words)) return 'mfa-required';
  if (newPassword.test(words) && !wasChanged.test(words)) return 'password-change-required';
  if (bad.test(words)) return 'hindrance';
  return good.test(words) ? 'success' : 'other';
}
