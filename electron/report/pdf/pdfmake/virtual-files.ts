import { engineFiles } from './stages.ts';

/** The engine's in-memory file system holds the only files that it may open. */
export const fontOptions = [engineFiles, () => false] as const;

/** Hands a font over; gives the name by which the engine opens it. */
export function storeFont(face: string, data: Uint8Array): string {
  return storeFile(`${face}.ttf`, data);
}

/** Hands a file over; gives its name. */
export function storeFile(name: string, data: Uint8Array): string {
  engineFiles.writeFileSync(name, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return name;
}
