import { createContext } from 'svelte';

export interface Toast {
  readonly id: number;
  /** `told`: neither done nor failed. */
  readonly kind: 'done' | 'told' | 'failed';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** Told in whatever has focus: the window, or the dialog over it, behind which nothing is read out or can be pressed. */
export interface ToastBoard {
  /** A dialog stands over everything from now on. */
  opened(front: symbol): void;
  closed(front: symbol): void;
  /** @param front a dialog, or null for the window itself */
  toldIn(front: symbol | null): readonly Toast[];
  dismiss(id: number): void;
}

/** Only inside a component's initialisation. */
export const [getToastBoard, setToastBoard] = createContext<ToastBoard>();
