/*
 * Sizes that the pages know too. Apart from the schemas that use them: zod would make pages larger, and compiles code
 * at their start, which their content security policy refuses.
 */

/** One image of evidence, as it is kept: a full-page screenshot has a few megabytes. */
export const maxImageBytes = 20 * 1024 * 1024;

/**
 * The largest call of a window, as JSON text. The same for browser (bytes) and desktop (characters), so both accept the
 * same calls. One image in base64, or a theme or findings from files.
 */
export const maxCallLength = 64 * 1024 * 1024;

/** What a person reads in either window who gave more than that. */
export const tooLargeWords = 'This is too large for the window: at most 64 MiB can be passed on at once.';

/** One piece of a scanner's file that a page passes on: small, so that the host answers others in between. */
export const maxPieceBytes = 1024 * 1024;

/** So many rows a list of an engagement's facts has at most. */
export const maxFactRows = 1_000;

/** So many annotations one image has at most. */
export const maxAnnotations = 200;
/** So many characters the text of one annotation has at most. */
export const maxAnnotationText = 200;
