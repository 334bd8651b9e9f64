/** How the queue is parted for a person, in the order of the screen. Apart from the schemas, which pages do not load. */
export const queueGroups = ['person', 'unknown', 'sending', 'waiting'] as const;
export type QueueGroup = (typeof queueGroups)[number];
