/** What has focus; inside an editor's own tree the element there, which its host only stands for. */
export function inmostFocused(): Element | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
