export { failureText, statusFailure, toFailure } from '#core/answers/failure.ts';
export type { RemoteFailure } from '#core/answers/failure.ts';
