import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Names the machine and the file of a store. Not the device: its number may be another one after a restart of the machine.
 * A copy has another name; a file that was written over in place has the same.
 */
export function whereaboutsOf(path: string, machine = thisMachine()): string {
  const { ino } = statSync(path, { bigint: true });
  return createHash('sha256')
    .update(JSON.stringify([machine, String(ino)]))
    .digest('base64url');
}

function thisMachine(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      continue;
    }
  }
  return hostname();
}
