import { describe, expect, it } from 'vitest';
import { ScanError, scanProblemText, type ScanProblem } from '#contract/scans/problem.ts';
import { xmlElements, type FoundElement } from '#scans/xml/elements.ts';

async function read(
  text: string,
  size: number,
  ...names: string[]
): Promise<{ found: FoundElement[]; problems: string[] }> {
  const found: FoundElement[] = [];
  const problems: string[] = [];
  const report = (problem: ScanProblem): number => problems.push(scanProblemText(problem));
  for await (const element of xmlElements(pieces(text, size), names, report)) found.push(element);
  return { found, problems };
}

async function* pieces(text: string, size: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function refusal(text: string, size = 7): Promise<string> {
  try {
    await read(text, size, 'x');
  } catch (error) {
    if (error instanceof ScanError) return scanProblemText(error.problem);
    throw error;
  }
  return 'none';
}

describe('the elements of an XML file', () => {
  it('are small trees with their parents, no matter how the text is cut', async () => {
    const text =
      '<a v="1"><b><x n="&lt;1"\n m="2">t<y>u</y><x>in</x>v</x></b>\n<x><![CDATA[<z>]]>&#65;</x></a>';
    const whole = await read(text, 10_000, 'x');
    expect(whole.found).toMatchObject([
      {
        element: {
          name: 'x',
          attributes: { n: '<1', m: '2' },
          text: 'tv',
          line: 1,
          children: [
            { name: 'y', text: 'u' },
            { name: 'x', text: 'in', line: 2 },
          ],
        },
        parents: [{ name: 'a', attributes: { v: '1' } }, { name: 'b' }],
      },
      { element: { text: '<z>A', line: 3 }, parents: [{ name: 'a' }] },
    ]);
    for (const size of [1, 2, 3, 5]) expect(await read(text, size, 'x')).toEqual(whole);
  });

  it('may have any name, those of the language included', async () => {
    const { found } = await read('<a><x __proto__="1" constructor="2"/></a>', 100, 'x');
    expect(Object.entries(found[0]?.element.attributes ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});

describe('a document type', () => {
  it('is taken, with declarations of elements and with an address that nothing asks', async () => {
    const type =
      '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/x.dtd" [<!ELEMENT a (x*)>\n<!ATTLIST a v CDATA "">]>';
    expect((await read(`${type}<a><x/></a>`, 7, 'x')).found).toHaveLength(1);
  });

  it('that declares entities is refused with the place of the first', async () => {
    const bomb =
      '<?xml version="1.0"?>\n<!DOCTYPE a [\n <!ELEMENT a ANY>\n <!ENTITY lol "lol">\n]><a><x>&lol;</x></a>';
    expect(await refusal(bomb)).toBe(
      'Line 4, column 2: The file declares entities, which no scanner does. It is not read.',
    );
    expect(await refusal('<!DOCTYPE a [<!ENTITY % e SYSTEM "file:///etc/passwd">]><a/>')).toBe(
      'Line 1, column 14: The file declares entities, which no scanner does. It is not read.',
    );
  });

  it('is not needed to refuse an entity that nothing declares', async () => {
    expect(await refusal('<a>\n<x>&lol;</x></a>')).toBe(
      'Line 2, column 8: This is not well-formed XML: undefined entity.',
    );
  });
});

describe('characters that XML forbids', () => {
  it('are replaced and reported once a line, also as references', async () => {
    const text = '<a>\n<x>\u0001\u0002</x>\n<x v="&#x1b;[0m">&#0;&#65;</x>\n<x>\ud83d\ude00</x></a>';
    for (const size of [2, 5, 1000]) {
      const { found, problems } = await read(text, size, 'x');
      expect(found.map(({ element }) => element.text)).toEqual(['\ufffd\ufffd', '\ufffdA', '\ud83d\ude00']);
      expect(found[1]?.element.attributes).toEqual({ v: '\ufffd[0m' });
      expect(problems).toEqual([
        'Line 2: There are characters that XML forbids; each is shown as \ufffd.',
        'Line 3: There are characters that XML forbids; each is shown as \ufffd.',
      ]);
    }
  });
});

describe('a file that is not well-formed', () => {
  it.each([
    ['<a>\n<x>1</y></a>', /^Line 2, column 8: This is not well-formed XML: unexpected close tag\.$/u],
    ['<a>\n<x>1', /^Line 2, column 4: The file ends too early: <x> of line 2 is not closed\.$/u],
    ['<a>\n<x v="', /^Line 2, column 6: The file ends too early: <a> of line 1 is not closed\.$/u],
    ['plain', /^Line 1, column \d: This is not well-formed XML/u],
    ['<a/><b/>', /^Line 1, column \d: This is not well-formed XML: documents may contain only one root/u],
  ])('%j is refused with its place', async (text, message) => {
    expect(await refusal(text)).toMatch(message);
  });

  it('may begin with blank lines', async () => {
    expect((await read('\n <?xml version="1.0"?><a><x/></a>', 3, 'x')).found).toHaveLength(1);
  });
});

describe('a hostile file', () => {
  it('with 100,000 open tags is refused where it becomes too deep', async () => {
    expect(await refusal('<a>\n'.repeat(100_000), 10_000)).toBe(
      'Line 201, column 3: Elements stand more than 200 deep in each other.',
    );
  });

  it('with one text without an end is refused before it fills the memory', async () => {
    async function* endless(): AsyncIterable<string> {
      yield '<a>\n<x>';
      for (let megabyte = 0; megabyte < 200; megabyte += 1) yield 'a'.repeat(1024 * 1024);
    }
    const reading = async (): Promise<void> => {
      for await (const _ of xmlElements(endless(), ['x'], () => undefined, 3_000_000));
    };
    await expect(reading()).rejects.toThrow('This element is too large to be read.');
  });
});
