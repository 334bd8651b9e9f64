/**
 * Loaded into a measured process before its program: at the end it reports what the process used on descriptor 3, so
 * its own output is unchanged. Plain JavaScript, so that it costs the start next to nothing.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Threads load it again; the figures are those of the whole process.
if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeSync(3, JSON.stringify({ peakMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
  });
}
