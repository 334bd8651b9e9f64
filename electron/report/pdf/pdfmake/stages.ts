// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the tests' own configuration has to find it too
/// <reference path="./pdfmake-stages.d.ts" />
import { createRequire } from 'node:module';
import type measure from 'pdfmake/js/DocMeasure.js';
import type preprocessor from 'pdfmake/js/DocPreprocessor.js';
import type context from 'pdfmake/js/DocumentContext.js';
import type layout from 'pdfmake/js/LayoutBuilder.js';
import type writer from 'pdfmake/js/PageElementWriter.js';
import type document from 'pdfmake/js/PDFDocument.js';
import type renderer from 'pdfmake/js/Renderer.js';
import type svg from 'pdfmake/js/SVGMeasure.js';
import type layouts from 'pdfmake/js/tableLayouts.js';
import type inlines from 'pdfmake/js/TextInlines.js';
import type files from 'pdfmake/js/virtual-fs.js';

/*
 * The stages of pdfmake, one by one: what it does in one go is taken apart here, so that pages which are laid out can be
 * kept. By `require`, since its modules are no ES modules and every loader finds another default in them.
 */

const require = createRequire(import.meta.url);

export const { default: EngineDocument } = require('pdfmake/js/PDFDocument.js') as typeof document;
export const { default: EngineTextInlines } = require('pdfmake/js/TextInlines.js') as typeof inlines;
export const { default: EngineMeasure } = require('pdfmake/js/DocMeasure.js') as typeof measure;
export const { default: EnginePreprocessor } =
  require('pdfmake/js/DocPreprocessor.js') as typeof preprocessor;
export const { default: EngineContext } = require('pdfmake/js/DocumentContext.js') as typeof context;
export const { default: EngineWriter } = require('pdfmake/js/PageElementWriter.js') as typeof writer;
export const { default: EngineLayout } = require('pdfmake/js/LayoutBuilder.js') as typeof layout;
export const { default: EngineRenderer } = require('pdfmake/js/Renderer.js') as typeof renderer;
export const { default: SvgMeasure } = require('pdfmake/js/SVGMeasure.js') as typeof svg;
export const { tableLayouts } = require('pdfmake/js/tableLayouts.js') as typeof layouts;
export const { default: engineFiles } = require('pdfmake/js/virtual-fs.js') as typeof files;
