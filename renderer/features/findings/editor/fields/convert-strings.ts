import type { HtmlLoss } from '#domain/text/pasted/convert-html.ts';

/** What a conversion changes, as it is named before it is made. */
const losses: Readonly<Record<HtmlLoss, string>> = {
  alignment: 'Alignment is not kept.',
  cells: 'Merged cells are parted. Their words stand in the first one.',
  colours: 'Colours, fonts and sizes are left out.',
  highlight: 'Highlighted words become italic.',
  lines: 'Lists and blocks in cells become lines.',
  underline: 'Underlined words become italic.',
  words: 'Some words read differently. Compare both sides before you convert.',
};

export const convertStrings = {
  open: 'Convert to Markdown…',
  title: (field: string) => `Convert ${field.toLowerCase()} to Markdown`,
  says: 'The next sync sends it as Markdown. Undo restores the HTML until then.',
  before: 'HTML, as it reads',
  after: 'Markdown, as it reads',
  source: 'Markdown, as it is written',
  nothing: 'Nothing is lost: both sides read the same.',
  impossible: 'This text cannot be converted. Its HTML is too large or nests too deep.',
  loss: (loss: HtmlLoss) => losses[loss],
  convert: 'Convert to Markdown',
  done: (field: string) => `${field} is Markdown now.`,
} as const;
