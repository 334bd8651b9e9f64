import { EngagementFacts } from '#contract/engagement.ts';
import { ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ReportVerdict } from '#contract/deliverable/report.ts';

/** The hash by which the picture of the fixture goes. */
const pictureHash = 'a'.repeat(64);

const picture = {
  evidence: 'e1',
  caption: 'The form answers with the list of all users',
  type: 'image/png',
  width: 400,
  height: 180,
  sha256: pictureHash,
  addedAt: '2026-11-03T10:00:00.000Z',
};

function verdict(round: number, said: Partial<ReportVerdict>): unknown {
  return { round, verdict: 'fixed', at: '2026-11-1' + String(round), who: 'B. Tester', text: '', ...said };
}

/** A whole engagement, small: facts, four findings on three assets, two rounds, a picture, an edition to compare with. */
export function engaged(): ReportSnapshot {
  return ReportSnapshot.parse({
    project: 'portal',
    name: 'Customer portal',
    client: 'Acme',
    generatedAt: '2026-11-21T10:00:00.000Z',
    facts: EngagementFacts.parse({
      client: 'Acme Industries',
      begins: '2026-11-02',
      ends: '2026-11-06',
      classification: 'Strictly confidential',
      contacts: [{ name: 'C. Client', role: 'CISO', email: 'c.client@acme.test' }],
      team: [
        { name: 'A. Consultant', role: 'Lead', organization: 'Testers' },
        { name: 'B. Tester', phone: '+49 30 1234' },
      ],
      distribution: [{ name: 'Board', organization: 'Acme' }],
      versions: [
        { version: '0.9', date: '2026-11-18', author: 'A. Consultant', note: 'For review' },
        { version: '1.0', date: '2026-11-21', author: 'A. Consultant', note: '' },
      ],
      scopeIn: [{ what: 'portal.acme.test', note: 'as user and administrator' }, { what: '10.0.0.0/24' }],
      scopeOut: [{ what: 'mail.acme.test', note: 'run by others' }],
      method: 'By *OWASP WSTG*.\n\n- mapping\n- testing',
      limits: 'No denial of service.',
      summary: '{{client}} has {{count}} findings, {{count.critical}} of them critical.',
      conclusions: 'Mend **C1** first.',
      appendices: [
        { title: 'Tools', text: '`nmap`, `ffuf`' },
        { title: '', text: 'Accounts: two.' },
      ],
    }),
    rounds: [
      { number: 1, name: '', begins: '2026-11-11', ends: '2026-11-11', note: 'On the test system.' },
      { number: 2, name: 'After release', begins: '2026-11-12', ends: '2026-11-13', note: '' },
    ],
    against: {
      edition: 3,
      createdAt: '2026-11-07T09:00:00.000Z',
      new: ['f3'],
      changed: [
        {
          id: 'f1',
          fields: [
            { field: 'severity', was: 'medium', now: 'high' },
            { field: 'description', was: null, now: null },
          ],
        },
        { id: 'f0', fields: [{ field: 'status', was: 'open', now: 'pending_retest' }] },
      ],
      gone: [
        { title: 'Old server', severity: 'low' },
        { title: 'Open share', severity: 'High' },
      ],
      unchanged: 1,
    },
    findings: [
      {
        id: 'f0',
        record: {
          title: 'SQL injection in the search',
          severity: 'critical',
          status: 'open',
          CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
          asset: ['portal.acme.test', 'db.acme.test'],
          cwe: ['CWE-89'],
          references: ['https://owasp.org/sqli'],
          description: 'The parameter `q` goes into SQL.\n\n```sql\nSELECT 1\n```',
          demonstration: "Send `' OR 1=1`.",
          requests: [{ request: "GET /?q=' OR 1=1", response: '200 OK' }],
          remediation: 'Use *bound* parameters.',
        },
        evidence: [picture],
        verdicts: [
          verdict(1, { verdict: 'partly', text: 'The form is mended, the `API` is not.' }),
          verdict(2, { evidence: [{ ...picture, evidence: 'e2', caption: '' }] as never }),
        ],
      },
      {
        id: 'f1',
        record: {
          title: 'Session does not end',
          severity: 'high',
          status: 'pending_retest',
          asset: 'portal.acme.test',
          description: 'A session lives for a year.',
          remediation: 'End it after an hour.',
        },
        verdicts: [verdict(1, { verdict: 'open' })],
      },
      {
        id: 'f2',
        record: {
          title: 'Version in a header',
          severity: 'info',
          asset: ['10.0.0.7'],
          description: 'It says 1.2.',
        },
        verdicts: [verdict(1, { verdict: 'not-retested', text: 'The host was switched off.' })],
      },
      {
        id: 'f3',
        record: { title: 'Weak password rules', severity: 'medium', description: 'Four letters are enough.' },
      },
    ],
  });
}
