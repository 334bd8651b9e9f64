import type { Evidence } from '#contract/finding/evidence.ts';
import { failureOf } from '#renderer/api/api.ts';
import type { Evidences } from './evidence.state.svelte.ts';

/** The address of an image without its annotations; empty until it can be drawn at once. */
export interface OriginalUrl {
  readonly url: string;
  /** Why it cannot be had; null if it can. */
  readonly failure: string | null;
}

/** Fetches an image without its annotations for as long as the component is shown. To be called while it is set up. */
export function originalUrl(evidences: () => Evidences, image: () => Evidence): OriginalUrl {
  let url = $state.raw('');
  let failure = $state.raw<string | null>(null);
  const sha256 = $derived(image().sha256);
  const evidence = $derived(image().evidence);
  const type = $derived(image().type);

  $effect(() => {
    // Other pixels are another image.
    void sha256;
    let made: string | null = null;
    let ended = false;
    loaded(evidences().original(evidence), type).then(
      (address) => {
        if (ended) URL.revokeObjectURL(address);
        else [made, url, failure] = [address, address, null];
      },
      (error: unknown) => {
        if (!ended) failure = failureOf(error).message;
      },
    );
    return () => {
      ended = true;
      url = '';
      if (made !== null) URL.revokeObjectURL(made);
    };
  });

  return {
    get url() {
      return url;
    },
    get failure() {
      return failure;
    },
  };
}

/** An address that is loaded already: one that is let go while it loads is a failure that the page is blamed for. */
async function loaded(content: Promise<string>, type: string): Promise<string> {
  const address = URL.createObjectURL(new Blob([Uint8Array.fromBase64(await content)], { type }));
  const image = new Image();
  image.src = address;
  // Pixels that cannot be drawn leave the dialog empty, as they leave the thumbnail.
  await image.decode().catch(() => undefined);
  return address;
}
