import { getContext, setContext } from 'svelte';
import type { MenuItem } from '../../overlay/menu.ts';
import type { FormatName } from './formatting.ts';

/** A text as the toolbar formats it; its members are read again whenever they change. */
export interface ToolbarText {
  readonly label: string;
  /** Whether it can be formatted now. */
  readonly formatted: boolean;
  format(name: FormatName): void;
  /** Puts a snippet where the cursor is; null if the text takes none. */
  readonly snippet: ((text: string) => void) | null;
  /** The images that can be put into it; null if it takes none. */
  readonly images: readonly MenuItem[] | null;
  /** The choice of images opens. */
  lookForImages(): void;
  focus(): void;
}

/** What the toolbar can be asked for by key. */
interface Toolbar {
  readonly focus: () => void;
  readonly openSnippets: () => void;
  readonly openImages: () => void;
}

/** The text that has focus, for the one toolbar of a page; going to the toolbar leaves it as it is. */
export class FocusedText {
  text = $state.raw<ToolbarText | null>(null);
  toolbar: Toolbar | null = null;

  /** Whether focus is in the toolbar, on behalf of this text. */
  isInToolbar(text: ToolbarText): boolean {
    return this.text === text && document.activeElement?.closest('[data-toolbar]') != null;
  }

  /** A text goes away. */
  forget(text: ToolbarText): void {
    if (this.text === text) this.text = null;
  }

  /** To be told of every `focusin` of the document. */
  moved({ target }: Event): void {
    if (target instanceof Element && target.closest('dialog, [data-toolbar], [data-formatted]') === null)
      this.text = null;
  }
}

const key = Symbol('focused text');

/** Gives the texts of a page one toolbar. Only inside a component's initialisation. */
export function provideFocusedText(focused: FocusedText): void {
  setContext(key, focused);
}

/** The text with focus on a page with one toolbar; null where each text has its own. Only inside a component's initialisation. */
export function getFocusedText(): FocusedText | null {
  return getContext<FocusedText | undefined>(key) ?? null;
}
