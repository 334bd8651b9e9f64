/** A whole number with a sign between its thousands: `12,345`. */
export function grouped(number: number, sign: string): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/gu, sign);
}
