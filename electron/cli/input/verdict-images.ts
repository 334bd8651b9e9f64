import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { deflateSync } from 'node:zlib';
import { DossierError } from '#contract/error.ts';
import { maxImageBytes } from '#contract/input/sizes.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { readOrConvert } from '#domain/images/converted.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { nameOf, readBinaryFile } from './files.ts';
import { uprightPhoto } from './upright-photo.ts';

/** An image that goes with a verdict. */
export interface GivenImage {
  readonly name: string;
  /** undefined: nothing was said of it. */
  readonly caption: string | undefined;
  readonly bytes: Buffer;
  /** The hash of the file as it was given. */
  readonly sha256: string;
}

/**
 * The images that the command line names, each with the caption at the same place. They are read before anything is
 * written, so that a wrong file leaves no half of what was asked for.
 *
 * @param named the findings that it names
 * @throws DossierError `usage` (no single finding, more captions than images), `file`, `invalid`
 */
export async function givenImages(
  context: CommandContext,
  named: readonly string[],
): Promise<readonly GivenImage[]> {
  const { args } = context;
  const [paths, captions] = [args.texts('image'), args.texts('caption')];
  if (captions.length > paths.length) {
    throw wrong('There are more captions than images: each --caption goes with an --image.', args.command);
  }
  if (paths.length > 0 && (named.length !== 1 || args.text('query') !== undefined)) {
    throw wrong('An image belongs to one finding: name it by its id.', args.command);
  }
  const images: GivenImage[] = [];
  for (const [at, path] of paths.entries()) {
    images.push({ name: basename(path), caption: captions[at], ...(await imageAt(context, path)) });
  }
  return images;
}

async function imageAt(
  { folder, signal }: CommandContext,
  path: string,
): Promise<Pick<GivenImage, 'bytes' | 'sha256'>> {
  const bytes = await readBinaryFile(path, { folder, maxBytes: maxImageBytes, signal });
  const sha256 = hash('sha256', bytes);
  const image = await readOrConvert(bytes, deflateSync);
  if (image.kind === 'invalid') throw new DossierError('invalid', `${nameOf(path)}: ${image.reason}`);
  if (image.orientation !== 1) {
    const turned = await uprightPhoto(image);
    if (turned !== null) return { bytes: turned, sha256 };
    throw new DossierError('invalid', `${nameOf(path)} is stored lying on its side. Save it upright first.`);
  }
  return { bytes, sha256 };
}

/**
 * Puts images behind those that a round has of a finding. One that is there already stays, with the caption that is
 * given now: the same command twice does the same.
 *
 * @throws DossierError `not-found`, `invalid`
 */
export async function keepImages(
  { call }: CommandContext,
  place: { readonly id: string; readonly round: number },
  images: readonly GivenImage[],
): Promise<readonly Evidence[]> {
  if (images.length === 0) return [];
  const there = new Map<string, Evidence>();
  for (const image of await call('evidence.list', place)) there.set(image.originalSha256, image);
  const kept: Evidence[] = [];
  for (const { name, caption, bytes, sha256 } of images) {
    let image = there.get(sha256);
    if (image === undefined) {
      const content = bytes.toString('base64');
      image = await call('evidence.add', {
        ...place,
        name,
        caption: caption ?? '',
        content,
        originalSha256: sha256,
      });
    } else if (caption !== undefined) {
      image = await call('evidence.caption', { evidence: image.evidence, caption });
    }
    there.set(sha256, image);
    kept.push(image);
  }
  return kept;
}
