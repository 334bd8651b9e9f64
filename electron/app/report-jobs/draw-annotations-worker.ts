import { parentPort, workerData } from 'node:worker_threads';
import { afterCrop } from '#domain/annotations/edit.ts';
import type { DrawOrder, DrawResult } from '#features/evidence/annotate.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { measureWith, withAnnotations } from '#report/images/annotated.ts';

/*
 * The entry of a thread that draws layers into one image.
 */
const { image, annotations: layers, crop } = workerData as DrawOrder;
const fonts = installedFonts();
const annotations = crop === null ? layers : afterCrop(layers, crop, measureWith(fonts));
const drawn: DrawResult = { annotations, content: withAnnotations(image, annotations, fonts) };
parentPort?.postMessage(drawn);
