import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { sampleService } from '../../support/desk.ts';

export const project = 'fjm-portal-2026';

/** The sample service with two findings that can be asked about, `f1` and `f2`; the written engagement would only be synced. */
export function twoFindings(options: SampleOptions = {}): Promise<SampleService> {
  const body = {
    asset: ['portal.example.test'],
    severity: 'high',
    status: 'open',
    remediation: 'Mend it.',
    demonstration: 'Open the page.',
    references: [],
    tags: [],
  };
  const findings = [
    { id: 'f1', body: { ...body, title: 'Session stays open', description: 'It is never ended.' } },
    { id: 'f2', body: { ...body, title: 'Session never ends', description: 'Nothing ends it.' } },
  ];
  return sampleService({ engagement: false, seeds: [{ project, findings }], ...options });
}
