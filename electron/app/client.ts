/** What the faces know of the host: nothing else of the host is imported by them. */
export { openHost } from './instance/host-session.ts';
export type { HostCallOptions, HostOptions, HostSession } from './instance/host-session.ts';
export type { PassphraseSource } from './instance/unlock.ts';
