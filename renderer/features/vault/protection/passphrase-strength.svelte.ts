import { createImporter } from '#renderer/ui/import-again.ts';
import type * as Estimation from './estimate-guesses.ts';

/** Shorter ones are refused for a vault. */
export const shortestPassphrase = 8;

export type Strength =
  | { readonly kind: 'none' }
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'weak' | 'fair' | 'good' };

type Estimator = typeof Estimation;

const importEstimator = createImporter<Estimator>(() => import('./estimate-guesses.ts'));

/** At 10,000 guesses a second of our scrypt, 10^10 take twelve days and 10^13 thirty years. */
const fairFrom = 10;
const goodFrom = 13;

/**
 * Judges passphrases by the guesses that they take; it refuses nothing but what is too short.
 * The word lists (1.7 MB) are loaded as it is made; until then it judges the length alone.
 */
export class PassphraseJudge {
  #estimator = $state.raw<Estimator | null>(null);
  /** Settles when the word lists have come, or could not be had. */
  readonly loaded: Promise<void>;

  constructor(load: () => Promise<Estimator> = importEstimator) {
    this.loaded = load().then(
      (estimator) => void (this.#estimator = estimator),
      () => undefined,
    );
  }

  strengthOf(passphrase: string): Strength {
    const { length } = [...passphrase];
    if (length === 0) return { kind: 'none' };
    if (length < shortestPassphrase) return { kind: 'short', missing: shortestPassphrase - length };
    if (this.#estimator === null) return { kind: 'none' };
    const guesses = this.#estimator.estimateGuesses(passphrase);
    return { kind: guesses < fairFrom ? 'weak' : guesses < goodFrom ? 'fair' : 'good' };
  }
}

/** The hint in words. */
export function strengthWords(strength: Strength): string {
  switch (strength.kind) {
    case 'none':
      return `At least ${shortestPassphrase} characters. Use four or more unrelated words.`;
    case 'short':
      return `${strength.missing} more ${strength.missing === 1 ? 'character' : 'characters'} needed.`;
    case 'weak':
      return 'Weak: easily guessed. Make it longer.';
    case 'fair':
      return 'Fair. A word or two more make it good.';
    case 'good':
      return 'Good.';
  }
}
