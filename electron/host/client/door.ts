/** What faces that stay open use of the host; apart from `client.ts`, so that a command of the terminal starts without it. */
export { openDoor } from '../door.ts';
export type { Door, DoorCall, DoorOptions } from '../door.ts';
export { letKeychainOpen } from '../keychain.ts';
export { startReportsHere } from '../report-owner.ts';
export { reportEnvironment } from '#report/process.ts';
export type { PostedLine } from '#report/output.ts';
export type { StartReportProcess } from '#report/process.ts';
export { startSample } from '../sample.ts';
export type { RunningSample } from '../sample.ts';
