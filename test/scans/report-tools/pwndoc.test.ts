import { Buffer } from 'node:buffer';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { png as pngOf } from '../../domain/images/pictures.ts';
import { readingOf, refusalOf } from '../support/reading.ts';

const png = Buffer.from(pngOf({ width: 2, height: 2 }));
const embedded = `data:image/png;base64,${png.toString('base64')}`;

describe('the library of PwnDoc', () => {
  const entry = {
    cvssv3: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    cvssv4: null,
    priority: 4,
    remediationComplexity: 1,
    category: 'Web',
    details: [
      {
        locale: 'en',
        title: 'SQL injection',
        vulnType: 'Injection',
        description: '<p>A query takes <strong>input</strong>.</p><ul><li>one</li></ul>',
        observation: '<p>Seen in search.</p>',
        remediation: '<p>Bind parameters.</p>',
        references: ['https://owasp.org/sqli', 'Internal rule 7'],
        customFields: [{ customField: '5f1e', text: '<p>More words</p>' }],
      },
      { locale: 'fr', title: 'Injection SQL' },
    ],
  };

  it('gives each vulnerability once, its HTML as Markdown', async () => {
    const { formats, items, problems } = await readingOf(JSON.stringify([entry]));
    expect(formats).toEqual(['pwndoc']);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      tool: 'pwndoc',
      rule: 'SQL injection',
      title: 'SQL injection',
      severity: 'critical',
      asset: '',
      observation: 'Seen in search.',
      remediation:
        'Bind parameters.\n\n**Remediation priority**\n\nUrgent\n\n**Remediation complexity**\n\nEasy',
      references: ['https://owasp.org/sqli'],
      tags: ['Web', 'Injection'],
      authored: true,
    });
    expect(items[0]?.description).toBe(
      'A query takes **input**.\n\n- one\n\n**Custom field**\n\nMore words\n\n**References**\n\n- Internal rule 7',
    );
    expect(problems).toEqual(['Not taken: other languages of vulnerabilities (1).']);
  });

  it('is read as its interface answers too', async () => {
    const { items } = await readingOf(JSON.stringify({ status: 'success', datas: [entry, entry] }));
    expect(items.map(({ rule }) => rule)).toEqual(['SQL injection', 'SQL injection']);
  });
});

describe('the library of PwnDoc as YAML', () => {
  const file = `- references: []
  cvssv3: CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
  priority: 2
  details:
    - references:
        - https://owasp.org/sqli
      locale: en
      title: 'SQL: injection'
      vulnType: Injection
      description: >-
        <p>A query takes
        <strong>input</strong>.</p>

        <p>- no list</p>
      customFields: []
- details:
    - locale: en
      title: Old TLS
`;

  it('gives each vulnerability with its line', async () => {
    const { formats, items, problems } = await readingOf(file);
    expect({ formats, problems }).toEqual({ formats: ['pwndoc-yaml'], problems: [] });
    expect(items.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
      ['SQL: injection', 'critical', 1],
      ['Old TLS', 'unknown', 16],
    ]);
    expect(items[0]).toMatchObject({
      description: 'A query takes **input**.\n\n\\- no list',
      references: ['https://owasp.org/sqli'],
      remediation: '**Remediation priority**\n\nMedium',
    });
  });

  it.each([
    [`${file}- details: [`, 'Line 19: This is not YAML, or the file ends too early.'],
    [`${file}- details: ${'['.repeat(20_000)}`, 'Line 19: Values stand too deep in each other.'],
    [`${file}- details: *gone\n`, 'Line 19: An alias in this entry leads nowhere, or they repeat too much.'],
    [
      `${file}- a: &a [x, x]\n${bomb()}`,
      'Line 19: An alias in this entry leads nowhere, or they repeat too much.',
    ],
  ])('that cannot be read is refused with its line', async (text, message) => {
    expect(await refusalOf(text)).toBe(message);
  });
});

/** Lists that stand for ten of the one before, ten times over. */
function bomb(): string {
  const names = 'abcdefghij';
  const line = (name: string, at: number): string => {
    const before = `*${names.charAt(at)}`;
    return `  ${name}: &${name} [${Array<string>(10).fill(before).join(', ')}]\n`;
  };
  return [...names].slice(1).map(line).join('');
}

describe('an audit of PwnDoc', () => {
  const finding = {
    _id: '66f7a6b8e2fa4b49cfe9d001',
    identifier: 1,
    title: 'Old TLS',
    cvssv3: '',
    scope: '<p>https://shop.test</p><p>10.0.0.5</p>',
    description: '<p>Old.</p>',
    poc: `<p>See</p><img src="${embedded}" alt=""><legend label="Figure" alt="The handshake"></legend><p>and</p>`,
    observation: '<p><img src="66f7a6b8e2fa4b49cfe9d123" alt="gone"></p>',
    customFields: [
      { customField: { label: 'Effort', fieldType: 'checkbox' }, text: ['one day', 'two people'] },
    ],
    retestStatus: 'partial',
    retestDescription: '<p>One host left.</p>',
  };
  const audit = (findings: readonly object[]) => ({
    status: 'success',
    datas: {
      name: 'Shop',
      auditType: 'Web',
      language: 'en',
      collaborators: [],
      findings,
      sections: [{ field: 'summary' }],
      comments: [{ text: 'x' }, { text: 'y' }],
    },
  });

  it('gives each finding for each asset, with the images that are in its texts', async () => {
    const { formats, items, problems } = await readingOf(JSON.stringify(audit([finding])));
    expect(formats).toEqual(['pwndoc']);
    expect(items.map(({ asset, rule, severity }) => [asset, rule, severity])).toEqual([
      ['https://shop.test', finding._id, 'unknown'],
      ['10.0.0.5', finding._id, 'unknown'],
    ]);
    expect(items[0]).toMatchObject({
      demonstration: 'See\n\n![The handshake](evidence:image.png)\n\nand',
      observation: '[gone]',
      description:
        'Old.\n\n**Effort**\n\n- one day\n- two people\n\n**Retest**\n\nPartially corrected\n\nOne host left.',
      closed: false,
      evidence: [{ name: 'image.png', bytes: new Uint8Array(png) }],
    });
    expect(problems).toEqual(['Not taken: images that are not in the file (1), sections (1), comments (2).']);
  });

  it('finds images by their number beside it in a ZIP', async () => {
    const file = zipSync({
      'audit.json': strToU8(JSON.stringify(audit([finding]))),
      'images/66f7a6b8e2fa4b49cfe9d123.png': pngOf({ width: 3, height: 1 }),
    });
    const { items, problems } = await readingOf(file);
    expect(items[0]?.evidence.map(({ name }) => name)).toEqual(['66f7a6b8e2fa4b49cfe9d123.png', 'image.png']);
    expect(items[0]?.observation).toBe('![gone](evidence:66f7a6b8e2fa4b49cfe9d123.png)');
    expect(problems).toEqual(['Not taken: sections (1), comments (2).']);
  });

  it('is read at once, even if its texts were made to take long', async () => {
    const blanks = ' '.repeat(300_000);
    const texts = [`<img${blanks}`, `<img src="x">${blanks}`, `<legend ${blanks}`, '<img '.repeat(60_000)];
    const { items } = await readingOf(JSON.stringify(audit(texts.map((poc) => ({ ...finding, poc })))));
    expect(items).toHaveLength(8);
  });

  it('takes what was corrected as closed', async () => {
    const { items } = await readingOf(JSON.stringify(audit([{ ...finding, retestStatus: 'ok' }])));
    expect(items.map(({ closed }) => closed)).toEqual([true, true]);
  });

  it('keeps an image once that stands in several texts', async () => {
    const twice = { ...finding, observation: finding.poc };
    const { items } = await readingOf(JSON.stringify(audit([twice])));
    expect(items[0]?.evidence).toHaveLength(1);
  });
});
