import type { IconName } from '../display/icons.ts';

/** One line of a menu; null is a line between groups. */
export type MenuItem = {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: IconName;
  /** Shown as chosen or not; absent for a plain command. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  /** It changes or sends something: in a read-only vault it is off, with the reason. */
  readonly writes?: boolean;
  /** Why it is off, although it has focus and `run`, which tells the reason. */
  readonly off?: string | null;
  /** Keys, as they are shown. */
  readonly shortcut?: readonly (readonly string[])[];
} | null;
