import type { SavedView } from '#contract/window/window.ts';

/** Which question about findings or lists is being asked. */
export type Asked =
  | { readonly kind: 'new' }
  | { readonly kind: 'save' }
  | { readonly kind: 'rename'; readonly view: SavedView };
