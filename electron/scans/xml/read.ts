import type { ScanElement } from './elements.ts';

/** The text of the first child of that name, without blanks around it; empty if there is none. */
export function textOf(element: ScanElement | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}

/** The texts of all children of that name that hold any. */
export function textsOf(element: ScanElement | undefined, name: string): string[] {
  return childrenOf(element, name)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
}

/** The first child of that name. */
export function childOf(element: ScanElement | undefined, name: string): ScanElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All children of that name. */
export function childrenOf(element: ScanElement | undefined, name: string): readonly ScanElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
