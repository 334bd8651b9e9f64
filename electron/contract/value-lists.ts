/* The values that faces offer in their order, without schemas: pages start without the package that makes those. */

/** Severities as a report groups, counts and numbers them, worst first. */
export const severityKeys = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
export type SeverityKey = (typeof severityKeys)[number];

/** What a retest found out about a finding. */
export const verdicts = ['fixed', 'partly', 'open', 'not-retested'] as const;
export type Verdict = (typeof verdicts)[number];

/** How much work a measure is. */
export const efforts = ['low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** How far a finding is before its report, as colleagues tell each other. It is kept here and says nothing about sending. */
export const workingStates = ['progress', 'ready', 'reviewed'] as const;
export type WorkingState = (typeof workingStates)[number];

/** Groups of the queue, in the order of the screen. */
export const queueGroups = ['person', 'unknown', 'sending', 'waiting'] as const;
export type QueueGroup = (typeof queueGroups)[number];

/** Colours of an annotation, by their names. */
export const annotationColours = ['red', 'amber', 'green', 'blue', 'black', 'white'] as const;
export type AnnotationColour = (typeof annotationColours)[number];
