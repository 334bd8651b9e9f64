import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { HostBoot } from './thread.ts';

/**
 * The entry of the host's thread: takes the real clock, network, renderer and disk, and runs the services over
 * them until it is told to close.
 */
const boot = workerData as HostBoot;
// Before the modules of the program are loaded, which is what it speeds up.
if (boot.compileCache !== undefined) enableCompileCache(boot.compileCache);
if (parentPort === null) throw new Error('This file is the entry of a thread.');

const { startHost } = await import('./real.ts');
startHost(parentPort, boot);
