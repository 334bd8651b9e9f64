import type { PartComment, Part } from '../document/blocks.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import type { DocxFile } from './file.ts';
import { paragraph } from './paragraph.ts';
import { richBlocks } from './text/rich.ts';
import { runs } from './runs.ts';

/** Runs with the comments of colleagues on them, as Word has comments. */
export function commented(
  words: Markup,
  notes: readonly (Part & { readonly comment: PartComment })[],
  file: DocxFile,
): Markup {
  const ids = notes.map(({ body, comment: { author, at, quote } }) => {
    const id = file.comments.length;
    const sign = reference(voidTag('w:annotationRef'));
    const said = quote === null ? '' : `\u201c${quote}\u201d`;
    const about = paragraph({ xml: [sign, runs(said)], text: said }, { style: 'CommentText' }, file, null);
    const children = body.kind === 'rich' ? body.root.children.filter((one) => one.type !== 'doctype') : [];
    const text = richBlocks(children, file, { style: 'CommentText', width: 200 });
    const who = author === '' ? '\u2013' : author;
    const initials = who.split(/\s+/u).map((name) => [...name].slice(0, 1).join(''));
    const signed = { 'w:author': who, 'w:date': at.replace(/\.\d+/u, ''), 'w:initials': initials.join('') };
    // Its place in the file is its number.
    file.comments.push(tag('w:comment', { 'w:id': id, ...signed }, [about, ...text]));
    return id;
  });
  return markup([
    ids.map((id) => voidTag('w:commentRangeStart', { 'w:id': id })),
    words,
    ids.map((id) => [
      voidTag('w:commentRangeEnd', { 'w:id': id }),
      reference(voidTag('w:commentReference', { 'w:id': id })),
    ]),
  ]);
}

function reference(sign: Markup): Markup {
  return tag('w:r', {}, [tag('w:rPr', {}, voidTag('w:rStyle', { 'w:val': 'CommentReference' })), sign]);
}
