import type { TextFix, TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { parseText, visibleText } from '../index.ts';
import { withoutTags } from './html-tags.ts';

/**
 * A text in which each of the spots prints as it was typed, by escapes or as code, or its tags as signs of Markdown.
 * @returns null if the text at a spot is another one by now, or if no escape prints it
 */
export function withFixes(source: string, spots: readonly TextSpot[], fix: TextFix): string | null {
  let fixed = source;
  for (const { from, to, text, becomes } of [...spots].sort((a, b) => b.from - a.from)) {
    const better = fix === 'markdown' && becomes !== undefined ? becomes : spotFixed(text, fix);
    if (better === null || source.slice(from, to) !== text) return null;
    fixed = fixed.slice(0, from) + better + fixed.slice(to);
  }
  return fixed;
}

function spotFixed(text: string, fix: TextFix): string | null {
  if (fix === 'markdown') return withoutTags(text);
  return fix === 'code' ? asCode(text) : escaped(text);
}

function asCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return longest === 0 ? mark + text + mark : `${mark} ${text} ${mark}`;
}

/** Doubled backslashes, then an escape before each sign: the first that the report reads as it was typed. */
function escaped(text: string): string | null {
  const tries = [text.replaceAll('\\', '\\\\'), text.replace(/[\\*_`[\]~]/gu, (sign) => `\\${sign}`)];
  return tries.find((one) => visibleText(parseText(one, 'markdown')).trim() === text) ?? null;
}
