import type { VaultNotice } from '#contract/notice.ts';
import { createMoment, type Moment } from './moment.ts';
import { withSecondNames } from './second-names.ts';
import { createPaint, plainLines, safeJson, wrapLines } from './text.ts';
import type { Paint } from './text.ts';

/** The part of a stream that is written to. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Output {
  readonly json: boolean;
  readonly paint: Paint;
  /** Columns of the terminal that results go to; undefined if there is none. */
  readonly width: number | undefined;
  /** Writes a moment for a person, in their time zone. */
  readonly moment: Moment;
  /** Gives the one result of the command: as a JSON document, or as text for a person. */
  readonly answer: (value: unknown, text: () => string) => void;
  /** Whether a script reads the result: then JSON text that is there already is printed as it is. */
  readonly takesJsonText: boolean;
  /** Gives the one result of the command as the text of a JSON list. */
  readonly answerText: (json: string) => void;
  /** Tells a part of a longer story for a person; nothing with --json, where the answer tells it all. */
  readonly say: (text: string) => void;
  /** Tells something beside the result, on standard error; nothing with --quiet. */
  readonly note: (line: string) => void;
  /** Tells that the command failed: as the one JSON document, or in a line or two on standard error. */
  readonly failure: (code: string, message: string) => void;
  /** Has notices of the vault told: with the one JSON document if that is an object, else on standard error. */
  readonly attend: (notices: readonly VaultNotice[], lines: readonly string[]) => void;
  /** Gets the place of a line that is drawn over and over (the progress bar) out of the way before a note. */
  readonly onBeforeNote: (clear: () => void) => void;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: NodeJS.ProcessEnv;
  readonly nowMs?: () => number;
  /** Of the person; that of this computer if none is given. */
  readonly timeZone?: string;
}

/** Results on standard output, everything else on standard error; colours only for a terminal that wants them. */
export function createOutput({
  json,
  quiet,
  stdout,
  stderr,
  env,
  nowMs = Date.now,
  timeZone,
}: OutputOptions): Output {
  const colours = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  // A terminal that does not tell its width says 0.
  const width = stdout.isTTY === true && stdout.columns !== 0 ? stdout.columns : undefined;
  const broken = (text: string): string => (width === undefined ? text : wrapLines(text, width));
  let clearLine: () => void = () => undefined;
  let attention: readonly VaultNotice[] = [];
  const attended = (value: unknown): unknown =>
    attention.length > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, attention }
      : value;
  return {
    json,
    paint: createPaint(colours),
    width,
    moment: createMoment({ nowMs, timeZone }),
    answer(value, text) {
      clearLine();
      // Indented for a person who looks at it; a script reads a large list faster without.
      const indent = stdout.isTTY === true ? 2 : undefined;
      stdout.write(
        json
          ? `${safeJson(JSON.stringify(attended(withSecondNames(value)), null, indent))}\n`
          : broken(text()),
      );
    },
    takesJsonText: json && stdout.isTTY !== true,
    answerText(text) {
      clearLine();
      stdout.write(`${safeJson(text)}\n`);
    },
    say(text) {
      clearLine();
      if (!json) stdout.write(broken(text));
    },
    note(line) {
      if (quiet) return;
      clearLine();
      stderr.write(`${plainLines(line).join('\n')}\n`);
    },
    failure(code, message) {
      clearLine();
      if (json) stdout.write(`${safeJson(JSON.stringify(attended({ error: { code, message } })))}\n`);
      else stderr.write(`dossier: ${plainLines(message).slice(0, 2).join('\n')}\n`);
    },
    attend(notices, lines) {
      attention = notices;
      clearLine();
      // Also with --quiet: it is no message about the course of things, and nobody may miss it.
      for (const line of lines) stderr.write(`dossier: ${plainLines(line).join('\n')}\n`);
    },
    onBeforeNote(clear) {
      clearLine = clear;
    },
  };
}
