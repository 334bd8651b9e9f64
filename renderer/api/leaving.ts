/**
 * Whether the page is about to go: what is sent from then on has to arrive without it.
 * @param page tells `beforeunload`, `pagehide` and `pageshow`
 */
export function watchLeaving(page: EventTarget): () => boolean {
  let leaving = false;
  page.addEventListener('beforeunload', () => {
    leaving = true;
    // If the person was asked and stays, it goes on as before.
    setTimeout(() => (leaving = false));
  });
  page.addEventListener('pagehide', () => (leaving = true));
  page.addEventListener('pageshow', () => (leaving = false));
  return () => leaving;
}
