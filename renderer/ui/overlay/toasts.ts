import { createContext } from 'svelte';

/** What the user can do about what is told. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  /** `told`: neither done nor failed. */
  readonly kind: 'done' | 'told' | 'failed';
  readonly text: string;
  readonly action: ToastAction | null;
  /** A second thing. */
  readonly other?: ToastAction;
  /** It stays until it was read. */
  readonly stays?: boolean;
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
