import type { Block } from '../document/blocks.ts';
import { levels } from '../document/text/heading-levels.ts';
import type { Words } from '../languages/index.ts';
import { factList, partHtml, type Pictures } from './finding.ts';
import { markup, tag, text, type Markup } from './markup.ts';

/** The head of a letter: sender, recipient, day and subject. @param before what a page begins with */
export function letterHeadHtml(
  { sender, remark, recipient, facts, subject, target }: Extract<Block, { kind: 'letter-head' }>,
  before: readonly Markup[],
): Markup {
  const line = (words: string, name: string): Markup[] =>
    words === '' ? [] : [tag('p', { class: name }, tag('bdi', {}, text(words)))];
  return tag('header', { class: 'letter' }, [
    ...before,
    ...line(sender.name, 'sender'),
    ...line(sender.address, 'small'),
    ...line(sender.reach.join(' \u00b7 '), 'small'),
    tag('div', { class: 'addressed' }, [
      tag('div', {}, [
        ...line(remark, 'small'),
        ...(recipient.length === 0
          ? []
          : [
              tag(
                'p',
                { class: 'recipient' },
                recipient.map((one) => tag('span', {}, tag('bdi', {}, text(one)))),
              ),
            ]),
      ]),
      factList(facts),
    ]),
    tag('h1', { id: target }, text(subject)),
  ]);
}

/** A piece of a letter. @param rating its overall rating as a panel, if it has one */
export function passageHtml(
  { target, title, facts, parts }: Extract<Block, { kind: 'passage' }>,
  rating: readonly Markup[],
  words: Words,
  pictures: Pictures,
): Markup {
  const inside = [
    ...rating,
    ...(facts.length === 0 ? [] : [factList(facts)]),
    ...parts.map((part) => partHtml(part, levels.section, words, pictures)),
  ];
  if (title === '') return tag('div', { class: 'passage', id: target }, inside);
  return tag('section', { class: 'passage', 'aria-labelledby': target }, [
    tag('h2', { id: target }, text(title)),
    ...inside,
  ]);
}

/** The end of a letter, with room to sign for each. */
export function signaturesHtml({
  sentence,
  closing,
  signers,
}: Extract<Block, { kind: 'signatures' }>): Markup {
  return tag('div', { class: 'signatures' }, [
    ...(sentence === '' ? [] : [tag('p', {}, text(sentence))]),
    tag('p', {}, tag('bdi', {}, text(closing))),
    tag(
      'ul',
      {},
      signers.map(({ name, role }) =>
        tag('li', {}, [
          tag('b', {}, tag('bdi', {}, text(name))),
          ...(role === '' ? [] : [markup([text(' '), tag('span', {}, tag('bdi', {}, text(role)))])]),
        ]),
      ),
    ),
  ]);
}
