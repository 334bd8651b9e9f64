import { describe, expect, it } from 'vitest';
import { readsFromRight, visualOrder } from '#report/fonts/bidi.ts';
import { rightToLeftLanguage } from '#report/fonts/language.ts';
import { leftToRightIn } from '#report/fonts/left-to-right.ts';

/** A line as it stands on paper, from left to right; code in backticks. Letters from the right as they are turned around. */
function seen(line: string, fromRight = readsFromRight(line.replaceAll('`', ''))): string {
  const runs = line.split('`').map((text, at) => ({ text, code: at % 2 === 1 }));
  const ordered = visualOrder(
    runs.filter(({ text }) => text !== ''),
    fromRight,
    ({ code }) => (code ? 'code' : null),
  );
  return ordered
    .map(({ text }) => (/[\u0590-\u08ff]/u.test(text) ? Array.from(text).reverse().join('') : text))
    .join('');
}

describe('a line that holds what runs from the right', () => {
  it('keeps code, paths and the marks behind them in their order', () => {
    expect(
      [
        'אב `rm -rf /tmp/x` גד.',
        'אב `/etc/passwd` (גד `C:\\x`).',
        'אב /var/log/x! גד',
        'אב `ls -la`; גד',
        'אב C++ גד .NET, #1a?',
        'אב `a` `b`.',
      ].map((line) => seen(line)),
    ).toEqual([
      '.דג rm -rf /tmp/x בא',
      '.(C:\\x דג) /etc/passwd בא',
      'דג !/var/log/x בא',
      'דג ;ls -la בא',
      '?#1a ,.NET דג C++ בא',
      '.b a בא',
    ]);
  });

  it('has a text of its own run as its first letter does', () => {
    const caption = [{ text: 'Figure 2: ' }, { text: 'אב (1).', own: true }];
    const ordered = visualOrder(caption, false, (run) => ('own' in run ? 'own' : null));
    expect(ordered.map(({ text }) => text)).toEqual(['Figure 2: ', '.', '(', '1', 'אב )']);
  });

  it('is read in the order in which it is written', () => {
    const ordered = visualOrder([{ text: 'Ab אב (גד) ef' }], false);
    const read = [...ordered].sort((one, other) => one.at - other.at).map(({ written }) => written);
    expect(read.join('')).toBe('Ab אב (גד) ef');
    expect(ordered.map(({ text }) => text)).toEqual(['Ab ', 'אב )גד(', ' ef']);
  });
});

it('what is to run from the left has signs at an end, and none that close a sentence', () => {
  const found = (text: string) => leftToRightIn(text).map(({ from, to }) => text.slice(from, to));
  expect(
    [
      '(/etc/x).',
      'SQL, a.example 2019',
      'https://a.example/ "f(x)"',
      '~/.ssh, --force; $HOME!',
      '[-rf]',
      '1/2 +',
    ].map(found),
  ).toEqual([['/etc/x'], [], ['https://a.example/', 'f(x)'], ['~/.ssh', '--force', '$HOME'], ['-rf'], []]);
});

it('a language is told by the letters that only it has', () => {
  const words = ['שלום', 'مرحبا', 'گذرواژه', 'ٹھیک ہے', 'ښه'];
  expect(words.map((text) => rightToLeftLanguage(text, text))).toEqual(['he', 'ar', 'fa', 'ur', 'ps']);
  expect(rightToLeftLanguage('کاربر مدیر', 'مدیر')).toBe('fa');
});
