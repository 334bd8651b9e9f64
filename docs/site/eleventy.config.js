import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/*
 * Builds the pages of `docs/use` as a site: `npm run docs` writes `dist/docs`. Nothing in it comes from another server, and
 * it also works when it is opened from a folder.
 */

const root = join(import.meta.dirname, '..', '..');
const use = join(root, 'docs', 'use');

/**
 * A token of markdown-it, as far as it is used here.
 * @typedef {{ type: string, tag: string, content: string, children: Token[] | null, attrGet: (name: string) => string | null,
 *   attrSet: (name: string, value: string) => void, attrs: [string, string][] | null }} Token
 * @typedef {{ page: { inputPath: string } }} Page
 * @typedef {{ tokens: Token[], env: Page }} State
 * @typedef {{ core: { ruler: { push: (name: string, rule: (state: State) => void) => void } } }} MarkdownIt
 */

/**
 * What is used of Eleventy, which comes without types.
 * @typedef {object} Eleventy
 * @property {(from: Record<string, string>) => void} addPassthroughCopy
 * @property {(name: string, value: unknown) => void} addGlobalData
 * @property {(name: string, change: (markdown: MarkdownIt) => void) => void} amendLibrary
 * @property {(event: string, run: (built: { directories: { output: string } }) => void) => void} on
 * @property {(isQuiet: boolean) => void} setQuietMode
 */

/** The name that a heading is linked by, as GitHub makes it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A page's own name in links: that of its file, and `index` for the first. @param {string} path */
const nameOf = (path) => {
  const file = basename(path, '.md');
  return file === 'README' ? 'index' : file;
};

/** Every page with its second headings, in the order in which the first page links them. */
function pagesInOrder() {
  const files = readdirSync(use).filter((file) => file.endsWith('.md'));
  const first = files.includes('README.md') ? readFileSync(join(use, 'README.md'), 'utf8') : '';
  const linked = [...first.matchAll(/\]\(([\w-]+\.md)/g)].map(([, file = '']) => file);
  const ordered = new Set(['README.md', ...linked, ...files].filter((file) => files.includes(file)));
  return [...ordered].map((file) => {
    const markdown = readFileSync(join(use, file), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
    const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => ({
      anchor: anchorOf(heading),
      heading: heading.replaceAll('`', ''),
    }));
    return { name: nameOf(file), title, headings };
  });
}

/** @param {Token} token @returns {string} what is read of it, without marks */
function textOf({ content, children }) {
  if (children === null) return content;
  return children.map((child) => (/break$/.test(child.type) ? ' ' : child.content)).join('');
}

/** Where a link of a page leads on the site; null if it leaves the site without an address. @param {string} target */
function onSite(target) {
  if (/^(?:https?:|mailto:|#)/.test(target)) return target;
  const page = /^([\w-]+\.md)(#.*)?$/.exec(target);
  return page === null ? null : `${nameOf(page[1] ?? '')}.html${page[2] ?? ''}`;
}

/**
 * Makes links of the site of those between files. What lies elsewhere in the repository is named without a link.
 * @param {Token[]} tokens of one line @param {(name: string) => string | undefined} titleOf a page
 */
function linkPages(tokens, titleOf) {
  let isOpen = true;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'link_open') {
      const given = token.attrGet('href') ?? '';
      const target = onSite(given);
      isOpen = target !== null;
      if (target === null) Object.assign(token, { tag: 'span', attrs: null });
      else token.attrSet('href', target);
      const words = tokens[at + 1];
      // Between files a page goes by the name of its file, here by its title.
      if (words?.content === given) words.content = titleOf(nameOf(given)) ?? given;
    } else if (token.type === 'link_close' && !isOpen) token.tag = 'span';
    else if (token.type === 'image') token.attrSet('src', ownImage(token.attrGet('src') ?? ''));
    else if (token.type === 'html_inline') token.content = ownImage(token.content);
  }
}

/** @param {string} text an address of an image, or HTML with some */
const ownImage = (text) => text.replaceAll('../images/', 'images/');

/** @param {Eleventy} eleventy */
export default function configure(eleventy) {
  const pages = pagesInOrder();
  /** @type {{ id: string, title: string, heading: string, text: string }[]} */
  let sections = [];

  const titleOf = (/** @type {string} */ name) => pages.find((page) => page.name === name)?.title;

  eleventy.setQuietMode(true);
  eleventy.addGlobalData('layout', 'page.njk');
  eleventy.addGlobalData('pages', pages);
  eleventy.addGlobalData(
    'permalink',
    () =>
      (/** @type {Page} */ { page }) =>
        `${nameOf(page.inputPath)}.html`,
  );
  eleventy.addGlobalData('eleventyComputed', {
    current: (/** @type {Page} */ { page }) => pages.find(({ name }) => name === nameOf(page.inputPath)),
  });

  eleventy.amendLibrary('md', (markdown) => {
    markdown.core.ruler.push('site', ({ tokens, env }) => {
      const name = nameOf(env.page.inputPath);
      const title = titleOf(name) ?? name;
      const own = { id: `${name}.html`, title, heading: title, text: '' };
      let section = own;
      sections.push(section);
      for (const [at, token] of tokens.entries()) {
        if (token.type === 'html_block') token.content = ownImage(token.content);
        if (token.type === 'fence') section.text += ` ${token.content}`;
        if (token.type !== 'inline') continue;
        linkPages(token.children ?? [], titleOf);
        const before = tokens[at - 1];
        if (before?.type !== 'heading_open') {
          section.text += ` ${textOf(token)}`;
          continue;
        }
        const heading = textOf(token);
        before.attrSet('id', anchorOf(heading));
        if (before.tag === 'h1') continue;
        section = { ...own, id: `${name}.html#${anchorOf(heading)}`, heading, text: '' };
        sections.push(section);
      }
    });
  });

  const packages = join('node_modules', '@expo-google-fonts');
  eleventy.addPassthroughCopy({
    'docs/images': 'images',
    'electron/desktop/packaging/icons/32x32.png': 'icon.png',
    'docs/site/site.css': 'site.css',
    'docs/site/search.js': 'search.js',
    'renderer/ui/tokens.css': 'tokens.css',
    'node_modules/minisearch/dist/umd/index.js': 'minisearch.js',
    [`${packages}/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf`]: 'fonts/sans.ttf',
    [`${packages}/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf`]: 'fonts/sans-bold.ttf',
    [`${packages}/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf`]: 'fonts/mono.ttf',
  });

  eleventy.on('eleventy.before', () => {
    sections = [];
  });
  // A script and not JSON: a page that was opened from a folder may not read files.
  eleventy.on('eleventy.after', ({ directories }) => {
    writeFileSync(
      join(directories.output, 'search-index.js'),
      `window.sections = ${JSON.stringify(sections)};\n`,
    );
  });

  return {
    dir: { input: 'docs/use', includes: '../site', output: 'dist/docs' },
    // Pages show braces and the like as they stand.
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
}
