import type { PlaceholderName } from '#contract/engagement.ts';
import type { MenuItem } from '#renderer/ui/overlay/menu.ts';

/** The placeholders as lines of a menu, each with what stands for it now, or what it means if that is not known. */
export function placeholderOffers(
  values: Readonly<Record<PlaceholderName, string>>,
  meanings: Readonly<Record<PlaceholderName, string>>,
  take: (name: string) => void,
): readonly MenuItem[] {
  return Object.entries(meanings).map(([name, meaning]) => {
    const value = Object.entries(values).find(([known]) => known === name)?.[1] ?? '';
    return {
      label: `{{${name}}}  ${value === '' ? `(${meaning})` : value.slice(0, 60)}`,
      run: () => {
        take(name);
      },
    };
  });
}
