import type { Content } from 'pdfmake/interfaces.js';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { LayoutContext } from '../layout/layout-context.ts';

/** The logo of a theme fitted into a box, with its size in points; null if there is none or its bytes are lost. */
export function logoNode(
  { logo }: Pick<ReportTheme, 'logo'>,
  maxWidth: number,
  maxHeight: number,
  ctx: LayoutContext,
): { readonly node: Content; readonly width: number; readonly height: number } | null {
  if (logo === null) return null;
  const found = ctx.book.take(logo.sha256);
  if (found === null) return null;
  const { picture, name } = found;
  const scale = Math.min(maxWidth / picture.width, maxHeight / picture.height);
  const size = { width: picture.width * scale, height: picture.height * scale };
  return { node: { image: name, ...size }, ...size };
}
