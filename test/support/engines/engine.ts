import type { Json } from '#contract/json.ts';

/** One thing that the pointer or the keyboard does, as the W3C's WebDriver names it; both protocols take the same. */
export type InputSource =
  | {
      readonly type: 'key';
      readonly id: 'keys';
      readonly actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[];
    }
  | {
      readonly type: 'pointer';
      readonly id: 'mouse';
      readonly actions: readonly (
        | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
        | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }
      )[];
    };

/** A page in a browser that Playwright cannot drive as it is installed. */
export interface EngineTab {
  goTo(url: string): Promise<void>;
  /** Runs the text of a function in the page; arguments and answer are JSON. @throws what the function throws */
  run(functionText: string, args: readonly Json[]): Promise<Json>;
  act(source: InputSource): Promise<void>;
  /** Ends the browser, and removes what it kept. */
  close(): Promise<void>;
}
