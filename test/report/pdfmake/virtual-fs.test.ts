import { expect, test } from 'vitest';
import { engineFiles } from '#report/pdf/pdfmake/stages.ts';
import { fontFile, newPaper } from './support.ts';

test('a file that is written under a name is what a document opens by that name', () => {
  const asked: string[] = [];
  const paper = newPaper({}, (path) => {
    asked.push(path);
    return false;
  });
  paper.fonts['written'] = { normal: fontFile };
  expect(paper.provideFont('written', false, false).ascender).toBeGreaterThan(0);
  expect(asked).toEqual([]);
});

test('a second file under the same name takes the place of the first', () => {
  engineFiles.writeFileSync('contract-other.ttf', Buffer.from('no font'));
  const paper = newPaper();
  paper.fonts['other'] = { normal: 'contract-other.ttf' };
  expect(() => paper.provideFont('other', false, false)).toThrow();
  const files = engineFiles as unknown as { readFileSync(name: string): Buffer };
  engineFiles.writeFileSync('contract-other.ttf', files.readFileSync(fontFile));
  expect(newPaperWith('contract-other.ttf').lineHeight(10)).toBeGreaterThan(0);
});

test('a file that was not written is opened only with leave', () => {
  const asked: string[] = [];
  const paper = newPaper({}, (path) => {
    asked.push(path);
    return false;
  });
  paper.fonts['unknown'] = { normal: '/etc/hostname' };
  expect(() => paper.provideFont('unknown', false, false)).toThrow('denied');
  expect(asked).toEqual(['/etc/hostname']);
});

function newPaperWith(file: string) {
  const paper = newPaper();
  paper.fonts['some'] = { normal: file };
  return paper.provideFont('some', false, false);
}
