import { registerHooks } from 'node:module';

/** `node --import …/register.ts MAIN`: the program MAIN finds the double where it imports `electron`. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? context.conditions?.includes('require')
        ? { url: new URL('./required.cjs', import.meta.url).href, format: 'commonjs', shortCircuit: true }
        : { url: new URL('./module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
