import { expect, test } from 'vitest';
import { Obstacle } from '#build/install.js';
import { weaknessesIn } from '#build/weaknesses.js';
import { checkEdit } from '#domain/finding/rules.ts';
import { riskCategories, riskCategoryAt } from '#domain/finding/weaknesses/owasp.ts';
import { searchCatalogue, weaknessAt, weaknesses } from '#domain/finding/weaknesses/weaknesses.ts';
import { defaultProfile } from '#contract/profile.ts';

const found = (typed: string, max = 3) => searchCatalogue(weaknesses(), typed, max).map(({ key }) => key);

test('a weakness is found by its number, however it is written', () => {
  expect([
    ...['79', 'CWE-79', 'cwe 79', 'cwe79'].map((typed) => found(typed, 1)[0]),
    found('https://cwe.mitre.org/data/definitions/79.html', 1)[0],
  ]).toEqual(Array.from({ length: 5 }, () => 'CWE-79'));
});

test('a weakness is found by the beginnings of words before parts of words', () => {
  expect([
    found('sql inj', 1),
    found('cross site scr', 1),
    found('traversal zip'),
    found('forgery request', 2),
  ]).toEqual([['CWE-89'], ['CWE-79'], [], ['CWE-352', 'CWE-918']]);
});

test('what is longer than any name is looked for in none of them', () => {
  let read = 0;
  const counted = weaknesses().map((entry) => ({
    ...entry,
    get name() {
      read += 1;
      return entry.name;
    },
  }));
  const longest = Math.max(
    ...[...weaknesses(), ...riskCategories].flatMap(({ key, name, url }) => [
      key.length + name.length,
      url.length,
    ]),
  );
  expect([searchCatalogue(counted, 'a '.repeat(50_000), 3), read, longest < 250]).toEqual([[], 0, true]);
  expect(found(`${' '.repeat(1_000)}cwe 79`, 1)).toEqual(['CWE-79']);
});

test('every address of the lists is one that the interface takes', () => {
  const all = [...weaknesses(), ...riskCategories];
  const refused = all.filter(
    ({ url }) => checkEdit({ cwe: url, owasp: url }, {}, defaultProfile).kind === 'invalid',
  );
  expect({ all: all.length, refused }).toEqual({ all: 944 + 40, refused: [] });
});

test('no number and no address stands twice', () => {
  const all = [...weaknesses(), ...riskCategories];
  expect([new Set(all.map(({ key }) => key)).size, new Set(all.map(({ url }) => url)).size]).toEqual([
    984, 984,
  ]);
});

test('an address tells its name again', () => {
  expect([
    weaknessAt('http://cwe.mitre.org/data/definitions/0611')?.name,
    weaknessAt('https://cwe.mitre.org/data/definitions/611.html?x')?.name,
    riskCategoryAt('https://owasp.org/Top10/2021/A03_2021-Injection/')?.key,
    riskCategoryAt('https://owasp.org/Top10/A03_2021-Injection')?.key,
    riskCategoryAt('https://owasp.org/www-project-top-ten/2017/A2_2017-Broken_Authentication.html')?.key,
    riskCategoryAt('https://owasp.org/Top10/A10_2021-Server-Side_Request_Forgery_%28SSRF%29/')?.key,
    riskCategoryAt('https://owasp.org/'),
  ]).toEqual([
    'Improper Restriction of XML External Entity Reference',
    undefined,
    'A03:2021',
    'A03:2021',
    'A2:2017',
    'A10:2021',
    undefined,
  ]);
});

test('a new list of weaknesses is read without its deprecated entries, and another file is refused', () => {
  const list = `<?xml version="1.0"?><Weakness_Catalog Name="CWE" Version="5.0" Date="2027-01-31"><Weaknesses>
    <Weakness ID="20" Name="Improper Input Validation" Abstraction="Class" Status="Stable"><Description/></Weakness>
    <Weakness ID="365" Name="DEPRECATED: Race Condition in Switch" Abstraction="Base" Status="Deprecated"/>
    <Weakness ID="24"
      Name="Path Traversal: &apos;../filedir&apos; &amp; others" Abstraction="Variant" Status="Incomplete"/>
  </Weaknesses></Weakness_Catalog>`;
  expect(weaknessesIn(list)).toEqual({
    version: '5.0',
    names: { 20: 'Improper Input Validation', 24: "Path Traversal: '../filedir' & others" },
  });
  expect(() => weaknessesIn('<html></html>')).toThrow(Obstacle);
});
