import type { TemplateProblem, WordTemplateCheck } from '#contract/deliverable/word-template.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { docxFonts, ownLook, ownStyles } from '../styles.ts';
import { findMarks, type FoundMark } from './find-marks.ts';
import { readTemplate } from './read-template.ts';
import { lookOf } from './template-look.ts';
import { TemplateStyles, textBase } from './template-styles.ts';

/** Says what of a template's file a report uses, and what cannot be used. Pure; never throws. */
export function checkWordTemplate(bytes: Uint8Array): WordTemplateCheck {
  const read = readTemplate(bytes);
  if (read.kind === 'refused') {
    const problems = [{ paragraph: null, message: read.message }];
    return { ok: false, styles: [], marks: [], problems, look: null };
  }
  const { template } = read;
  const styles = new TemplateStyles(template);
  const marks = findMarks(template).filter(({ paragraph }) => paragraph > 0);
  const problems = problemsOf(marks);
  return {
    ok: problems.length === 0,
    styles: ownStyles(defaultTheme, docxFonts(defaultTheme, new Map()), 0)
      .filter(({ id }) => id !== 'DefaultParagraphFont' && id !== 'TableNormal')
      .map((own) => ({ name: own.names[0] ?? '', found: styles.like(own) !== undefined })),
    marks: marks.map(({ name, paragraph, part, meaning }) => ({
      mark: name,
      paragraph,
      part,
      known: meaning.kind !== 'fault' || meaning.known,
    })),
    problems,
    look: lookOf(template, styles, marks, (style) => ownLook(style, defaultTheme, textBase(styles))),
  };
}

/** What is wrong with the marks of a template, each with its place. */
export function problemsOf(marks: readonly FoundMark[]): TemplateProblem[] {
  const placed = new Set<string>();
  return marks.flatMap(({ name, paragraph, part, meaning }) => {
    const problem = (message: string): TemplateProblem => ({
      paragraph,
      message: `Paragraph ${String(paragraph)} of ${part === 'document' ? 'the document' : part}: ${message}`,
    });
    if (meaning.kind === 'fault')
      return [problem(`${meaning.message}${meaning.message.endsWith('?') ? '' : '.'}`)];
    if (meaning.kind === 'value') return [];
    if (placed.has(meaning.mark)) return [problem(`{{${name}}} stands in the document twice.`)];
    placed.add(meaning.mark);
    return [];
  });
}
