import { registerHooks } from 'node:module';

/** `node --import …/register.ts MAIN`: the program MAIN finds the double where it imports `electron`. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
