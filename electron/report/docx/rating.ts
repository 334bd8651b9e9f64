import type { Value } from '../document/blocks.ts';
import type { Markup } from '../html/markup.ts';
import type { DocxFile } from './file.ts';
import { paragraph } from './paragraph.ts';
import { runs } from './runs.ts';
import { chipStyle } from './styles.ts';

/** Points of the letters of an overall rating. */
const ratingSize = 20;

/** An overall rating in large letters on its colour. */
export function ratingBlock({ text, severity }: Value, file: DocxFile): Markup {
  const look = severity === undefined ? { bold: true } : { style: chipStyle(severity) };
  const xml = runs(`\u00a0${text}\u00a0`, { ...look, size: ratingSize });
  return paragraph({ xml, text }, { style: 'Rating', keepNext: true }, file, file.column);
}
