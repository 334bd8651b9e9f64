import { expect, test } from 'vitest';
import { valueKey } from '#domain/masking/value-key.ts';
import { shownReport } from '#report/process/shown-report.ts';

const snapshot = {
  findings: [
    {
      id: 'f1',
      record: {
        title: 'A',
        requests: 'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=8F3A91C27D604B5E\r\n\r\n',
      },
      evidence: [],
      verdicts: [],
    },
  ],
};

const requestsOf = (keptValues?: string[]): unknown =>
  shownReport(snapshot as never, { draft: false, ...(keptValues === undefined ? {} : { keptValues }) })
    .findings[0]?.record['requests'];

test('what every format is written from shows the values that are kept, and masks them again', () => {
  const kept = [valueKey('password', 'Winter24')];
  expect([requestsOf(), requestsOf(kept), requestsOf([]), requestsOf(kept)]).toEqual([
    'GET /?password=******** HTTP/1.1\r\nCookie: sid=********\r\n\r\n',
    'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=********\r\n\r\n',
    'GET /?password=******** HTTP/1.1\r\nCookie: sid=********\r\n\r\n',
    'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=********\r\n\r\n',
  ]);
});
