/** Photos and scans that a system may have no type for; they are taken, or refused with what to do. */
const imageName = /\.(?:hei[cf]s?|tiff?|webp|avif|bmp|svg|jxl|dng|psd)$/iu;

/** Whether a file is given as an image, by its type, else by its name. */
export function isImageFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type === '' ? imageName.test(name) : type.startsWith('image/');
}
