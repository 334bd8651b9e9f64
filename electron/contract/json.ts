/**
 * A number kept by its source text because a JavaScript number would lose digits
 * (review versions may be larger than 2^53). Made by `JSON.rawJSON`, recognised by `JSON.isRawJSON`,
 * written out digit for digit by `JSON.stringify`.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

/** Any JSON value as the service may send it. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

/** A JSON object with members of any name, `__proto__` included: read own members only, build with `Object.fromEntries`. */
export interface JsonObject {
  readonly [member: string]: Json;
}
