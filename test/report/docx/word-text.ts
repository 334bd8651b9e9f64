import type { OfficeFile } from '../support/office-file.ts';
import { elementsOf, wordsIn, type XmlElement } from '../support/xml.ts';

/** The words of a document of Word as its reader sees them, paragraph by paragraph; footnotes and comments stand behind. */
export function wordText({ parts }: OfficeFile): string {
  return ['word/document.xml', 'word/footnotes.xml', 'word/comments.xml']
    .flatMap((path) => {
      const part = parts.get(path);
      return part === undefined ? [] : [textOf(part)];
    })
    .join('\n');
}

function textOf(element: XmlElement): string {
  switch (element.name) {
    case 'w:t':
      return wordsIn(element);
    case 'w:tab':
      return '\t';
    case 'w:br':
      return '\n';
    case 'w:instrText':
    case 'w:pPr':
      return '';
    default: {
      const inside = elementsOf(element).map(textOf).join('');
      return element.name === 'w:p' ? `${inside}\n` : inside;
    }
  }
}
