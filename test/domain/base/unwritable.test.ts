import { expect, test } from 'vitest';
import { whyUnwritable } from '#domain/base/unwritable.ts';

test.each([
  [['ENOSPC', 'EDQUOT'], 'the disk is full'],
  [['EACCES', 'EPERM'], 'you may not write there'],
  [['EBUSY', 'ETXTBSY'], 'it is open in another program; close it there or choose another name'],
  [['EBADF', 'UNKNOWN'], 'a security program may keep Dossier from writing there'],
  [['EROFS'], 'the disk is read-only'],
  [['ENOENT', 'ENOTDIR'], 'the folder is not there'],
  [['EISDIR'], 'a folder stands there'],
  [['ENAMETOOLONG'], 'the name is too long'],
  [['EIO'], 'the disk is damaged or was taken away'],
])('what cannot be written for %s is explained', (codes, words) => {
  expect(codes.map(whyUnwritable)).toEqual(codes.map((code) => `: ${words} (${code}).`));
});

test('a code without an explanation stands alone', () => {
  expect(whyUnwritable('EOTHER')).toBe(' (EOTHER).');
});
