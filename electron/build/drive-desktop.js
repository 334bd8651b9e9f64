/*
 * Works the desktop application from within its main process, which `npm start` loads this file into: Electron's own, or
 * the stand-in's. Every answer goes into one file, which names no text of a client.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';

const out = process.env['DOSSIER_CHECK_OUT'] ?? '';
const work = process.env['DOSSIER_CHECK_FOLDER'] ?? '';
const isSecond = process.env['DOSSIER_CHECK_START'] === 'second';
const passphrase = 'correct horse battery';
const edited = 'Changed by the check of the desktop';
const waitMs = 30_000;

/** @type {{ step: string, ok: boolean, ms: number, note?: string }[]} */
const steps = [];
/** How the question whether to close is answered: the number of a button. */
let answer = 0;
let questions = 0;

Object.assign(dialog, {
  async showMessageBox() {
    questions += 1;
    return { response: answer, checkboxChecked: false };
  },
  /** @param {unknown} _window @param {{ defaultPath: string }} options */
  async showSaveDialog(_window, { defaultPath }) {
    return { canceled: false, filePath: join(work, defaultPath) };
  },
});

/** @param {() => unknown} ask @param {string} what @returns {Promise<unknown>} what it answers once it is true */
async function until(ask, what) {
  const end = Date.now() + waitMs;
  for (;;) {
    const found = await Promise.resolve()
      .then(ask)
      .catch(() => undefined);
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${waitMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const contents = () => {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('there is no window');
  return window.webContents;
};
/** @param {string} code */
const inPage = (code) => contents().executeJavaScript(code, true);
let calls = 0;
/** Calls a procedure from the page. @param {string} name @param {object} [input] */
async function call(name, input = {}) {
  calls += 1;
  const words = [name, JSON.stringify(input), `check-${isSecond ? 'b' : 'a'}-${calls}`].map((word) =>
    JSON.stringify(word),
  );
  const text = await inPage(`window.dossier.call(${words.join(', ')})`);
  const outcome = JSON.parse(text);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.code}`);
  return outcome.value;
}

/** @param {string} step @param {() => Promise<string | undefined | void>} work */
async function run(step, work) {
  const started = Date.now();
  try {
    const note = await work();
    steps.push({ step, ok: true, ms: Date.now() - started, ...(note ? { note } : {}) });
  } catch (error) {
    steps.push({
      step,
      ok: false,
      ms: Date.now() - started,
      note: error instanceof Error ? error.message : 'unknown',
    });
    throw error;
  }
}

/** Opens the first finding of the list and puts a text into its title, as by keys. @param {string} text */
async function typeTitle(text) {
  await until(
    () =>
      inPage(`(() => {
      const field = document.querySelector('[data-place=title] textarea');
      if (field === null) {
        const row = document.querySelectorAll('[role=row]')[1];
        row?.click();
        row?.closest('[role=grid]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        return false;
      }
      field.focus();
      field.select();
      return true;
    })()`),
    'the field of the title',
  );
  if (text === '') await inPage(`document.execCommand('delete')`);
  else await contents().insertText(text);
}

/** @type {string[]} */
let projects = [];

async function first() {
  await run('the window is visible', async () => {
    await until(() => BrowserWindow.getAllWindows()[0]?.isVisible(), 'a window that can be seen');
    await until(() => inPage(`document.readyState === 'complete' && 'dossier' in window`), 'the page');
  });
  await run('a vault with a passphrase is made', async () => {
    await call('home.create', { passphrase });
  });
  await run('the sample opens', async () => {
    projects = (await call('sample.open')).projects;
    contents().reload();
    await until(() => inPage(`document.querySelectorAll('[role=row], tbody tr').length > 1`), 'findings');
  });
  await run('a finding is edited', async () => {
    await typeTitle(edited);
    await until(async () => (await call('queue.list')).length === 1, 'the change in the queue');
  });
  await run('a report is made', async () => {
    const { path } = await call('shell.saveReport', { suggested: 'report.pdf' });
    const { pages } = await call('report.export', { project: projects[0], out: path, force: true });
    const start = existsSync(path) ? readFileSync(path).subarray(0, 5).toString('latin1') : '';
    if (start !== '%PDF-') throw new Error('there is no PDF');
    return `${pages} pages`;
  });
  await run('a backup is made', async () => {
    const { path } = await call('shell.saveBackup', { suggested: 'vault.dossier' });
    await call('home.backUp', { path });
  });
  await run('the vault locks and opens', async () => {
    await call('home.lock');
    if ((await call('home.state')).kind !== 'locked') throw new Error('it is not locked');
    await call('home.unlock', { passphrase });
  });
  await run('a window with unsaved text stays', async () => {
    await until(() => inPage(`document.querySelectorAll('[role=row], tbody tr').length > 1`), 'findings');
    await typeTitle('');
    BrowserWindow.getAllWindows()[0]?.close();
    await until(() => questions > 0, 'the question whether to close');
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    if (BrowserWindow.getAllWindows().length !== 1) throw new Error('the window is gone');
    if (questions !== 1) throw new Error(`${questions} questions`);
    if ((await call('queue.list')).length !== 1) throw new Error('the change has left the queue');
  });
}

async function second() {
  await run('a second start asks for the passphrase', async () => {
    await until(() => inPage(`document.readyState === 'complete' && 'dossier' in window`), 'the page');
    if ((await call('home.state')).kind !== 'locked') throw new Error('it is not locked');
    await call('home.unlock', { passphrase });
  });
  await run('the backup that it was started with is offered and restored', async () => {
    if ((await call('shell.openedBackup')).kind !== 'offered') throw new Error('it is not offered');
    const { kind, folder } = await call('shell.restoreBackup');
    if (kind !== 'restored' || !existsSync(join(folder, 'key.json'))) throw new Error('it is not restored');
    await call('shell.dismissBackup');
  });
  await run('what was edited is there', async () => {
    await until(async () => (await call('queue.list')).length === 1, 'the change in the queue');
  });
}

function finish() {
  const { electron = null, chrome = null, node } = process.versions;
  writeFileSync(
    out,
    JSON.stringify({
      versions: { electron, chrome, node },
      platform: `${process.platform}-${process.arch}`,
      steps,
    }),
  );
  answer = 1;
  app.quit();
}

void until(() => BrowserWindow.getAllWindows().length > 0, 'a window')
  .then(isSecond ? second : first)
  .catch(() => undefined)
  .then(finish);
