import { expect, test } from 'vitest';
import { ownAddresses } from '#domain/text/with-addresses.ts';

const addressesIn = (text: string): readonly string[] =>
  ownAddresses(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['![login](evidence:login.png)', ['evidence:login.png']],
  ['![a login](https://old.example/a.png "login")', ['https://old.example/a.png']],
  ['See [the login](finding:login-1) and [site](https://old.example/)', ['finding:login-1']],
  ['[login]: finding:login-1', ['finding:login-1']],
  ['- ![a](evidence:a.png)\n- [b](finding:b)\n', ['evidence:a.png', 'finding:b']],
  ['A picture <img src="evidence:a.png" alt="a"> in words', ['evidence:a.png']],
  [
    '<p>A <img alt="x" src=\'evidence:a.png\'> and <a href="finding:a">a</a></p>',
    ['evidence:a.png', 'finding:a'],
  ],
  ['<p><a href="https://old.example/">old</a></p>', []],
  ['`![login](evidence:login.png)`', []],
  ['```\n<img src="https://old.example/x">\n```', []],
  ['login', []],
])('the addresses of images and findings in %j', (text, expected) => {
  expect(addressesIn(text)).toEqual(expected);
});
