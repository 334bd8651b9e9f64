import { hash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import type { WordTemplateFile, WordTemplateLine } from '#contract/procedures/deliverables/word-templates.ts';
import {
  starterTemplate,
  type TemplateEnding,
  type UsedWordTemplate,
  type WordTemplateCheck,
} from '#contract/deliverable/word-template.ts';
import {
  hasWordTemplate,
  keepWordTemplate,
  listWordTemplates,
  readWordTemplate,
  removeWordTemplate,
} from '#db/tables/reports/word-templates.ts';
import type { LanguageKey } from '#contract/deliverable/template.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { eachEngagementSetting } from '#engine/record/engagement-settings.ts';

/** Reads files of Word; the app brings what does so. */
export interface TemplateReader {
  /** What a report uses of a file, and what cannot be used. */
  readonly check: (bytes: Uint8Array) => WordTemplateCheck;
  readonly endingOf: (bytes: Uint8Array) => TemplateEnding;
  /** The template that is always there. */
  readonly starter: (language: LanguageKey) => Uint8Array;
}

/** The templates of this vault: the one that is always there, then the kept ones by name. */
export function wordTemplatesOf({ db }: Pick<ReadContext, 'db'>): readonly WordTemplateLine[] {
  const kept = listWordTemplates(db).map(({ name, keptAt }) => ({ name, keptAt }));
  return [{ name: starterTemplate, keptAt: null }, ...kept];
}

/** A template as a report is made with it, and its bytes. @throws DossierError `not-found`, `invalid` (the starter) */
export function wordTemplateNamed(
  { db }: Pick<ReadContext, 'db'>,
  name: string,
): { readonly used: UsedWordTemplate; readonly content: Uint8Array } {
  refuseStarter(name);
  const row = readWordTemplate(db, name);
  if (row === null) throw noTemplate(name);
  return { used: { name, sha256: row.sha256 }, content: row.content };
}

/** @throws DossierError `not-found`, `invalid`: no report can be made with a template of that name */
export function assertWordTemplate(db: ReadableDb, name: string): void {
  refuseStarter(name);
  if (!hasWordTemplate(db, name)) throw noTemplate(name);
}

/** What stands in it is for those who change it, not for a client. */
function refuseStarter(name: string): void {
  if (name !== starterTemplate) return;
  throw new DossierError(
    'invalid',
    `The template "${name}" is one to begin with: save it as a file, change it in Word, and keep it under a name of its own.`,
  );
}

/** A template with its file and what it says. @throws DossierError `not-found` */
export function wordTemplateFile(
  ctx: ReadContext,
  { name, language }: { readonly name: string; readonly language: LanguageKey },
  reader: TemplateReader,
): WordTemplateFile {
  const [content, keptAt] = name === starterTemplate ? [reader.starter(language), null] : keptFile(ctx, name);
  return {
    name,
    keptAt,
    content: Buffer.from(content).toString('base64'),
    ending: reader.endingOf(content),
    check: reader.check(content),
  };
}

function keptFile({ db }: ReadContext, name: string): readonly [Uint8Array, string] {
  const row = readWordTemplate(db, name);
  if (row === null) throw noTemplate(name);
  return [row.content, row.keptAt];
}

/**
 * Keeps a template (base64) under a name, in place of one that had it, if it can be used; else the one that was there stays.
 *
 * @throws DossierError `invalid`: that is the name of the template that is always there
 */
export function keepGivenTemplate(
  ctx: ServiceContext,
  given: { readonly name: string; readonly content: string },
  reader: TemplateReader,
): WordTemplateCheck {
  const { name } = given;
  if (name === starterTemplate) {
    throw new DossierError('invalid', `"${name}" is the name of the template that is always there.`);
  }
  const content = Buffer.from(given.content, 'base64');
  const check = reader.check(content);
  if (check.ok) {
    transaction(ctx.db, () => {
      keepWordTemplate(ctx.db, { name, sha256: hash('sha256', content), content, keptAt: nowIso(ctx) });
    });
  }
  return check;
}

/** Removes a kept template. @throws DossierError `not-found`, `invalid` (the one that is always there, or one in use) */
export function removeKeptTemplate({ db }: ServiceContext, name: string): WordTemplateLine {
  if (name === starterTemplate) {
    throw new DossierError('invalid', `The template "${name}" is always there.`);
  }
  return transaction(db, () => {
    const kept = listWordTemplates(db).find((row) => row.name === name);
    if (kept === undefined) throw noTemplate(name);
    const users = eachEngagementSetting(db, 'report').filter(({ value }) => value.wordTemplate === name);
    if (users.length > 0) {
      throw new DossierError(
        'invalid',
        `Reports of ${users.map(({ project }) => project).join(', ')} are made with the template "${name}". Choose another one there first.`,
      );
    }
    removeWordTemplate(db, name);
    return { name, keptAt: kept.keptAt };
  });
}

function noTemplate(name: string): DossierError {
  return new DossierError('not-found', `There is no template "${name}" in this vault.`);
}
