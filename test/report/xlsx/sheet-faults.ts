import { packageFaults, type OfficeFile } from '../support/office-file.ts';
import { elementsOf, within, wordsIn, type XmlElement } from '../support/xml.ts';

/* What Excel refuses or repairs, although the schema allows it. */

const order =
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData autoFilter conditionalFormatting dataValidations hyperlinks pageMargins pageSetup headerFooter'.split(
    ' ',
  );

/** Everything that is wrong with a workbook; empty if nothing is known to be. */
export function sheetFaults(file: OfficeFile): string[] {
  const workbook = file.parts.get('xl/workbook.xml');
  const styles = file.parts.get('xl/styles.xml');
  if (workbook === undefined || styles === undefined) return ['no workbook or no styles'];
  const names = [...within(workbook)].flatMap(({ name, attributes }) =>
    name === 'sheet' ? [attributes['name'] ?? ''] : [],
  );
  const looks = [...within(styles)].find(({ name }) => name === 'cellXfs');
  const lookCount = looks === undefined ? 0 : elementsOf(looks).length;
  const sheets = [...file.parts].filter(([path]) => /^xl\/worksheets\/sheet\d+\.xml$/u.test(path));
  return [
    ...packageFaults(file),
    ...(sheets.length === names.length ? [] : ['not every sheet has its part']),
    ...names
      .filter((name) => name.length > 31 || /[\\/?*[\]:]|^'|'$/u.test(name))
      .map((name) => `the sheet ${name}`),
    ...(new Set(names.map((name) => name.toLowerCase())).size === names.length
      ? []
      : ['two sheets of a name']),
    ...sheets.flatMap(([path, sheet]) =>
      cellFaults(sheet, lookCount, names).map((fault) => `${path}: ${fault}`),
    ),
  ];
}

function cellFaults(sheet: XmlElement, looks: number, names: readonly string[]): string[] {
  const faults: string[] = [];
  const places = elementsOf(sheet).map(({ name }) => order.indexOf(name));
  if (places.some((place, at) => place < (places[at - 1] ?? 0))) faults.push('the order of its elements');
  let last = { row: 0, column: 0 };
  for (const element of within(sheet)) {
    const { name, attributes } = element;
    if (name === 'f') faults.push('a formula');
    if (name === 'row') {
      const row = Number(attributes['r']);
      if (row <= last.row) faults.push(`row ${String(row)} behind ${String(last.row)}`);
      if (Number(attributes['ht'] ?? 1) > 409) faults.push(`row ${String(row)} is too high`);
      last = { row, column: 0 };
    }
    if (name === 'c') {
      const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/u.exec(attributes['r'] ?? '') ?? [];
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      if (Number(row) !== last.row || column <= last.column || column > 16_384)
        faults.push(`the cell ${attributes['r'] ?? ''}`);
      last = { ...last, column };
      if (Number(attributes['s'] ?? 0) >= looks) faults.push(`the look of ${attributes['r'] ?? ''}`);
    }
    if (name === 't' && wordsIn(element).length > 32_767)
      faults.push(`a text of ${String(wordsIn(element).length)}`);
    if (name === 'v' && !Number.isFinite(Number(wordsIn(element))))
      faults.push(`the number ${wordsIn(element)}`);
    if (name === 'hyperlink' && attributes['location'] !== undefined) {
      const [, of = ''] = /^'(.*)'![A-Z]+\d+$/u.exec(attributes['location']) ?? [];
      if (!names.includes(of.replaceAll("''", "'"))) faults.push(`a link to ${attributes['location']}`);
    }
    if (/^odd(?:Header|Footer)$/u.test(name)) {
      if (wordsIn(element).length > 255) faults.push('a line of the page is too long');
      if (/&(?![LCR&PN])/u.test(wordsIn(element).replaceAll('&&', '')))
        faults.push('a code in a line of the page');
    }
    if (name === 'formula' && wordsIn(element) !== 'TRUE') faults.push('a formula for looks');
    if (name === 'formula1' && wordsIn(element).length > 255) faults.push('a list of choices');
  }
  return faults;
}
