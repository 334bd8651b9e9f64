/** Until when the service wants no request (Retry-After), as JSON: on the awake clock of a boot and on the wall clock. */
export const pause = {
  version: 50,
  sql: `
ALTER TABLE connection ADD COLUMN pause_json TEXT;
`,
};
