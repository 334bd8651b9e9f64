import { expect, it } from 'vitest';
import { captionsAfterEdit } from '#domain/finding/image-captions.ts';
import { withCaption } from '#domain/text/with-caption.ts';

const image = (words: string): string => `![${words}](evidence:a.png)`;

/** What becomes of the caption of an image by an edit of a description. */
function after(caption: string, was: string, now: string): string {
  const images = [{ evidence: 'e1', name: 'a.png', caption }];
  return captionsAfterEdit(images, { description: was }, { description: now }).get('e1') ?? caption;
}

it('takes the words of a text if the image has no caption, letter by letter', () => {
  expect([
    after('', '', image('Log')),
    after('Log', image('Log'), image('Login page')),
    after('Login page', image('Login page'), image('Login \\[page\\]')),
    after('Log', image('Log'), image('')),
    after('', 'No image', `<p><img src="evidence:a.png" alt="Login &amp; page"></p>`),
  ]).toEqual(['Log', 'Login page', 'Login [page]', '', 'Login & page']);
});

it('keeps a caption if the text has words of its own, or places the image no more or once more', () => {
  const two = `${image('Login')} ${image('Login')}`;
  expect([
    after('Login', image(''), image('As admin')),
    after('Login', image('As admin'), image('As guest')),
    after('Login', image('Login'), ''),
    after('Login', image('Login'), `${image('As admin')} ${image('As guest')}`),
    after('Login', two, `${image('As admin')} ${image('Login')}`),
    after('Login', image('Login'), `\`${image('As admin')}\``),
    after('', image('As admin'), `${image('As admin')} more`),
  ]).toEqual(['Login', 'Login', 'Login', 'Login', 'Login', 'Login', '']);
});

it('reads all texts of the finding', () => {
  const images = [
    { evidence: 'e1', name: 'a.png', caption: 'Login' },
    { evidence: 'e2', name: 'b.png', caption: '' },
  ];
  const before = { description: image('Login'), remediation: image('Login') };
  const now = { description: image('As admin'), remediation: `${image('Login')} ![B](evidence:b.png)` };
  expect([...captionsAfterEdit(images, before, now)]).toEqual([['e2', 'B']]);
});

it('writes a caption into a text where an image stands, and nowhere else', () => {
  const upper = (text: string) => withCaption(text, (name, words) => (name === 'a.png' ? `${words}!` : null));
  expect([
    upper(`See ${image('A \\[b\\]')}{width=50%}\r\n\r\n\`${image('A')}\` ![A](evidence:b.png)`),
    upper('<p><img alt="A &quot;b&quot;" src="evidence:a.png"> <img src="evidence:b.png" alt="A"></p>'),
    upper('<p><img src="evidence:a.png"></p>'),
    withCaption(image('A'), () => 'Costs $& and [more]'),
    withCaption('No image at all', () => 'A'),
  ]).toEqual([
    `See ${image('A \\[b\\]!')}{width=50%}\r\n\r\n\`${image('A')}\` ![A](evidence:b.png)`,
    '<p><img alt="A &quot;b&quot;!" src="evidence:a.png"> <img src="evidence:b.png" alt="A"></p>',
    '<p><img src="evidence:a.png"></p>',
    image('Costs $& and \\[more\\]'),
    'No image at all',
  ]);
});
