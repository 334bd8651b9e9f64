import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const spec = { group: 'Report', screen: 'report', fromAnywhere: true } as const;

/** What is done on the screen of the report. */
export const reportCommands = [
  {
    ...spec,
    id: 'report.export',
    title: 'Export the report as a PDF',
    words: 'print save deliverable',
    keys: ['x'],
  },
  { ...spec, id: 'report.export.password', title: 'Export as a PDF with a password', keys: [] },
  { ...spec, id: 'report.export.html', title: 'Export as HTML', keys: [] },
  { ...spec, id: 'report.export.csv', title: 'Export as CSV', words: 'excel spreadsheet table', keys: [] },
  { ...spec, id: 'report.export.json', title: 'Export as JSON', keys: [] },
  { ...spec, id: 'report.export.markdown', title: 'Export as Markdown', keys: [] },
  {
    ...spec,
    id: 'report.tab.check',
    title: 'Show the check',
    words: 'preflight warnings problems quality',
    keys: ['c'],
  },
  {
    ...spec,
    id: 'report.tab.options',
    title: 'Show the options of the report',
    words: 'settings language sections',
    keys: ['o'],
  },
  {
    ...spec,
    id: 'report.tab.editions',
    title: 'Show the editions',
    words: 'versions history delivered',
    keys: ['v'],
  },
  { ...spec, id: 'report.template.technical', title: 'Choose the template: technical', keys: [] },
  { ...spec, id: 'report.template.executive', title: 'Choose the template: executive', keys: [] },
  { ...spec, id: 'report.template.retest', title: 'Choose the template: retest', keys: [] },
  { ...spec, id: 'report.template.single', title: 'Choose the template: single finding', keys: [] },
  { ...spec, id: 'report.template.by-asset', title: 'Choose the template: by asset', keys: [] },
  { ...spec, id: 'report.findings', title: 'Choose and order the findings of the report', keys: [] },
  {
    ...spec,
    id: 'report.themes',
    title: 'Logo, colours and fonts of the report',
    words: 'theme brand layout style',
    keys: [],
  },
  {
    ...spec,
    id: 'report.masks',
    title: 'Review masked values',
    words: 'redact secrets password hide',
    keys: [],
  },
  {
    ...spec,
    id: 'report.compare',
    title: 'Compare the two newest editions',
    words: 'difference changes versions',
    keys: [],
  },
  { ...spec, id: 'report.undo', title: 'Undo the last choice', keys: [] },
] as const satisfies readonly CommandSpec[];
