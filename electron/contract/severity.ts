/** Severities as a report groups, counts and numbers them, worst first. */
export const severityKeys = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
export type SeverityKey = (typeof severityKeys)[number];
