import type { Page } from 'playwright-core';
import { png } from '../../domain/images/pictures.ts';

type Colour = readonly [number, number, number];

/** A picture whose pixels have the colour that is said for their place. */
export function painted(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Uint8Array {
  const rows = Array.from({ length: height }, (_row, y) => [
    0,
    ...Array.from({ length: width }, (_column, x) => colourAt(x, y)).flat(),
  ]);
  return png({ width, height, raw: Uint8Array.from(rows.flat()) });
}

export interface Given {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Pastes or drops files as the browser hands them to a page; dropped at the end of the element's line. */
export async function give(
  page: Page,
  how: 'paste' | 'drop',
  files: readonly Given[],
  selector = 'body',
): Promise<void> {
  const plainFiles = files.map(({ name, type, bytes }) => ({ name, type, bytes: [...bytes] }));
  await page
    .locator(selector)
    .first()
    .evaluate(
      (element, [way, given]) => {
        const transfer = new DataTransfer();
        for (const { name, type, bytes } of given) {
          transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }));
        }
        const { right, top, height } = element.getBoundingClientRect();
        const options = { bubbles: true, cancelable: true, composed: true };
        const event =
          way === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
            : new DragEvent('drop', {
                ...options,
                dataTransfer: transfer,
                clientX: right - 2,
                clientY: top + height / 2,
              });
        element.dispatchEvent(event);
      },
      [how, plainFiles] as const,
    );
}

/** Calls the program as the page does. */
export async function ask<T>(page: Page, name: string, input: unknown): Promise<T> {
  const text = await page.evaluate(
    async ([call, given]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`/call/${call}`, { method: 'POST', headers, body: given })).text();
    },
    [name, JSON.stringify(input)] as const,
  );
  return JSON.parse(text).value;
}
