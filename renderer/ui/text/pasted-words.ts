/**
 * Whether what is pasted has words. A program that copies words and a picture of them means the words. File managers
 * add the names of the copied files, and mean the files.
 */
export function hasWords(transfer: Pick<DataTransfer, 'getData' | 'files'> | null): boolean {
  const text = transfer?.getData('text/plain').trim().normalize() ?? '';
  const names = [...(transfer?.files ?? [])].map(({ name }) => name.normalize());
  return text !== '' && text.split(/[\r\n]+/u).some((line) => !names.includes(line));
}
