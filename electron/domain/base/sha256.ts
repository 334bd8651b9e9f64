/* SHA-256 (FIPS 180-4), for rules that may use neither Node nor the browser. */

const fractions = primeFractions();

/** The SHA-256 of a text as UTF-8, in lower-case hex. Half of a surrogate pair counts as U+FFFD. */
export function sha256(text: string): string {
  const blocks = paddedBlocks(utf8(text));
  const state = Uint32Array.from(fractions.square);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let at = 0; at < 16; at += 1) schedule[at] = blocks.getUint32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [word(schedule, at - 15), word(schedule, at - 2)];
      const near = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const far = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      schedule[at] = word(schedule, at - 16) + near + word(schedule, at - 7) + far;
    }
    compress(state, schedule);
  }
  return Array.from(state, (part) => part.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  const now = Uint32Array.from(state);
  for (let at = 0; at < 64; at += 1) {
    const [a, b, c, e] = [word(now, 0), word(now, 1), word(now, 2), word(now, 4)];
    const choice = (e & word(now, 5)) ^ (~e & word(now, 6));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixedE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const mixedA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const first = (word(now, 7) + mixedE + choice + word(fractions.cube, at) + word(schedule, at)) | 0;
    now.copyWithin(1, 0, 7);
    now[4] = word(now, 4) + first;
    now[0] = first + mixedA + majority;
  }
  for (let at = 0; at < 8; at += 1) state[at] = word(state, at) + word(now, at);
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

/** A word turned right by some bits. */
function turned(bits: number, by: number): number {
  return (bits >>> by) | (bits << (32 - by));
}

/** The bytes, a 1 bit, zeros and the length in bits, in blocks of 64. */
function paddedBlocks(bytes: readonly number[]): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(length - 4, bytes.length * 8);
  return view;
}

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const letter of text.toWellFormed()) {
    const point = letter.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point));
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point));
  }
  return bytes;
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

/** The first 32 bits of the fractions of the square roots of 8 primes, and of the cube roots of 64. */
function primeFractions(): { readonly square: Uint32Array; readonly cube: Uint32Array } {
  const primes: number[] = [];
  for (let next = 2; primes.length < 64; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  const fraction = (root: number): number => (root % 1) * 0x1_0000_0000;
  return {
    square: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    cube: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
}
