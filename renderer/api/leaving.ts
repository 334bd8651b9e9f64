/** Whether a page is about to go: it may, or it does. */
export type Leaving = 'no' | 'perhaps' | 'gone';

/**
 * Whether the page is about to go: what is sent from then on has to arrive without it.
 * @param page tells `beforeunload`, `pagehide` and `pageshow`
 */
export function watchLeaving(page: EventTarget): () => Leaving {
  let leaving: Leaving = 'no';
  page.addEventListener('beforeunload', () => {
    leaving = 'perhaps';
    // If the person was asked and stays, it goes on as before.
    setTimeout(() => {
      if (leaving === 'perhaps') leaving = 'no';
    });
  });
  page.addEventListener('pagehide', () => (leaving = 'gone'));
  page.addEventListener('pageshow', () => (leaving = 'no'));
  return () => leaving;
}
