import { richFields } from '../finding.ts';
import { proseOf } from '../prose.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/*
 * What an author wrote to come back to. Only prose is looked at: a note in a listing is the client's, and `{{7*7}}` is a
 * payload.
 */

/** Words that are nothing but a note to oneself. In lower case they are words of some language ("todo"). */
const notes = /(?<![\p{L}\p{N}_-])(?:TO[D]O|FIX[M]E|TBD|TBC|TKTK|XXX(?=:))(?![\p{L}\p{N}_-])|\btodo:/gu;

/** Names that templates of reports have; a template injection names other things. */
const templateName =
  'client|customer|company|organi[sz]ation|project|engagement|report|author|tester|consultant|date|start|end|scope|target|host|hostname|domain|ip|url|asset|application|contact|version|finding|severity|title';
/** Each sign can be read in one way only: if two can, a name without its end is tried in all ways there are. */
const template = new RegExp(`\\{\\{\\s{0,20}(?:${templateName})(?:[. -]?\\w){0,80}\\s{0,20}\\}\\}`, 'giu');

/** `[insert screenshot]`, `<CLIENT NAME>`: brackets around what is to be written there. */
const bracket =
  /\[(?:please )?(?:insert|add|fill in|replace|enter|describe|client|customer|company)(?:[ _-][^\]\n]{0,60})?\](?!\()/giu;
const angle =
  /<(?:insert|fill in|describe)[ _-][^<>\n]{1,60}>|<(?:CLIENT|CUSTOMER|COMPANY)(?:[ _-][A-Z]{1,40}){0,8}>/gu;

const phrases =
  /\blorem ipsum\b|\bto be (?:written|completed|filled in|confirmed|checked before)\b|\b(?:screenshot|text|description) (?:goes|to go) here\b/giu;

const own = [notes, bracket, angle, phrases] as const;
const patterns = [...own, template] as const;

/** Cheap to look for in the source, so that few texts are parsed for it. */
const worthALook = new RegExp(patterns.map(({ source }) => source).join('|'), 'iu');

/** Notes to oneself and places of a template that nobody filled in. */
export const placeholders: Rule = (texts) => {
  const title = texts.text('title');
  return [
    { field: 'title' as const, found: notesIn(title) },
    ...richFields.map((field) => ({
      field,
      found: worthALook.test(unescaped(texts.text(field))) ? notesIn(texts.prose(field)) : [],
    })),
    {
      field: 'retest' as const,
      found: texts.finding.retests.flatMap((text) =>
        worthALook.test(unescaped(text)) ? notesIn(proseOf(text)) : [],
      ),
    },
    { field: 'other' as const, found: texts.finding.others.flatMap((text) => notesIn(text)) },
    { field: 'evidence' as const, found: texts.finding.images.flatMap(({ caption }) => notesIn(caption)) },
  ].flatMap(({ field, found }) =>
    found.length === 0
      ? []
      : [
          about(
            texts.finding,
            'placeholder',
            field,
            `${placeName(field)} is not finished: it says ${quotes(found)}.`,
          ),
        ],
  );
};

/**
 * What in a text is not finished, as it is written there.
 *
 * @param templates `own-templates`: names in double braces are placeholders of this program, which others look at
 */
export function notesIn(text: string, templates: 'foreign' | 'own-templates' = 'foreign'): string[] {
  return (templates === 'foreign' ? patterns : own).flatMap((pattern) => text.match(pattern) ?? []);
}

/** Brackets may be written as entities in HTML, and with a backslash in Markdown. */
function unescaped(source: string): string {
  return source
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\\([[\]{}<>_-])/gu, '$1');
}
