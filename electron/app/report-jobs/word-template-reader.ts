import type { TemplateReader } from '#features/reports/themes/word-templates.ts';

/** What reads files of Word; loaded when it is first asked for. */
export async function wordTemplateReader(): Promise<TemplateReader> {
  const [{ checkWordTemplate }, { endingOf }, { starterTemplateFile }] = await Promise.all([
    import('#report/docx/template/check-template.ts'),
    import('#report/docx/template/read-template.ts'),
    import('#report/docx/starter-template.ts'),
  ]);
  return { check: checkWordTemplate, endingOf, starter: starterTemplateFile };
}
