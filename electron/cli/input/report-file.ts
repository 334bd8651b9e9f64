import { deflateSync } from 'node:zlib';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import {
  filedIdentities,
  readReportFile,
  type FiledIdentity,
  type FiledImage,
} from '#domain/deliverable/report-file.ts';
import { readOrConvert } from '#domain/images/converted.ts';
import { plain } from '../output/text.ts';

/** New findings as a file gives them, each with its images. */
export interface NewFindings {
  readonly records: readonly Json[];
  /** Of a report: how each of its findings is known elsewhere. */
  readonly identities: readonly FiledIdentity[];
  readonly images: readonly (readonly FiledImage[])[];
}

/**
 * What a JSON document holds: a report that was written as JSON, one finding, or an array of findings.
 *
 * @param name of the file, for messages
 * @throws (rejects) DossierError `invalid`
 */
export async function newFindings(value: Json, name: string): Promise<NewFindings> {
  const file = readReportFile(value);
  switch (file.kind) {
    case 'report':
      for (const { images } of file.findings) for (const image of images) await refuseUnknown(image, name);
      return {
        records: file.findings.map(({ record }) => record),
        identities: filedIdentities(value, defaultProfile),
        images: file.findings.map(({ images }) => images),
      };
    case 'other': {
      const records: readonly Json[] = Array.isArray(value) ? value : [value];
      return { records, identities: [], images: records.map(() => []) };
    }
    case 'newer':
      throw new DossierError(
        'invalid',
        `${name} is a report of format version ${plain(file.version)}, which this program does not know yet.`,
      );
    case 'broken':
      throw new DossierError(
        'invalid',
        `${name} says that it is a report, but has no findings that can be read.`,
      );
    default:
      return file satisfies never;
  }
}

/** Before anything is written: a finding without the image that belongs to it would be half of what was asked for. */
async function refuseUnknown({ caption, content }: FiledImage, name: string): Promise<void> {
  const image = await readOrConvert(Buffer.from(content, 'base64'), deflateSync);
  if (image.kind === 'image') return;
  const which = caption === '' ? 'An image in it' : `Its image "${plain(caption)}"`;
  throw new DossierError('invalid', `${name}: ${which} cannot be taken. ${image.reason}`);
}
