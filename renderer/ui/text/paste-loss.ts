import { getContext, setContext } from 'svelte';
import type { OmittedPart } from '#domain/text/pasted/left-out.ts';
import { counted } from './format.ts';

/** What of formatted text was not pasted, beyond its look; `too-large`: nothing of it was. */
export type PasteLoss = { readonly missing: number; readonly leftOut: readonly OmittedPart[] } | 'too-large';
type TellLoss = (loss: PasteLoss) => void;

const key = Symbol('paste loss');

/** Tells for all texts in a component what was not pasted. Only inside its initialisation. */
export function providePasteLoss(tell: TellLoss): void {
  setContext(key, tell);
}

/** Tells what was not pasted. Only inside a component's initialisation. */
export function getPasteLoss(): TellLoss {
  return getContext<TellLoss | undefined>(key) ?? (() => undefined);
}

const names: Readonly<Record<OmittedPart, string>> = {
  comments: 'comments',
  deleted: 'deleted text',
  hidden: 'hidden text',
};

/** What of formatted text was not pasted, and what to do about it. */
export function pasteLossText(loss: PasteLoss): string {
  if (loss === 'too-large') {
    return 'Nothing pasted: too large to clean of comments and deleted text. Paste it in parts.';
  }
  const sentences: string[] = [];
  if (loss.missing > 0) {
    const were = loss.missing === 1 ? 'was' : 'were';
    sentences.push(
      `${counted(loss.missing, 'image')} ${were} not pasted. Copy an image alone, or drop its file into the text.`,
    );
  }
  if (loss.leftOut.length > 0) {
    const parts = loss.leftOut.map((why) => names[why]);
    const all = [parts.slice(0, -1).join(', '), ...parts.slice(-1)]
      .filter((part) => part !== '')
      .join(' and ');
    const were = loss.leftOut.length === 1 && loss.leftOut[0] !== 'comments' ? 'was' : 'were';
    sentences.push(`${all.charAt(0).toUpperCase()}${all.slice(1)} ${were} not pasted.`);
  }
  return sentences.join(' ');
}
