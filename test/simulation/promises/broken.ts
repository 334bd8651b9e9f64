/** A promise that did not hold: which, and what was seen. */
export class BrokenPromise extends Error {
  readonly promise: number;

  constructor(promise: number, saw: string) {
    super(`promise ${String(promise)}: ${saw}`);
    this.name = 'BrokenPromise';
    this.promise = promise;
  }
}
