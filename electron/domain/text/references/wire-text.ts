import { detectFormat } from '../detect.ts';

/*
 * What stands for images, and for links to findings, images, listings and tables, in texts that are sent. Beside the address
 * that the program writes, a note can stand there, since some services drop addresses that they do not know:
 *
 *     ![Login page](evidence:login.png)   [Figure: Login page (evidence/login.png)]
 *     <img src="evidence:login.png" alt="Login page">   the same, in a text of HTML
 *     [Weak hash](finding:42)             [Finding: Weak hash (finding/42)]
 *     [the page](evidence:login.png)      [Image: the page (evidence/login.png)]
 *     [the login](listing:login)          [Listing: the login (listing/login)]
 *     [the users](table:users)            [Table: the users (table/users)]
 *
 * A note that a user typed has a backslash before its colon on the wire, and one more for each that it had there.
 */

/** How images and links of ours stand in texts that are sent: as they are written, or as notes. */
export type ReferenceForm = 'as-written' | 'notes';

const label = String.raw`(?:[^\[\]\\\n]|\\[^\n])*`;
const name = String.raw`[^\s()\[\]<>\\]+`;
const image = String.raw`(?<!\\)!\[(?<caption>${label})\]\(evidence:(?<image>${name})\)`;
const link = String.raw`(?<![!\\])\[(?<words>${label})\]\((?<scheme>finding|evidence|listing|table):(?<target>${name})\)`;
const note = String.raw`\[(?<noun>Figure|Finding|Image|Listing|Table)(?<slashes>\\*): (?<noted>${label}) \((?<path>finding|evidence|listing|table)\/(?<notedTarget>${name})\)\]`;

/** What a note begins with, by the address of the link that it stands for. */
const nouns: Readonly<Record<string, string>> = {
  finding: 'Finding',
  evidence: 'Image',
  listing: 'Listing',
  table: 'Table',
};

/** As the program writes it, without what would not come back the same from a note. */
const tag = String.raw`<img src="evidence:(?<tagImage>${name})" alt="(?<tagCaption>[^"\[\]\\\n]*)">`;

const written = new RegExp(`${image}|${link}|${tag}`, 'u');
const everyWritten = new RegExp(`${image}|${link}|${tag}`, 'gu');
const inHtml = new RegExp(`${note}|${tag}|${link}`, 'gu');
const inText = new RegExp(`${note}|${image}|${link}`, 'gu');
const onWire = new RegExp(note, 'gu');

type Groups = Readonly<Record<string, string | undefined>>;

/** Whether a text refers to something of ours. */
export function hasReferences(text: string): boolean {
  return written.test(text);
}

/**
 * Whether a text is `sent` as shown by a service that drops unknown addresses. Of each image and link only its words
 * are left, or nothing; all else is unchanged.
 */
export function lostReferences(sent: string, shown: string): boolean {
  const dropped = [...sent.trimEnd().matchAll(everyWritten)];
  if (dropped.length === 0) return false;
  const [first, ...parts] = [...dropped, null].map((found, n) => {
    const before = dropped[n - 1];
    const from = before === undefined ? 0 : before.index + before[0].length;
    return sent.trimEnd().slice(from, found?.index);
  });
  if (first === undefined || !shown.startsWith(first)) return false;
  let at = first.length;
  for (const [n, part] of parts.entries()) {
    const { caption, words, tagCaption } = dropped[n]?.groups ?? {};
    const left = leftOf(caption ?? words ?? tagCaption ?? '').find((one) => shown.startsWith(one + part, at));
    if (left === undefined) return false;
    at += left.length + part.length;
  }
  return shown.slice(at).trim() === '';
}

/** What may be left of an image or a link with these words, the longest first. */
function leftOf(words: string): readonly string[] {
  return [
    ...[`<img alt="${words}">`, `<img alt="${words}"/>`, `<img alt="${words}" />`],
    ...[`<img src="" alt="${words}">`, `<img src="#" alt="${words}">`, '<img>'],
    `![${words}](#)`,
    `![${words}]()`,
    `[${words}](#)`,
    `[${words}]()`,
    `[${words}]`,
    words,
    '',
  ];
}

/** A text as it is sent. `fromWireText` gives the same text again, whichever form it was sent in. */
export function toWireText(text: string, form: ReferenceForm): string {
  return replaced(
    text,
    text.includes('evidence:') && isHtml(text) ? inHtml : inText,
    (found, { noun, path, caption, image: pictured, words, scheme, target, tagImage, tagCaption }) => {
      if (noun !== undefined) return isNote(noun, path) ? found.replace(':', '\\:') : found;
      if (form === 'as-written') return found;
      if (tagImage !== undefined) return `[Figure: ${String(tagCaption)} (evidence/${tagImage})]`;
      return pictured === undefined
        ? `[${nouns[String(scheme)] ?? ''}: ${String(words)} (${String(scheme)}/${String(target)})]`
        : `[Figure: ${String(caption)} (evidence/${pictured})]`;
    },
  );
}

/** A text that the service showed, as it is kept here: notes become what they stand for again. */
export function fromWireText(text: string): string {
  return replaced(text, onWire, (found, groups) => {
    const { noun, slashes, noted, path, notedTarget } = groups;
    if (!isNote(noun, path)) return found;
    if (slashes !== '') return found.replace('\\:', ':');
    if (noun !== 'Figure') return `[${String(noted)}](${String(path)}:${String(notedTarget)})`;
    return isHtml(text)
      ? `<img src="evidence:${String(notedTarget)}" alt="${String(noted)}">`
      : `![${String(noted)}](evidence:${String(notedTarget)})`;
  });
}

/** Whether the beginning of a note goes with its end. */
function isNote(noun: string | undefined, path: string | undefined): boolean {
  return noun === 'Figure' ? path === 'evidence' : path !== undefined && nouns[path] === noun;
}

/** Only a text with tags is looked at closer. */
function isHtml(text: string): boolean {
  return text.includes('<') && detectFormat(text) === 'html';
}

function replaced(text: string, pattern: RegExp, by: (found: string, groups: Groups) => string): string {
  return text.replace(pattern, (found: string, ...rest: unknown[]) => by(found, rest.at(-1) as Groups));
}
