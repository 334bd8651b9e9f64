import { expect, test } from 'vitest';
import { isLockedPdf } from '#domain/deliverable/locked-pdf.ts';

const file = (dictionary: string, trailer: string): Uint8Array =>
  new TextEncoder().encode(
    `%PDF-1.7\n1 0 obj\n<< /Encrypt 7 0 R >>\nendobj\n7 0 obj\n${dictionary}\nendobj\nxref\ntrailer\n<< /Size 8 ${trailer} >>\nstartxref\n0\n%%EOF\n`,
  );
const locked = '<< /Filter /Standard /CF << /StdCF << /CFM /AESV3 >> >> >>';

test('a file counts as locked by its trailer and a strong encryption alone', () => {
  expect([
    isLockedPdf(file(locked, '/Encrypt 7 0 R')),
    isLockedPdf(file(locked, '/Root 1 0 R')),
    isLockedPdf(file('<< /Filter /Standard /V 2 >>', '/Encrypt 7 0 R')),
    isLockedPdf(file(locked, '/Encrypt 9 0 R')),
    isLockedPdf(new Uint8Array()),
  ]).toEqual([true, false, false, false, false]);
});

test('only the end of a long file is its trailer, wherever its dictionary stands', () => {
  const encoder = new TextEncoder();
  const start = `%PDF-1.7\n7 0 obj\n${locked}\nendobj\n`;
  const end = 'trailer\n<< /Encrypt 7 0 R >>\n';
  const long = (before: string, behind: string) => encoder.encode(`${before}${'x'.repeat(5_000)}${behind}`);
  expect([isLockedPdf(long(start, end)), isLockedPdf(long(start + end, ''))]).toEqual([true, false]);
  expect(isLockedPdf(encoder.encode(`\n7 0 obj\n${locked}\nendobj\n${end}`))).toBe(true);
});
