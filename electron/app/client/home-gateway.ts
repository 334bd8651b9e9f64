/** What faces that stay open use of the host; apart from `client.ts`, so that a command of the terminal starts without it. */
export { openHomeGateway } from '../vault-session/home-gateway.ts';
export type { HomeGateway, HomeGatewayOptions } from '../vault-session/home-gateway.ts';
export { createDispatcher } from '../rpc/dispatch.ts';
export type { Dispatch } from '../rpc/dispatch.ts';
export { letKeychainOpen } from '../instance/keychain-slot.ts';
export { startReportsHere } from '../report-jobs/report-owner.ts';
export { heapFlags, reportEnvironment } from '#report/process/report-process.ts';
export type { PostedLine } from '#report/process/output.ts';
export type { StartReportProcess } from '#report/process/report-process.ts';
export { startSample } from '../vault-session/running-sample.ts';
export type { RunningSample } from '../vault-session/running-sample.ts';
