import { expect, it } from 'vitest';
import { parseXml, serializeXml } from '#report/office/xml-tree.ts';

/* Parts of Office files as trees. */

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('is written as it was read: prefixes, order of attributes, blanks, references', () => {
  const source =
    '<w:a xmlns:w="u:w" xmlns:x="u:x" x:Ignorable="w" w:b="1 &amp; 2&#9;&#10;&quot;"> <w:t xml:space="preserve"> a &lt; b&gt; ]] </w:t>\n<w:e/><x:i>é😀&#13;</x:i></w:a>';
  expect(serializeXml(parseXml(bytes(source)))).toBe(source);
});

it('takes CDATA as text, and leaves out comments and instructions', () => {
  const source = '<?xml version="1.0"?><!-- c --><a><?p i?><![CDATA[<b>&]]><!-- d -->c</a>';
  expect(serializeXml(parseXml(bytes(source)))).toBe('<a>&lt;b&gt;&amp;c</a>');
});

it.each([
  ['<a><b></a>', 'not well-formed'],
  ['<a x="1" x="2"/>', 'not well-formed'],
  ['<n:a/>', 'not well-formed'],
  ['<a>&b;</a>', 'not well-formed'],
  ['<a/><b/>', 'not well-formed'],
  ['', 'not well-formed'],
  ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'declares a document type'],
  ['<a>\u0001</a>', 'not well-formed'],
])('refuses %j', (source, said) => {
  expect(() => parseXml(bytes(source))).toThrow(said);
});

it('refuses more elements than it could hold', () => {
  expect(() => parseXml(bytes(`<a>${'<b/>'.repeat(400_001)}</a>`))).toThrow('too many elements');
});

it('refuses bytes that are no UTF-8', () => {
  expect(() => parseXml(Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow('UTF-8');
});
