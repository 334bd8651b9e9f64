/** What is read at most. A caller may give smaller ones. */
export interface ScanLimits {
  /** Bytes of all files together after decompression. */
  readonly inflatedBytes: number;
  /** Bytes of a file after decompression per byte before; counted behind `ratioFreeBytes`. */
  readonly ratio: number;
  readonly ratioFreeBytes: number;
  /** Files in an archive. */
  readonly files: number;
  /** Bytes of all images in an archive, which are kept until they are queued. */
  readonly imageBytes: number;
}

/** Reports of scanners shrink to a twentieth, rarely a hundredth; a bomb of zeros to a thousandth. */
export const scanLimits: ScanLimits = {
  inflatedBytes: 4 * 1024 ** 3,
  ratio: 200,
  ratioFreeBytes: 64 * 1024 ** 2,
  files: 1_000,
  imageBytes: 256 * 1024 ** 2,
};
