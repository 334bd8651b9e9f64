/** Pasted line breaks, with the blanks around them, become one blank. @returns the text, and where the caret stands in it */
export function asOneLine(text: string, caret: number): { readonly text: string; readonly caret: number } {
  const joined = (part: string): string => part.replaceAll(/[^\S\r\n]*[\r\n]+\s*/gu, ' ');
  const whole = joined(text);
  return { text: whole, caret: Math.min(whole.length, joined(text.slice(0, caret)).length) };
}
