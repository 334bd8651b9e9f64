import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { imageWidth, readImageAttributes } from '#domain/text/references/image-attributes.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

/** The images of a text by what their braces say, and its words. */
function read(source: string): unknown[] {
  const root = parseText(source);
  const images: unknown[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'element' && node.tagName === 'img') {
      const { width, unread } = node.properties;
      images.push(width ?? unread ?? 'none');
    } else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(root);
  return [...images, visibleText(root).replaceAll('Login', '').replace(/\s+/gu, ' ').trim()];
}

describe('braces behind an image', () => {
  it('are its width in every notation, and no words of the text', () => {
    const image = '![Login](evidence:login.png)';
    expect(
      [
        `Seen ${image}{width=50%} there.`,
        `${image}{ width=300px }`,
        `${image}{width="40%"}.`,
        `${image}{: width="40%"}`,
        `${image} {width=3in}`,
        `[${image}{width=20%}](https://a.test)`,
        `- ${image}{style="width: 25%"}\n- next`,
        `| a |\n|---|\n| ${image}{width=15%} |`,
        `![Login][l]{width=35%}\n\n[l]: evidence:login.png`,
      ].map(read),
    ).toEqual([
      ['50%', 'Seen there.'],
      ['300px', ''],
      ['40%', '.'],
      ['40%', ''],
      ['288px', ''],
      ['20%', ''],
      ['25%', 'next'],
      ['15%', 'a'],
      ['35%', ''],
    ]);
  });

  it('are left out also if they say something else, but no placeholder, and nothing behind a blank that may be words', () => {
    const image = '![Login](evidence:login.png)';
    expect(
      [`${image}{.wide}`, `${image}{{client}}`, `${image} {see below}`, `a{width=50%}`].map(read),
    ).toEqual([['{.wide}', ''], ['none', '{{client}}'], ['none', '{see below}'], ['a{width=50%}']]);
  });

  it('stay where the image is shown as it was written', () => {
    expect(read('![Login](https://a.test/x.png){width=50%}')).toEqual([
      '![](https://a.test/x.png){width=50%}',
    ]);
  });

  it('name what means nothing beside the width', () => {
    expect(readImageAttributes('{#fig:a .b width=50% height=3cm}')).toEqual({
      width: '50%',
      unread: '{#fig:a .b width=50% height=3cm}',
    });
    expect(['0%', '101%', '0px', '-3px', '20000px', '5em', 'wide', ''].map(imageWidth)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
  });
});

it('an embedded image of HTML has the width of its tag', () => {
  const src = `data:image/png;base64,${'iVBORw0KGgoA'.repeat(4)}`;
  expect(read(`<p>A</p><img src="${src}" width="120">`)).toEqual(['120px', 'A']);
});
