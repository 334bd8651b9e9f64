/** Searches the sections of all pages, in the browser: `search-index.js` has their texts. */
(() => {
  /**
   * @typedef {{ id: string, title: string, heading: string, text: string }} Section
   * @typedef {{ MiniSearch: typeof import('minisearch').default<Section>, sections: Section[] }} Loaded
   */
  const { MiniSearch, sections } = /** @type {Loaded} */ (/** @type {unknown} */ (window));
  const input = /** @type {HTMLInputElement} */ (document.querySelector('input[type=search]'));
  const found = /** @type {HTMLElement} */ (document.getElementById('found'));
  const results = /** @type {HTMLElement} */ (document.getElementById('results'));
  const most = 20;

  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    searchOptions: {
      boost: { heading: 4, title: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (/** @type {string} */ term) => (term.length > 5 ? 0.15 : false),
    },
  });
  index.addAll(sections);
  const sectionOf = new Map(sections.map((section) => [section.id, section]));

  /** @param {Section} section @param {string} query @returns the words around the first hit */
  function excerpt({ text }, query) {
    const at = text.toLowerCase().indexOf(query.trim().toLowerCase().split(/\s+/)[0] ?? '');
    const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 20)));
    return text.slice(start, start + 120).trim();
  }

  function show() {
    const query = input.value;
    const answers = query.trim() === '' ? [] : index.search(query).slice(0, most);
    const hits = answers.flatMap(({ id }) => sectionOf.get(String(id)) ?? []);
    results.hidden = query.trim() === '';
    found.textContent = results.hidden ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} found`;
    results.replaceChildren(
      ...hits.map((hit) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = hit.id;
        const name = document.createElement('b');
        name.textContent = hit.heading === hit.title ? hit.title : `${hit.title} · ${hit.heading}`;
        const words = document.createElement('span');
        words.textContent = excerpt(hit, query);
        link.append(name, words);
        item.append(link);
        return item;
      }),
    );
  }

  input.addEventListener('input', show);
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  results.addEventListener('click', () => {
    input.value = '';
    show();
  });
  document.addEventListener('keydown', (event) => {
    const links = [...results.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === '/' && event.target !== input) input.focus();
    else if (event.key === 'Escape' && !results.hidden) {
      input.value = '';
      input.focus();
      show();
    } else if (event.key === 'ArrowDown' && !results.hidden) links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? input).focus();
    else return;
    event.preventDefault();
  });
})();
