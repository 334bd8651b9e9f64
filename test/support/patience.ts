/**
 * How long a test waits for an event: longer than a busy machine ever takes, since a wait that comes to its end costs
 * nothing. A test may take longer than that, so that a failure names the line that waited.
 */
export const patienceMs = 30_000;
