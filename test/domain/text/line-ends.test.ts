import { expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';

const lines = (source: string) =>
  visibleText(parseText(source.replace(/ *\n/gu, '\n'), 'markdown'))
    .trim()
    .replace(/(?<!\n)\n(?!\n)/gu, '|');

const breaks = (source: string) => {
  const root = JSON.stringify(parseText(source, 'markdown'));
  return root.split('"tagName":"br"').length - 1;
};

test('short lines are lines', () => {
  expect(lines('Affected:\nhost three\nhost four')).toBe('Affected:|host three|host four');
});

test.each([
  [
    'prose wrapped at 72',
    'The application accepts uploads of any kind and stores them below the\nroot of the web server, from where they are delivered with the type that\ntheir name stands for. An attacker is thus able to run a program.',
  ],
  [
    'a sentence that ends with its line by chance',
    'The application accepts uploads of any kind and stores them on the disk.\nIt does not look at what they hold, so that a program can be brought onto\nthe server and started there, with the rights of the web server itself.',
  ],
  [
    'German prose, whose lines may begin with a capital',
    'Nicht vertrauenswürdige Eingaben werden ohne weitere Prüfung in die\nDatenbank geschrieben und später ohne Kodierung wieder ausgegeben.',
  ],
  [
    'wrapped prose in a list and in a quote',
    '- The application accepts uploads of any kind and stores them below the\n  root of the web server, from where they are delivered to anyone.\n\n> The application accepts uploads of any kind and stores them below the\n> root of the web server, from where they are delivered to anyone.',
  ],
])('%s flows', (_name, source) => {
  expect(breaks(source)).toBe(0);
});

test.each([
  ['addresses', 'https://host.example/a/very/long/path/that/goes/on/and/on/for/ever/1\nhttps://host.example/a/very/long/path/that/goes/on/and/on/for/ever/2', 1],
  ['entries of a log', '10.1.0.1 - - [04/Mar/2026] "GET /one HTTP/1.1" 200 5120 with a long tail\n10.1.0.2 - - [04/Mar/2026] "GET /two HTTP/1.1" 200 5120 with a long tail', 1],
  ['commands', 'nmap -sV -p 443,8443 --script ssl-enum-ciphers first.host.example -oX a.xml\nnmap -sV -p 443,8443 --script ssl-enum-ciphers other.host.example -oX b.xml', 1],
  ['a value a line', 'the-first-name: with a long value that takes up most of the line, as it does\nanother-name: with a long value that takes up most of the line, as it does', 1],
  ['a list behind wrapped prose', 'The following hosts were found to be vulnerable, every one of them to the\nattack that is described above:\nhost one\nhost two', 3 - 1],
  ['sentences of their own', 'The first sentence is a long one that takes up nearly all of the line now.\nThe second one follows.', 1],
  ['long paragraphs without a blank line', `${'word '.repeat(60).trim()}.\n${'More '.repeat(50).trim()}.`, 1],
  ['lines that are set in', 'Name\n    value one\n    value two', 2],
])('%s stay lines', (_name, source, expected) => {
  expect(breaks(source)).toBe(expected);
}); // prettier-ignore

test('a line end inside marked words counts too', () => {
  expect(breaks('**Hosts:\nhost one**\nhost two')).toBe(2);
  expect(breaks('one<br>\ntwo')).toBe(1);
});
test('line ends of other systems and programs end lines', () => {
  expect(breaks('one\rtwo\r\rthree\rfour')).toBe(2);
  expect(lines('```\rone\rtwo\r```')).toBe('one|two');
  expect(breaks('one\u2028two\u2029three\u0085four\u000bfive\u000csix')).toBe(5);
  expect(breaks('| one\u2028two | three |\n|---|---|\n| four | five\u000bsix |')).toBe(2);
});
