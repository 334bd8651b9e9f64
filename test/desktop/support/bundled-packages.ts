import { build, type Plugin } from 'vite';

/** Builds what is shipped without writing it, and prints the packages whose code is in it, as JSON. In a process of its own:
 * a configuration sets the environment. */
const packages = new Set<string>();
const collect = (): Plugin => ({
  name: 'packages',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of Object.keys(chunk.modules)) {
        const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (name !== undefined) packages.add(name);
      }
    }
  },
});
for (const configFile of ['vite.config.ts', 'vite.shell.config.ts']) {
  await build({
    configFile,
    logLevel: 'error',
    build: { write: false },
    plugins: [collect()],
    worker: { plugins: () => [collect()] },
  });
}
process.stdout.write(JSON.stringify([...packages]));
