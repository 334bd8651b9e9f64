import { z } from 'zod';
import { procedure } from '../../procedure.ts';
import { maxCallLength } from '../../input/sizes.ts';
import { reportLanguages } from '../../deliverable/template.ts';
import type { TemplateEnding, WordTemplateCheck } from '../../deliverable/word-template.ts';

/* The templates for Word that reports of this vault can be made with. */

const content = z.string().max(maxCallLength);
const name = z.string().min(1).max(100);
/** What a template may be called, as a theme. */
const newName = z
  .string()
  .max(100)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'expected letters, digits, blanks, ".", "_" and "-"');

export const wordTemplateProcedures = {
  /** Answers: by name, the one that is always there first. */
  'template.list': procedure<readonly WordTemplateLine[]>()({
    answeredBy: 'reader',
    input: z.strictObject({}),
  }),
  /**
   * Answers: `content`: the file as base64, to change it in Word or take it elsewhere. `language` is that of the texts in the
   * one that is always there.
   */
  'template.read': procedure<WordTemplateFile>()({
    answeredBy: 'reader',
    input: z.strictObject({ name, language: z.enum(reportLanguages).default('en') }),
  }),
  /** What is used of a file (base64), and what cannot be. Nothing is kept. */
  'template.check': procedure<WordTemplateCheck>()({
    answeredBy: 'reader',
    input: z.strictObject({ content }),
  }),
  /** Keeps a file under a name, in place of one that had it. Answers: kept if it is `ok`. */
  'template.keep': procedure<WordTemplateCheck>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ name: newName, content }),
  }),
  'template.remove': procedure<WordTemplateLine>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ name }),
  }),
};

/** A template of this vault; the one that is always there has no date. */
export interface WordTemplateLine {
  readonly name: string;
  readonly keptAt: string | null;
}

/** A template of this vault with its file (base64) and what it says. */
export interface WordTemplateFile extends WordTemplateLine {
  readonly content: string;
  /** How its name ends: Word opens it under no other. */
  readonly ending: TemplateEnding;
  readonly check: WordTemplateCheck;
}
