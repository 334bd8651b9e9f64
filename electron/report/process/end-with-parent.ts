const parent = process.ppid;

/** Ends this process if the one that started it was killed: nobody waits for the report, and it holds a client's texts. */
export function endWithParent(): void {
  if (process.ppid !== parent) process.exit(1);
}
