import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { double } from '../../support/electron-double/module.ts';
import { drivenPage } from './drive-page.ts';

/** Has the built program on the double meet an error that nobody expects, and prints what it showed. Argument: the project. */
const [root = ''] = process.argv.slice(2);
await import(pathToFileURL(join(root, 'dist', 'shell', 'main.js')).href);
await drivenPage();
setImmediate(() => {
  throw new Error('the findings of Contoso');
});
const code = await double.ended;
process.stdout.write(JSON.stringify({ code, asked: double.asked }), () => process.exit());
