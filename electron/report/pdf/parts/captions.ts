import { breakLines, type Line, type Style } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { sizes } from '../layout/theme.ts';

/** The lines of a caption: its label in bold, and the words of its author. @param width points */
export function captionLines(
  { label, caption }: { readonly label: string; readonly caption: string },
  width: number,
  ctx: LayoutContext,
): Line[] {
  const style: Style = { size: sizes.small, color: ctx.colors.muted };
  const name = {
    text: caption === '' ? label : `${label}: `,
    style: { ...style, color: ctx.colors.ink, bold: true },
  };
  return breakLines(
    caption === '' ? [name] : [name, { text: caption, style: { ...style, own: true } }],
    width,
    ctx.fonts,
  );
}
