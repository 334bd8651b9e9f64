import type { FactChanges } from '#contract/engagement.ts';

/** What Mara's report says beside the findings. */
export const demoFacts = {
  begins: '2026-03-02',
  ends: '2026-03-13',
  classification: 'Confidential',
  contacts: [
    {
      name: 'Sunniva Dahl',
      role: 'Head of platform',
      organization: 'Fjellmark Logistics',
      email: 'sunniva.dahl@fjellmark.example',
      phone: '',
    },
  ],
  team: [
    {
      name: 'Mara Lindqvist',
      role: 'Lead tester',
      organization: 'Larkspur Security',
      email: 'mara@larkspur.example',
      phone: '',
    },
    {
      name: 'Jonas Whitfield',
      role: 'Tester',
      organization: 'Larkspur Security',
      email: 'jonas@larkspur.example',
      phone: '',
    },
  ],
  scopeIn: [
    { what: 'portal.fjellmark.example', note: 'Customer portal' },
    { what: '*.portal.fjellmark.example', note: 'Its services' },
    { what: 'login.fjellmark.example', note: 'Sign-in' },
    { what: 'desk.fjellmark.example', note: 'Service desk' },
    { what: 'track.fjellmark.example', note: 'Tracking page' },
    { what: 'track-legacy.fjellmark.example', note: 'Its old host, until it is switched off' },
  ],
  scopeOut: [{ what: 'pay.fjellmark.example', note: 'Run by the payment provider' }],
  method:
    'The portal was tested as a stranger, as a customer and as an administrator of a tenant, by hand and with tools, ' +
    'after the OWASP Web Security Testing Guide. Every finding was reproduced before it was written down.',
  limits:
    'Tests that could interrupt the service were left out. What of other customers came into sight was not kept.',
  summary:
    'From {{begins}} to {{ends}}, {{team}} tested the customer portal of **{{client}}**.\n\n' +
    'There are {{count}} findings; rated critical: {{count.critical}}, high: {{count.high}}. The portal separates its ' +
    'customers well in most places; where it does not, one customer can reach another. These places come first:\n\n' +
    '- links that reset a password\n- notes that reach the service desk\n- documents and addresses that are read on the server',
  recipient: 'Fjellmark Logistics\nSunniva Dahl\nHavnegata 12\n7010 Trondheim\nNorway',
  signers: [
    {
      name: 'Mara Lindqvist',
      role: 'Lead tester',
      organization: 'Larkspur Security',
      email: '',
      phone: '',
    },
  ],
  conclusions:
    'What is critical or high should be fixed before the next release, and looked at again afterwards.',
} as const satisfies FactChanges;
