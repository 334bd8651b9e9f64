import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngagementFacts } from '#contract/engagement.ts';
import { print, type Printed } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const description = [
  'شغل `rm -rf /tmp/x` على الخادم.',
  'الملف `/etc/passwd` قابل للقراءة (انظر `C:\\x`).',
  'الاسم: أولا، ثم /var/log/syslog!',
  'بدיקت שלום עולם (טוב) סוף.',
  'متن فارسی: کاربر «مدیر» با گذرواژه.',
  'سرور پر ٹھیک ہے۔',
  'English with مرحبا بالعالم inside.',
  '- نقطة (أولى)\n- ثانية',
  '| الاسم | القيمة |\n|---|---|\n| خادم (أ) | نعم! |',
].join('\n\n');

/** Without the marks by which pdftotext says in which direction it goes. */
const bare = (text: string): string => text.replace(/[\u202a-\u202e]/gu, '');

describe('a report with texts that run from the right', () => {
  let printed: Printed;
  let tree: string;
  beforeAll(async () => {
    const snapshot = snapshotOf([{ title: 'حقن في النموذج (حرج)', severity: 'high', description }]);
    const facts = EngagementFacts.parse({ ...snapshot.facts, summary: 'ملخص التقرير (أولي).' });
    printed = await print({ ...snapshot, facts }, { draft: false });
    tree = printed.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  });
  afterAll(() => {
    printed.dispose();
  });

  test('gives its words to be copied as they were written', () => {
    const text = bare(printed.run('pdftotext', ['-layout', 'FILE', '-']));
    const words = [
      ...[
        'على الخادم',
        'قابل للقراءة (انظر',
        'الاسم',
        'أولا',
        'שלום עולם (טוב) סוף',
        'کاربر «مدیر» با گذرواژه',
      ],
      ...['مرحبا بالعالم', 'نقطة (أولى', 'خادم (أ', 'ملخص التقرير (أولي', 'في النموذج (حرج'],
    ];
    expect(words.filter((some) => !text.includes(some))).toEqual([]);
  });

  test('is drawn in the order in which it is read', async () => {
    const { numPages, getPage } = await opened(printed);
    let text = '';
    for (let page = 1; page <= numPages; page += 1) {
      const { items } = await (await getPage(page)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    }
    const close = text.replace(/\s+/gu, '');
    const lines = [
      'شغلrm-rf/tmp/xعلىالخادم.',
      'الملف/etc/passwdقابلللقراءة(انظرC:\\x',
      'الاسم:أولا،ثم/var/log/syslog!',
      'متنفارسی:کاربر«مدیر»باگذرواژه.',
      'Englishwithمرحبابالعالمinside.',
    ];
    expect(lines.filter((line) => !close.includes(line))).toEqual([]);
  });

  test('says each stretch to a screen reader with its language, the structure being sound', () => {
    const langs = new Set([...tree.matchAll(/\/Lang \(([a-z]+)\)/gu)].map(([, lang]) => lang));
    expect([...langs].sort()).toEqual(expect.arrayContaining(['ar', 'fa', 'he', 'ur']));
    const said = [...tree.matchAll(/\/ActualText <feff([0-9a-f]+)>/giu)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    );
    expect(said).toEqual(expect.arrayContaining(['على الخادم.', 'مرحبا بالعالم', 'نقطة (أولى)']));
    expect(printed.run('qpdf', ['--check', 'FILE'])).toContain('No syntax or stream encoding errors found');
  });
});

async function opened(printed: Printed) {
  const document = await getDocument({ data: Uint8Array.from(printed.bytes), verbosity: 0 }).promise;
  return { numPages: document.numPages, getPage: (page: number) => document.getPage(page) };
}
