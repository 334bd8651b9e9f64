import type { Rectangle } from 'electron';
import { z } from 'zod';

/** What is kept of the window from one start to the next. */
const windowStateSchema = z.strictObject({
  bounds: z.strictObject({
    x: z.int().min(-100_000).max(100_000),
    y: z.int().min(-100_000).max(100_000),
    width: z.int().min(1).max(100_000),
    height: z.int().min(1).max(100_000),
  }),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export const smallestWindow = { width: 760, height: 480 } as const;
const usualWindow = { width: 1_280, height: 820 } as const;
/** So much of the title bar has to be on a screen for a hand to take hold of it. */
const grip = { width: 120, height: 24 } as const;

/** Reads a kept state; anything else than one reads as null. */
export function readWindowState(text: string): WindowState | null {
  try {
    const parsed = windowStateSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Where the window opens: as it was, if that can be reached on one of today's screens; otherwise in its usual size,
 * placed by the system.
 */
export function placeWindow(
  state: WindowState | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'> {
  if (state === null) return usualWindow;
  const { x, y, width, height } = state.bounds;
  const size = {
    width: Math.max(width, smallestWindow.width),
    height: Math.max(height, smallestWindow.height),
  };
  const within = workAreas.some((area) => {
    const shown = Math.min(x + size.width, area.x + area.width) - Math.max(x, area.x);
    return shown >= grip.width && y >= area.y && y + grip.height <= area.y + area.height;
  });
  return within ? { x, y, ...size } : usualWindow;
}
