/* Facts that scanners write into texts. */

/** Addresses with `http` or `https` in a text, each once, without the signs behind them. */
export function addressesIn(text: string): string[] {
  const found = Array.from(text.matchAll(/https?:\/\/[^\s<>"'\\^`{|}\p{Cc}]+/giu), ([address]) =>
    address.replace(/(?:&quot;|&gt;|&lt;|[)\].,;:!*])+$/u, (end) =>
      end.startsWith(')') && address.includes('(') ? ')' : '',
    ),
  );
  return unique(
    found.map((address) => address.replaceAll('&amp;', '&')).filter((address) => URL.canParse(address)),
  );
}

/** The numbers of weaknesses (`CWE-79`) in a text, each once. */
export function cweIn(text: string): number[] {
  return unique(
    Array.from(text.matchAll(/\bCWE[-_: ]{0,2}(\d{1,5})\b/giu), ([, number]) => Number(number)).filter(isCwe),
  );
}

/** A member that holds the number alone. */
export function isCwe(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number < 10_000;
}

/** The numbers of vulnerabilities (`CVE-2021-44228`) in a text, each once. */
export function cveIn(text: string): string[] {
  return unique(Array.from(text.matchAll(/\bCVE-\d{4}-\d{4,9}\b/giu), ([number]) => number.toUpperCase()));
}

/** Each once, in their order. */
export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)];
}

/** The port of an address, also the usual one of its scheme; null if it is none. */
export function portOf(address: string): number | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : url.protocol === 'http:' ? 80 : null;
}
