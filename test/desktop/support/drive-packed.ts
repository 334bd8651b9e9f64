import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { double } from '../../support/electron-double/module.ts';
import { drivenPage } from './drive-page.ts';

/**
 * Starts a packed program on the double and has its page work: a home, the sample engagement, a report. Prints what
 * came of it as one JSON document. Arguments: the folder of the unpacked archive, the file of the report, a backup.
 */
const [folder = '', out = ''] = process.argv.slice(2);
await import(pathToFileURL(join(folder, 'dist', 'shell', 'main.js')).href);
const { page, call } = await drivenPage();

double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: out });
const opened = await call('shell.openedBackup', {});
const created = await call('home.create', { passphrase: null });
const sample = await call('sample.open', {});
const projects = (sample.value as { projects?: string[] } | undefined)?.projects ?? [];
await call('shell.saveReport', { suggested: 'report.pdf' });
const report = await call('report.export', { project: projects[0] ?? '', out, force: true });
process.stdout.write(
  `${JSON.stringify({
    title: await page.title(),
    opened: opened.value,
    created,
    projects,
    report: report.ok ? { pages: (report.value as { pages: number }).pages } : report,
    asked: double.asked,
    forked: double.forked,
  })}\n`,
);
await page.close();
double.electron.app.quit();
