import type { ElementContent } from 'hast';
import { element, text } from '../tree/literal.ts';

/** The footnotes of a text: numbered in the order in which the text names them, printed at its end. */
export class Notes {
  readonly #numbers = new Map<string, number>();
  readonly #bodies = new Map<string, readonly ElementContent[]>();

  /** The sign of a footnote in the text. */
  sign(identifier: string): ElementContent {
    const number = this.#numbers.get(identifier) ?? this.#numbers.size + 1;
    this.#numbers.set(identifier, number);
    const sign = element('sup', [text(`[${String(number)}]`)]);
    return { ...sign, properties: { dataNote: number } };
  }

  /** Takes the words of a footnote; false if it has some already. */
  take(identifier: string, body: readonly ElementContent[]): boolean {
    if (this.#bodies.has(identifier)) return false;
    this.#bodies.set(identifier, body);
    return true;
  }

  /** The footnotes that the text names, each with its sign. */
  blocks(): ElementContent[] {
    return [...this.#numbers].map(([identifier, number]) => {
      const body = this.#bodies.get(identifier) ?? [];
      const note = element('div', withSign(`[${String(number)}] `, body));
      return { ...note, properties: { dataNote: number } };
    });
  }
}

function withSign(sign: string, body: readonly ElementContent[]): ElementContent[] {
  const [first, ...rest] = body;
  if (first?.type === 'element' && first.tagName === 'p') {
    return [{ ...first, children: [text(sign), ...first.children] }, ...rest];
  }
  return [element('p', [text(sign)]), ...body];
}
