/**
 * The one script of the file: shows the search box, which needs it, and hides the findings that lack any of the typed
 * words. Nothing is removed: printed is always everything.
 */
export const searchScript = `(() => {
  const box = document.getElementById('search');
  const input = document.getElementById('search-words');
  const told = document.getElementById('search-found');
  const findings = [...document.querySelectorAll('article.finding')].map((article) => ({
    words: article.textContent.toLowerCase(),
    mentions: [article, ...document.querySelectorAll('[data-of="' + article.id + '"]')],
  }));
  if (!box || !input || !told || findings.length === 0) return;
  box.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let found = 0;
    for (const finding of findings) {
      const fits = words.every((word) => finding.words.includes(word));
      if (fits) found += 1;
      for (const mention of finding.mentions) mention.classList.toggle('out', !fits);
    }
    told.textContent =
      words.length === 0
        ? ''
        : (told.dataset.words ?? '').replace('{found}', String(found)).replace('{all}', String(findings.length));
  });
})();`;
