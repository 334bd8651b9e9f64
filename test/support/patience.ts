/**
 * How long a test waits for what is to come: longer than a machine that does much else ever takes, since a wait that
 * comes to its end costs nothing. A test may take longer than that, so that a failure names the line that waited.
 */
export const patienceMs = 30_000;
