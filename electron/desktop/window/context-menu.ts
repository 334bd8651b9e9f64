import type { MenuItemConstructorOptions } from 'electron';
import type { ContextMenuChoice } from '../electron.ts';

/**
 * What the other mouse button offers, since Electron draws no menu of its own: empty if there is nothing to do. No
 * spelling: Chromium would fetch its dictionaries.
 * @param copy puts a text into the clipboard
 */
export function contextMenuTemplate(
  { linkURL, selectionText, isEditable, editFlags }: ContextMenuChoice,
  copy: (text: string) => void,
): MenuItemConstructorOptions[] {
  const template: MenuItemConstructorOptions[] = [];
  if (isEditable) {
    template.push(
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    );
  } else if (selectionText.trim() !== '') template.push({ role: 'copy', enabled: editFlags.canCopy });
  if (/^https:/i.test(linkURL)) {
    template.push({
      label: 'Copy link',
      click: () => {
        copy(linkURL);
      },
    });
  }
  return template;
}
