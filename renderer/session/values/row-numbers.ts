import { ApiError } from '#renderer/api/api.ts';

/* Row numbers as they cross the border (`#contract/window/window.ts`). */

/** Row numbers as they cross the border. @throws ApiError 'internal' for what is no list of 32-bit words */
export function decodeRows(base64: string): Uint32Array {
  const bytes = Uint8Array.fromBase64(base64);
  if (bytes.length % 4 !== 0) throw brokenList();
  return new Uint32Array(bytes.buffer, 0, bytes.length / 4);
}

/**
 * The row numbers at the places that cross the border as bits (`ListFound`).
 * @throws ApiError 'internal' if the places are not those of the order
 */
export function decodePlaces(base64: string, order: Uint32Array): Uint32Array {
  const bytes = Uint8Array.fromBase64(base64);
  if (bytes.length !== Math.ceil(order.length / 8)) throw brokenList();
  // A loop of its own: `filter` takes 6 to 10 ms for 100,000, with every letter.
  const rows = new Uint32Array(order.length);
  let found = 0;
  for (let place = 0; place < order.length; place += 1) {
    if (((bytes[place >> 3] ?? 0) & (1 << (place & 7))) === 0) continue;
    rows[found] = order[place] ?? 0;
    found += 1;
  }
  return rows.slice(0, found);
}

/** What is thrown if an answer with rows cannot be read. */
export function brokenList(): ApiError {
  return new ApiError('internal', 'The list came back broken.');
}
