/** What the template in a file is called: as the file, without its ending and what the name of a template may not have. */
export function wordTemplateNameOf(file: string): string {
  const name = file
    .replace(/\.[^.]*$/u, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 100)
    .trim();
  return name === '' ? 'Template' : name;
}
