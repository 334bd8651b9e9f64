/** An image that a text shows and that is to be seen large, or drawn on. */
export interface ImageRequest {
  readonly finding: string;
  /** As the text names it. */
  readonly name: string;
  readonly what: 'viewer' | 'annotate';
}

let wanted = $state.raw<ImageRequest | null>(null);

/** Asks the images of a finding to open one of them. */
export function requestImage(request: ImageRequest): void {
  wanted = request;
}

/** What is asked of the images of a finding, or null. */
export function requestedImage(finding: string): ImageRequest | null {
  return wanted?.finding === finding ? wanted : null;
}

/** The request was carried out, or names no image. */
export function endImageRequest(): void {
  wanted = null;
}
