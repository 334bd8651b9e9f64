import { main } from '../../../electron/cli/main.ts';
import type { Ended } from './dossier.ts';
import type { WarmCommand } from './warm.ts';

/* The process behind `runWarm`: whatever the program writes goes back to who asked, with its exit code. */

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  Object.assign(process[name], {
    write(text: string | Uint8Array, ...more: readonly unknown[]): boolean {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      const done = more.at(-1);
      if (typeof done === 'function') done();
      return true;
    },
  });
}

const start = process.cwd();
process.on('message', ({ args, env, cwd }: WarmCommand) => {
  Object.assign(written, { stdout: '', stderr: '' });
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
  process.chdir(cwd);
  void main([...args]).then((code) => {
    // Windows removes no folder that a process is in.
    process.chdir(start);
    process.send?.({ code, signal: null, ...written } satisfies Ended);
  });
});
process.on('disconnect', () => process.exit());
