import { withFixes } from '#domain/text/fix/text-fix.ts';
import { parseText, visibleText } from '#domain/text/index.ts';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../support/system/cpu-time.ts';
import { scopeOf } from '#domain/preflight/scope.ts';
import { checked, found } from './support.ts';

/** A note to do something; put together, so that this file holds none itself. */
const note = `TO${'DO'}`;
const fix = `FIX${'ME'}`;

/** Each text in the description alone: those that are found. */
const hits = (texts: readonly string[], code: string): string[] =>
  texts.filter((description) => found({ description }).includes(`${code} description`));

/** An ordinary screenshot. */
const shot = { type: 'image/png', width: 1_200, height: 700 } as const;

describe('what is not finished', () => {
  const notes = [
    `${note}: describe the impact`,
    'The impact is TBD.',
    `<p>${fix}</p>`,
    'Scope: {{client_name}}',
    'See [insert screenshot] for details.',
    'The portal of <CLIENT NAME> is affected.',
    '<p>The portal of &lt;CLIENT&gt; is affected.</p>',
    'Lorem ipsum dolor sit amet',
    'To be completed after the retest',
  ];
  it('is found in prose', () => {
    expect(hits(notes, 'placeholder')).toEqual(notes);
  });

  it('is not what code, payloads and other words look like', () => {
    const others = [
      `The source says \`// ${note}: check the signature\`.`,
      `In the file:\n\n    ${note} remove this\n`,
      `<p>It answers <code>${note}</code></p>`,
      'Todos los usuarios; a todo list application',
      'The payload {{7*7}} gives 49, {{config}} the settings.',
      'A link [insert](https://harbour.test/insert) and an array[0].',
      'Numbers as XXX-XX-1234 were cut.',
      'TODO_LIST and MASTODON',
    ];
    expect(hits(others, 'placeholder')).toEqual([]);
  });

  it('is told in time where a name in braces or brackets does not end', () => {
    const open = ['{{client', '{{ customer_', '<CLIENT', '[insert '].map(
      (unit) => unit + 'Ab_c'.repeat(2_000),
    );
    expect(hits(open, 'placeholder')).toEqual([]);
  });

  it('is found in titles and captions, and quoted', () => {
    const image = { evidence: 'id-1', name: 'shot.png', caption: 'TBD', kept: true, ...shot };
    const title = 'XSS in TBD';
    expect(checked({ title }, { images: [image] })).toEqual([
      {
        level: 'error',
        code: 'placeholder',
        finding: 'f1',
        title,
        field: 'title',
        message: 'The title is not finished: it says "TBD".',
      },
      {
        level: 'error',
        code: 'placeholder',
        finding: 'f1',
        title,
        field: 'evidence',
        message: 'A caption is not finished: it says "TBD".',
      },
    ]);
  });
});

describe('sections', () => {
  it('are missed where nothing says what was found and how it is mended', () => {
    expect([
      found({ description: '', remediation: ' ' }),
      found({ description: null, observation: 'It is so.' }),
      found({ severity: 'Info', remediation: '' }),
      found({ title: '', asset: [] }),
      found({ observation: '<p><br></p>', demonstration: '<p>x</p>' }),
    ]).toEqual([
      ['empty-section description', 'missing-remediation remediation'],
      [],
      [],
      ['empty-section title', 'empty-section asset'],
      ['empty-section observation'],
    ]);
  });
});

describe('ratings', () => {
  it.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H', 'medium', ['invalid-cvss CVSS']],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:X/I:H/A:H', 'medium', ['invalid-cvss CVSS']],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H CVSS:4.0/AV:N', 'critical', ['invalid-cvss CVSS']],
    [
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      'critical',
      ['invalid-cvss CVSS'],
    ],
    ['pretty bad', 'medium', ['invalid-cvss CVSS']],
    [{ vector: 'nonsense' }, 'medium', ['invalid-cvss CVSS']],
    [11, 'medium', ['invalid-cvss CVSS']],
    ['n/a', 'medium', []],
    ['', 'medium', []],
    [5.5, 'Medium', []],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'medium', ['cvss-severity severity']],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'CRITICAL', []],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 'high', []],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 'informational', []],
    [9.8, 'severe', ['unknown-severity severity']],
    ['', 'Kritisch', ['unknown-severity severity']],
    ['', '', ['unknown-severity severity']],
    ['5.0 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'critical', ['cvss-severity CVSS']],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H (5.0)', 'critical', ['cvss-severity CVSS']],
    ['CVSS v3.1: 9.8 (CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H)', 'critical', []],
    [
      { score: 5, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
      'critical',
      ['cvss-severity CVSS'],
    ],
    [{ score: 9.8, version: 3.1, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }, 'critical', []],
  ])('%j beside %s', (CVSS, severity, said) => {
    expect(found({ CVSS, severity })).toEqual(said);
  });

  it('with many thousands of blanks are read at once', () => {
    const startMs = cpuMs();
    const said = found({ CVSS: `n${' '.repeat(60_000)}/ b` });
    const tookMs = cpuMs() - startMs;
    expect([said, tookMs < 500]).toEqual([['invalid-cvss CVSS'], true]);
  });
});

describe('images', () => {
  it('are looked for at once in a text with thousands of beginnings of them', () => {
    const startMs = cpuMs();
    const said = found({ description: `<p>${'![x](y'.repeat(10_000)} ![form](shots/1.png)</p>` });
    const tookMs = cpuMs() - startMs;
    expect([said, tookMs < 1_000]).toEqual([['dead-image description'], true]);
  });

  it('are dead where a text embeds them, or points at one that is not there', () => {
    expect([
      found({ description: 'See ![the form](shots/1.png).' }),
      found({ description: 'See ![[shots/1.png|300]].' }),
      found({ observation: '<p>So: <img src="6489-ab.png" alt=""></p>' }),
      found({ observation: 'As in screenshot 2.' }),
      found({}, { images: [{ evidence: 'id-1', name: 'form.png', caption: 'Form', kept: false, ...shot }] }),
    ]).toEqual([
      ['dead-image description'],
      ['dead-image description'],
      ['dead-image observation'],
      ['dead-image observation'],
      ['dead-image evidence'],
    ]);
  });

  it('are not payloads, code, or evidence that is there', () => {
    expect([
      found({ description: 'The payload <img src=x onerror=alert(1)> runs.' }),
      found({ description: 'Written as `![x](y.png)` in the comment.' }),
      found(
        { observation: 'As in screenshot 2.' },
        { images: [{ evidence: 'id-1', name: 'shot.png', caption: '', kept: true, ...shot }] },
      ),
      found({ description: 'The image of the container runs as root.' }),
    ]).toEqual([[], [], [], []]);
  });

  it('are named where a text places one that its finding does not have', () => {
    const images = [{ evidence: 'id-1', name: 'login.png', caption: '', kept: true, ...shot }];
    const description = 'See ![a](evidence:login.png), ![b](evidence:log%20out.png) and ![c](evidence:id-1).';
    const code = 'Written as `![x](evidence:gone.png)`.';
    expect(checked({ description, observation: code }, { images })).toMatchObject([
      {
        code: 'dead-image',
        level: 'warning',
        field: 'description',
        message:
          'The description places "log out.png", an image that this finding does not have. Add the image under that name, or correct the reference.',
      },
    ]);
    const retests = ['Fixed: ![a](evidence:login.png) ![b](evidence:retest.png) ![c](evidence:other.png)'];
    const retestImages = [{ evidence: 'id-2', name: 'retest.png', ...shot }];
    expect(checked({}, { images, retests, retestImages })).toMatchObject([
      { code: 'dead-image', field: 'retest', message: expect.stringContaining('"other.png"') },
    ]);
  });

  it('are named if they are printed too small to be read, where they stand', () => {
    const image = { evidence: 'id-1', name: 'wall.png', caption: '', kept: true };
    const wall = { ...image, type: 'image/png' as const, width: 3_840, height: 2_160 };
    const phone = { ...image, type: 'image/png' as const, width: 1_170, height: 2_532 };
    const photo = { ...image, type: 'image/jpeg' as const, width: 4_032, height: 3_024 };
    const screen = { ...image, ...shot };
    const placed = (width: string) => ({ description: `Seen: ![A](evidence:wall.png)${width}` });
    expect([
      found({}, { images: [wall] }),
      found(placed(''), { images: [wall] }),
      found({}, { images: [screen, phone, photo] }),
      found(placed(''), { images: [screen] }),
      found(placed('{width=20%}'), { images: [screen] }),
      found(placed('{width=8%}'), { images: [phone] }),
      found({}, { retests: ['![A](evidence:wall.png){width=9%}'], retestImages: [screen] }),
    ]).toEqual([
      ['figure-size evidence'],
      ['figure-size description'],
      [],
      [],
      ['figure-size description'],
      ['figure-size description'],
      ['figure-size retest'],
    ]);
    expect(checked(placed(''), { images: [wall] })).toMatchObject([
      {
        message:
          'The description prints "wall.png" so small that letters in it can hardly be read. Crop it, or give it more width.',
      },
    ]);
  });

  it('are named with what braces behind them say and nobody prints', () => {
    const images = [{ evidence: 'id-1', name: 'login.png', caption: '', kept: true, ...shot }];
    const description =
      '![A](evidence:login.png){.wide width=50%} ![B](evidence:login.png){width=60%} ![C](evidence:login.png){see below}';
    expect(checked({ description }, { images })).toMatchObject([
      {
        code: 'figure-size',
        level: 'warning',
        field: 'description',
        message:
          'The description has "{.wide width=50%}", "{see below}" behind an image, of which only a width is used. Write {width=50%} or {width=300px}.',
      },
    ]);
    expect(
      found(
        { description: 'Code: `![A](evidence:login.png){x}` and ![D](http://a.test/b.png){x}' },
        { images },
      ),
    ).toEqual(['dead-image description']);
  });

  it('have captions that are read as prose', () => {
    const images = [{ evidence: 'id-1', name: 'login.png', caption: '', kept: true, ...shot }];
    expect(found({ description: '![TBD](evidence:login.png)' }, { images })).toEqual([
      'placeholder description',
    ]);
  });
});

describe('where a finding stands', () => {
  it('is told: unsent, in conflict, undecided, private', () => {
    const candidate = { candidate: true };
    expect([
      found({}, { sync: 'queued' }),
      found({}, { sync: 'rejected' }),
      found({}, { sync: 'unknown' }),
      found({}, { sync: 'conflict' }),
      found({}, candidate),
      found({}, { ...candidate, decision: 'reject', rejected: true, sync: 'queued' }),
      found({}, { ...candidate, decision: 'accept', sync: 'queued' }),
      found({}, { ...candidate, private: true }),
      found({}, { ...candidate, private: true, decision: 'accept' }),
      found({}, { state: 'progress' }),
      found({}, { state: 'ready' }),
      found({}, { state: 'reviewed' }),
    ]).toEqual([
      ['unsynced-edit -'],
      ['unsynced-edit -'],
      ['unsynced-edit -'],
      ['conflict -'],
      ['unreviewed-candidate -'],
      ['unsynced-edit -', 'rejected-included -'],
      ['unsynced-edit -'],
      ['private-draft -'],
      [],
      ['not-reviewed -'],
      ['not-reviewed -'],
      [],
    ]);
  });
});

const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'dozjgNryP4J3jVmNHl0w5N'}`;

describe('secrets', () => {
  it('are found in texts by their shape, in code as well', () => {
    const texts = [
      `-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----`,
      'Uses AKIAQ3EGRZ4PLM7VKJ2D to sign in.',
      `The token ${jwt} is taken.`,
      '    Authorization: Bearer 9f8a7b6c5d4e3f2a1b0c9d8e\n',
      'Sent `Cookie: lang=en; JSESSIONID=8F3A91C27D604B5E` along.',
    ];
    expect(hits(texts, 'secret')).toEqual(texts);
  });

  it('are not words about them, nor what was cut or masked', () => {
    const texts = [
      'The password is weak, the token is in the cookie: that is the finding.',
      '-----BEGIN PRIVATE KEY-----\n[removed]\n-----END PRIVATE KEY-----',
      'Authorization: Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6InAtMjAyNiJ9.[shortened]',
      'Cookie: fjm_session=s%3A4nQm[shortened]',
      'Authorization: Bearer <access token of the user>',
      'Cookie: PHPSESSID=xxxxxxxxxxxxxxxx',
      'Cookie: lang=en\nPHPSESSID=8F3A91C27D604B5E',
      'Set the bearer authentication scheme everywhere in the documentation.',
      'AKIAIOSFODNN7EXAMPLE',
    ];
    expect(hits(texts, 'secret')).toEqual([]);
  });

  it('in requests are a warning, one for the finding, where masking is off', () => {
    const request =
      'GET / HTTP/1.1\r\nHost: app.harbour.test\r\nCookie: a=1f3b5d7f9c\r\nAuthorization: Basic bWFyYTpwYXNz\r\n\r\n';
    const requests = [{ request, response: 'HTTP/1.1 200 OK\r\nSet-Cookie: a=77aa88bb99' }];
    expect(
      checked({ requests }, {}, undefined, undefined, false).map(({ level, code, message }) => ({
        level,
        code,
        message,
      })),
    ).toEqual([
      {
        level: 'warning',
        code: 'secret-in-request',
        message:
          'The requests hold cookies and passwords, and masking is off. See that no live value goes out.',
      },
    ]);
    expect(found({ requests })).toEqual([]);
    expect(found({ requests: 'GET / HTTP/1.1\r\nHost: app.harbour.test\r\n\r\n' })).toEqual([]);
  });
});

describe('characters', () => {
  it('that no font has are named, others are not', () => {
    expect([
      found({ description: 'Привет 你好 مرحبا 😀' }),
      checked({ title: 'Old \u{10428} letters' }).map(({ message }) => message),
    ]).toEqual([
      [],
      [
        'No font of the report can show U+10428 as it should be; the report prints its number, its bare letter or \ufffd instead.',
      ],
    ]);
  });

  it('that have no meaning of their own, or are none, are named too', () => {
    for (const [character, name] of [
      ['\ue0b0', 'U+E0B0'],
      ['\uf8ff', 'U+F8FF'],
      ['\uffff', 'U+FFFF'],
      ['\0', 'U+0000'],
      ['\ud83d', 'U+D83D'],
    ] as const) {
      const [message] = checked({ description: `A terminal ${character} shows it.` });
      expect([message?.code, message?.field, message?.message]).toEqual([
        'missing-glyph',
        'description',
        expect.stringContaining(name),
      ]);
    }
  });
});

describe('a record of any shape', () => {
  it('is checked without a failure', () => {
    const odd = { title: 5, asset: 'one', severity: null, description: { a: [1] }, requests: [7], CVSS: [] };
    expect(found(odd)).toEqual(['unknown-severity severity']);
  });
});

describe('texts that are not printed as they were typed', () => {
  it('are named where a part of them is not formatted', () => {
    const said = found({ description: `**x**\n\n${'> '.repeat(30_000)}` });
    expect(said).toEqual(['shown-as-source description']);
    expect(found({ description: `Intro\n\n\`\`\`\n${'1/tcp closed\n'.repeat(2_100)}\`\`\`` })).toEqual([]);
  });

  it.each([
    ['The pattern a\\\\_b there, and c\\\\*d.', 'dropped-backslash'],
    ['Header x:y:*z* is set.', 'doubtful-emphasis'],
    ['Use *ptr a*b c* here.', 'doubtful-emphasis'],
    ['Use *nix or *BSD* and rate 5* here.', 'doubtful-emphasis'],
  ])('are fixed by escapes and as code: %s', (description, code) => {
    const [message] = checked({ description });
    if (message?.finding == null) throw new Error('nothing is said of the finding');
    expect(message.code).toBe(code);
    const plain = (source: string): string => visibleText(parseText(source, 'markdown')).trim();
    for (const fix of ['escape', 'code'] as const) {
      const fixed = withFixes(description, message.spots ?? [], fix) ?? '';
      expect(plain(fixed)).toBe(description);
      expect(found({ description: fixed })).toEqual([]);
    }
    expect(withFixes(`new ${description}`, message.spots ?? [], 'code')).toBeNull();
  });

  it.each([
    ['Use <b>all *of* it</b> now.', 'Use **all *of* it** now.'],
    ['A <p> is <em>one <strong>word</strong> </em>here', 'A <p> is *one **word*** here'],
    ['Run <code>id -a</code>, <tt>x`y</tt>, <u>not</u>.', 'Run `id -a`, ``x`y``, not.'],
    [
      'See <a href="https://a.example/x" target="_blank">the page</a>.',
      'See [the page](https://a.example/x).',
    ],
  ])('are tags that can be converted: %s', (description, expected) => {
    const [message] = checked({ description });
    if (message?.finding == null) throw new Error('nothing is said of the finding');
    expect(message.code).toBe('html-tags');
    expect(withFixes(description, message.spots ?? [], 'markdown')).toBe(expected);
    expect(found({ description: expected })).toEqual([]);
    const code = withFixes(description, message.spots ?? [], 'code') ?? '';
    expect(found({ description: code })).toEqual([]);
  });

  it('are numbers of figures in plain words, which become links to their images', () => {
    const size = { type: 'image/png', width: 40, height: 30 } as const;
    const images = ['b.png', 'a.png'].map((name) => ({
      evidence: name,
      name,
      caption: '',
      kept: true,
      ...size,
    }));
    const record = {
      description: 'See Figure 2, fig. 1 and [Figure 1](evidence:a.png), `Figure 1`.\n\n![x](evidence:a.png)',
      remediation: 'As Figure 7 shows, in version 1.',
    };
    const said = checked(record, { images }).flatMap((one) => (one.finding === null ? [] : [one]));
    expect(said.map(({ code, field }) => `${code} ${String(field)}`)).toEqual([
      'figure-number description',
      'figure-number remediation',
    ]);
    expect(withFixes(record.description, said[0]?.spots ?? [], 'markdown')).toBe(
      'See [Figure 2](evidence:b.png), [fig. 1](evidence:a.png) and [Figure 1](evidence:a.png), `Figure 1`.\n\n![x](evidence:a.png)',
    );
    expect(said[1]?.spots).toBeUndefined();
  });

  it.each([
    'Payload <script>alert(1)</script>, <b onclick="x()">y</b>, <b></b>, `<b>x</b>`, a <b> tag.',
    'Type <a href="javascript:x">here</a> and H<sub>2</sub>O.',
    '<p>An HTML text with <b>bold</b> words.</p>',
  ])('are no tags of a payload, of code or of an HTML text: %s', (description) => {
    expect(found({ description })).toEqual([]);
  });

  it('are not doubted where prose marks its words', () => {
    expect(found({ description: '*One* and _two words_, *self*-signed, *a*/*b*, ("*quoted*").' })).toEqual(
      [],
    );
  });

  it('are named where one of two backslashes is not printed', () => {
    expect(found({ remediation: String.raw`The pattern a\\_b there.` })).toEqual([
      'dropped-backslash remediation',
    ]);
    expect(
      found({ remediation: String.raw`On \\, \\srv02\share or C:\\Temp\\x, \*not bold\*, ${'`\\\\`'}.` }),
    ).toEqual([]);
    const spots = (description: string) =>
      checked({ description }).flatMap((said) => (said.finding === null ? [] : said.spots));
    // The same two are printed a word later.
    expect(spots(String.raw`<b>\\ \\ x`)).toEqual([{ from: 3, to: 5, text: String.raw`\\` }]);
    // An address that its words alone make a link, in a line with an open bracket.
    expect(spots(String.raw`# [ x\\ https://h.example/a_(b), www.h.example). \*y z\\`)).toEqual([
      { from: 4, to: 7, text: String.raw`x\\` },
      { from: 53, to: 56, text: String.raw`z\\` },
    ]);
  });
});

describe('a rating', () => {
  const messages = (over: Parameters<typeof checked>[0], code: string) =>
    checked(over)
      .filter((message) => message.code === code)
      .map(({ message }) => message);

  it('that nobody can compute says what it should be, and one with a comma says so', () => {
    expect(messages({ CVSS: '7,5' }, 'invalid-cvss')).toEqual([
      '"7,5" is no score: a score has a point. Write 7.5.',
    ]);
    expect(messages({ CVSS: 11 }, 'invalid-cvss')[0]).toMatch(/^"11" is no CVSS that can be computed/u);
    expect(messages({ CVSS: ['high'] }, 'invalid-cvss')[0]).toMatch(/^"\["high"\]" is no CVSS/u);
    expect(messages({ CVSS: 'CVSS:3.1/AV:N' }, 'invalid-cvss')[0]).not.toContain('all the same');
    expect(messages({ CVSS: 'AV:N/AC:L/Au:N/C:P/I:P/A:P CVSS:3.1/AV:N' }, 'invalid-cvss')[0]).toContain(
      'The report prints the score 7.5 all the same.',
    );
    expect([messages({ CVSS: 'n/a' }, 'invalid-cvss'), messages({ CVSS: '7.5' }, 'invalid-cvss')]).toEqual([
      [],
      [],
    ]);
  });

  it.each([
    [9, 'critical'],
    [8.9, 'high'],
    [7, 'high'],
    [6.9, 'medium'],
    [4, 'medium'],
    [3.9, 'low'],
    [0.1, 'low'],
    [0, 'info'],
  ])('of %f stands for %s', (CVSS, severity) => {
    expect(messages({ CVSS, severity }, 'cvss-severity')).toEqual([]);
    const other = severity === 'low' ? 'high' : 'low';
    expect(messages({ CVSS, severity: ` ${other} ` }, 'cvss-severity')).toEqual([
      `The severity is ${other}, and its CVSS of ${CVSS.toFixed(1)} stands for ${severity}.`,
    ]);
  });

  it('of version 2 above nine may be high, since that version knows no critical', () => {
    const second = 'AV:N/AC:L/Au:N/C:C/I:C/A:C';
    expect(messages({ CVSS: second, severity: 'high' }, 'cvss-severity')).toEqual([]);
    expect(messages({ CVSS: second, severity: 'medium' }, 'cvss-severity')).toHaveLength(1);
    expect(messages({ CVSS: 9.5, severity: 'high' }, 'cvss-severity')).toHaveLength(1);
    expect(messages({ CVSS: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', severity: 'low' }, 'cvss-severity')).toHaveLength(
      1,
    );
  });

  it('beside a severity that the report does not know says which those are', () => {
    expect(messages({ severity: ' ' }, 'unknown-severity')[0]).toMatch(/^It has no severity\. /u);
    expect(messages({ severity: ' urgent ' }, 'unknown-severity')[0]).toMatch(
      /^"urgent" is no severity of the report\. /u,
    );
    expect(messages({ CVSS: 9, severity: 'urgent' }, 'cvss-severity')).toEqual([]);
  });
});

describe('what the assistant wrote', () => {
  const draft = (texts: string[], open: boolean) => ({ drafts: [{ texts, open }] });
  const text = 'The session goes on after the person has left.';

  it('and nobody accepted is told in the field that holds it', () => {
    expect(checked({}, draft(['other words that are nowhere in it', text], false))).toMatchObject([
      {
        code: 'unaccepted-draft',
        field: 'description',
        message: expect.stringMatching(/^The description holds/u),
      },
    ]);
    expect(found({}, draft(['other words that are nowhere in it'], false))).toEqual([]);
  });

  it('and waits is told once, without a field', () => {
    expect(found({}, draft([], true))).toEqual(['waiting-draft -']);
  });
});

describe('a quote of what was found', () => {
  const quoted = (asset: string[]) =>
    checked(
      { asset },
      {},
      undefined,
      scopeOf({ scopeIn: [], scopeOut: asset.map((what) => ({ what, note: '' })) }),
    ).find(({ code }) => code === 'out-of-scope')?.message;

  it('has at most three, each once, and each cut behind sixty characters', () => {
    const long = `${'x'.repeat(51)}.test.de`;
    expect(quoted(['a.test'])).toMatch(/^"a\.test" was not to be tested: the scope excludes "a\.test"\.$/u);
    expect(quoted(['a.test', 'b.test', 'c.test', 'd.test'])).toMatch(
      /^"a\.test", "b\.test", "c\.test" and 1 more were not to be tested/u,
    );
    expect(quoted([`${long}x`])).toContain(`"${long}x"`);
    expect(quoted([`${long}xy`])).toContain(`"${`${long}xy`.slice(0, 60)}\u2026"`);
  });
});
