import { strToU8, zipSync, type Zippable } from 'fflate';
import { wordNames } from '#report/docx/styles.ts';

/*
 * Templates of Word, put together part by part, as other programs than ours write them.
 */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const names = [
  `xmlns:w="${wordNames}"`,
  `xmlns:r="${office}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');

/** What a template is made of; what is not said is not in the file. */
export interface TemplateParts {
  /** Markup within the body. */
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly settings?: string;
  readonly footnotes?: string;
  readonly comments?: string;
  readonly headers?: readonly string[];
  readonly footers?: readonly string[];
  /** Relationships of the text, as markup. */
  readonly links?: string;
  readonly type?: string;
  /** Other parts by their path. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
  /** Overrides of media types by path. */
  readonly types?: Readonly<Record<string, string>>;
}

const end =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

/** A paragraph of one run for each text. */
export function p(...texts: readonly string[]): string {
  return `<w:p>${texts.map(r).join('')}</w:p>`;
}

/** A run. */
export function r(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A content control around markup. */
export function control(tag: string, inside: string): string {
  return `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/></w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
}

/** The parts of a template before they are packed. */
export function templateEntries(parts: TemplateParts): Record<string, string | Uint8Array> {
  const { body, headers = [], footers = [] } = parts;
  const side = [
    ...(['styles', 'numbering', 'settings', 'footnotes', 'comments'] as const).flatMap((kind) => {
      const content = parts[kind];
      return content === undefined ? [] : [{ kind, name: kind, content, id: `rId_${kind}` }];
    }),
    ...headers.map((content, at) => ({
      kind: 'header',
      name: `header${at + 1}`,
      content,
      id: `rIdH${at + 1}`,
    })),
    ...footers.map((content, at) => ({
      kind: 'footer',
      name: `footer${at + 1}`,
      content,
      id: `rIdF${at + 1}`,
    })),
  ];
  const roots: Readonly<Record<string, string>> = { header: 'hdr', footer: 'ftr' };
  const type = parts.type ?? `${wordTypes}.template.main+xml`;
  const overrides = [
    ['/word/document.xml', type],
    ...side.map(({ kind, name }) => [`/word/${name}.xml`, `${wordTypes}.${kind}+xml`]),
    ...Object.entries(parts.types ?? {}).map(([path, other]) => [`/${path}`, other]),
  ];
  return {
    '[Content_Types].xml': `<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides
      .map(([path, one]) => `<Override PartName="${path ?? ''}" ContentType="${one ?? ''}"/>`)
      .join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<w:document ${names}><w:body>${body}${/<\/w:sectPr>$/u.test(body) ? '' : end}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packageNames}/relationships">${side
      .map(({ id, kind, name }) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${name}.xml"/>`)
      .join('')}${parts.links ?? ''}</Relationships>`,
    ...Object.fromEntries(
      side.map(({ kind, name, content }) => {
        const root = roots[kind] ?? kind;
        return [`word/${name}.xml`, `<w:${root} ${names}>${content}</w:${root}>`];
      }),
    ),
    ...parts.others,
  };
}

/** The file of a template. */
export function templateFile(parts: TemplateParts): Uint8Array {
  return packed(templateEntries(parts));
}

/** An archive of these entries. */
export function packed(
  entries: Readonly<Record<string, string | Uint8Array>>,
  level: 0 | 1 | 6 = 6,
): Uint8Array {
  const all: Zippable = {};
  for (const [path, content] of Object.entries(entries)) {
    all[path] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(all, { level });
}

/** Relationship of the text, for `links`. */
export function link(id: string, kind: string, target: string, external = false): string {
  return `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
}

/** A template that has everything already, under the numbers and names that reports give. */
export const crowdedTemplate: TemplateParts = {
  body: [
    `<w:p><w:bookmarkStart w:id="1" w:name="d_findings"/>${r('Ours')}<w:bookmarkEnd w:id="1"/><w:bookmarkStart w:id="2" w:name="own"/><w:bookmarkEnd w:id="2"/></w:p>`,
    `<w:p>${r('Noted')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${r('Listed')}</w:p>`,
    `<w:p><w:commentRangeStart w:id="0"/>${r('Commented')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
    `<w:p><w:hyperlink r:id="rIdReport_1">${r('Site')}</w:hyperlink></w:p>`,
    p('{{report}}'),
  ].join(''),
  styles: '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  numbering:
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:numIdMacAtCleanup w:val="1"/>',
  settings:
    '<w:zoom w:percent="100"/><w:documentProtection w:edit="forms" w:enforcement="1"/><w:attachedTemplate r:id="rId9"/><w:updateFields w:val="true"/><w:compat/>',
  footnotes: `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="1">${p('By {{author}}')}</w:footnote>`,
  comments: `<w:comment w:id="0" w:author="Jane Template" w:initials="JT">${p('Put the client here')}</w:comment>`,
  links:
    link('rIdReport_1', 'hyperlink', 'https://company.test/', true) +
    link('rIdX', 'customXml', '../customXml/item1.xml'),
  others: {
    'customXml/item1.xml': '<secret/>',
    'docProps/custom.xml': '<x/>',
    'docProps/thumbnail.jpeg': 'x',
  },
};
