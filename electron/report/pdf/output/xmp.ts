/** What a file says about itself, in words. */
export interface FileFacts {
  readonly title: string;
  readonly author: string;
  readonly lang: string;
  readonly created: Date;
}

/**
 * The metadata of a file as XMP. It says that the file follows PDF/UA-1 (ISO 14289-1, clause 5), which readers look for here
 * and nowhere else.
 */
export function xmpOf({ title, author, lang, created }: FileFacts): string {
  const day = `${created.toISOString().slice(0, 19)}Z`;
  const alternatives = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">',
    '<pdfuaid:part>1</pdfuaid:part>',
    '</rdf:Description>',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:title>${alternatives(title)}</dc:title>`,
    ...(author === ''
      ? []
      : [`<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`]),
    `<dc:language><rdf:Bag><rdf:li>${escaped(lang)}</rdf:li></rdf:Bag></dc:language>`,
    '</rdf:Description>',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    `<xmp:CreateDate>${day}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${day}</xmp:ModifyDate>`,
    '<xmp:CreatorTool>Dossier</xmp:CreatorTool>',
    '<pdf:Producer>Dossier</pdf:Producer>',
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** Characters that XML has no place for are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
