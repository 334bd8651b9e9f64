/** Writes a moment (ISO 8601) for a person. */
export type Moment = (at: string) => string;

export interface MomentOptions {
  readonly nowMs: () => number;
  /** Of the person; that of this computer if none is given. */
  readonly timeZone?: string | undefined;
}

const iso = /^\d{4}-\d\d-\d\dT/u;

/** `28 Nov 15:59`, and `28 Nov 2025 15:59` if it was not this year. What is no moment stays as it is. */
export function createMoment({ nowMs, timeZone }: MomentOptions): Moment {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const partsOf = (at: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
    Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return (text) => {
    const at = new Date(text);
    if (!iso.test(text) || Number.isNaN(at.getTime())) return text;
    const { day = '', month = '', year = '', hour = '', minute = '' } = partsOf(at);
    const thisYear = partsOf(new Date(nowMs())).year === year;
    return `${day} ${month} ${thisYear ? '' : `${year} `}${hour}:${minute}`;
  };
}
