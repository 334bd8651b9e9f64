/**
 * How much processor time this thread has had, in milliseconds. For tests that bound work: a clock runs on while a busy
 * machine does something else.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
