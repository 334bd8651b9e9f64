import { defaultTheme } from '#contract/deliverable/theme.ts';
import type { Block, Fact } from '../blocks.ts';
import type { Context } from '../context.ts';
import { asLine } from '../values.ts';

/** The last page: the company of the theme, its address and how to reach it. Left out if the theme names none. */
export function back({ snapshot, words }: Context): Block[] {
  const { company } = snapshot.theme ?? defaultTheme;
  if (company === undefined || Object.keys(company).length === 0) return [];
  const { name = '', address = [], phone, email, web } = company;
  const reach = (label: string, text: string | undefined, href: (line: string) => string): Fact[] => {
    const line = asLine(text ?? '');
    return line === '' ? [] : [{ label, values: [{ text: line, href: href(line) }], layout: 'lines' }];
  };
  return [
    {
      kind: 'back',
      company: asLine(name),
      address: address.map(asLine),
      reach: [
        ...reach(words.back.phone, phone, telephone),
        ...reach(words.back.email, email, (line) => `mailto:${line}`),
        ...reach(words.back.web, web, (line) => (/^https?:/iu.test(line) ? line : `https://${line}`)),
      ],
    },
  ];
}

/** A number as it is dialled from abroad: without the zero in brackets that is dialled within a country. */
function telephone(line: string): string {
  const number = line.startsWith('+') ? line.replaceAll('(0)', '') : line;
  return `tel:${number.replace(/[^+\d]/gu, '')}`;
}
