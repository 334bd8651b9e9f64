import { mayHoldLeftOut } from '#domain/text/pasted/left-out.ts';
import type { PasteLoss } from './paste-loss.ts';

/*
 * Plain fields take the plain text of the clipboard. What a word processor puts there has the words of its comments and
 * deletions too, so these are read from the formatted text beside it.
 */

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Takes a paste or a drop into a plain field over, if what comes may hold words that must be left out. The field then gets
 * it as if the words that are left had been copied alone.
 */
export function cleanPaste(event: ClipboardEvent | DragEvent, tell: (loss: PasteLoss) => void): void {
  const transfer = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
  const [target] = event.composedPath();
  if (!isTextField(target) || target.readOnly || target.disabled) return;
  const html = transfer?.getData('text/html') ?? '';
  const plain = transfer?.getData('text/plain') ?? '';
  if (plain === '' || !mayHoldLeftOut(html)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event instanceof DragEvent) placeCaret(target, event);
  void import('#domain/text/pasted/pasted-html.ts').then(({ pastedWords }) => {
    const cleaned = pastedWords(html);
    if (cleaned !== null) {
      tell(cleaned.words === '' && cleaned.leftOut.length === 0 ? 'too-large' : { missing: 0, ...cleaned });
    }
    put(target, cleaned?.words ?? plain);
  });
}

/** Pastes words into a field: fields that make entries of them hear of it, all others insert them. */
function put(field: TextField, words: string): void {
  if (words === '' || !field.isConnected) return;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', words);
  const again = new ClipboardEvent('paste', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
  });
  if (!field.dispatchEvent(again)) return;
  const { selectionStart: from, selectionEnd: to, value } = field;
  const insert = field instanceof HTMLInputElement ? words.replace(/[\r\n]+/gu, ' ') : words;
  field.setRangeText(insert, from ?? value.length, to ?? value.length, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertFromPaste' }),
  );
}

/** Puts the cursor where something was dropped. */
function placeCaret(field: TextField, { clientX, clientY }: DragEvent): void {
  field.focus();
  const at = document.caretPositionFromPoint(clientX, clientY);
  if (at?.offsetNode === field) field.setSelectionRange(at.offset, at.offset);
}

function isTextField(target: EventTarget | undefined): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && /^(?:text|search|url)$/u.test(target.type);
}
