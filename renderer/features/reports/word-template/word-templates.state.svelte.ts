import type { TemplateProblem, WordTemplateCheck } from '#contract/deliverable/word-template.ts';
import type { LanguageKey } from '#contract/deliverable/template.ts';
import type { WordTemplateFile } from '#contract/procedures/deliverables/word-templates.ts';
import { wordTemplateNameOf } from '#domain/deliverable/word-template-name.ts';
import type { Api } from '#renderer/api/api.ts';
import { queryOf } from '#renderer/session/live/live.svelte.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Submission } from '#renderer/session/submission.svelte.ts';
import { saveAsFile } from '#renderer/session/values/save-file.ts';
import { wordTemplateLabel } from '../option-strings.ts';

interface Parts {
  readonly api: Api;
  readonly notices: Notices;
}

/** A file as a person chose it. */
interface ChosenFile {
  readonly name: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The templates for Word of this vault: one is looked at; files are taken, saved and removed. */
export class WordTemplates {
  readonly #parts: Parts;
  readonly #language: LanguageKey;
  readonly #open = queryOf('template.read');
  readonly sending = new Submission();
  /** The one that is looked at. */
  looked = $state('');
  /** Of a file that was not taken, what is wrong with it. */
  refused = $state.raw<{ readonly file: string; readonly problems: readonly TemplateProblem[] } | null>(null);

  /** @param language that of the report: the starter's texts have it */
  constructor(parts: Parts, first: string, language: LanguageKey) {
    this.#parts = parts;
    this.#language = language;
    this.look(first);
  }

  /** The one that is looked at, with its file; null until it is there. */
  get open(): WordTemplateFile | null {
    const file = this.#open.value;
    return file?.name === this.looked ? file : null;
  }

  /** Why it cannot be shown. */
  get failure(): string | null {
    return this.sending.error ?? this.#open.error;
  }

  /** Shows a template. */
  look(name: string): void {
    this.looked = name;
    this.#open.show(this.#parts.api, { name, language: this.#language });
  }

  /** Takes a file under its own name, in place of a template that has it. Never throws. @param known names that are there */
  async take(file: ChosenFile, known: readonly string[]): Promise<void> {
    this.refused = null;
    await this.sending.run(async () => {
      const { api, notices } = this.#parts;
      const name = wordTemplateNameOf(file.name);
      const content = new Uint8Array(await file.arrayBuffer()).toBase64();
      const before = known.includes(name) ? await api.call('template.read', { name }) : null;
      const kept = await api.call('template.keep', { name, content });
      if (!kept.ok) {
        this.refused = { file: file.name, problems: kept.problems };
        return;
      }
      this.look(name);
      if (before === null) notices.done(`The template "${name}" is in this vault now.`);
      else
        notices.done(`The template "${name}" was replaced.`, {
          label: 'Undo',
          run: () => void this.#keepAgain(before),
        });
    });
  }

  /** Saves the file of the one that is looked at. Never throws. */
  async save(): Promise<void> {
    const { open } = this;
    if (open === null) return;
    const { name, content, ending } = open;
    const told = `The template "${wordTemplateLabel(name)}" is saved as a file.`;
    await this.sending.run(() =>
      saveAsFile(this.#parts, {
        name: `${name.replaceAll(' ', '-')}.${ending}`,
        content: Uint8Array.fromBase64(content),
        told,
      }),
    );
  }

  /** Removes the one that is looked at; another is shown then. Never throws. */
  async remove(next: string): Promise<void> {
    const { open } = this;
    if (open === null) return;
    const { name } = open;
    await this.sending.run(async () => {
      await this.#parts.api.call('template.remove', { name });
      this.look(next);
      this.#parts.notices.done(`The template "${name}" was removed.`, {
        label: 'Undo',
        run: () => void this.#keepAgain(open),
      });
    });
  }

  /** Gives up what is being asked for. */
  leave(): void {
    this.#open.leave();
  }

  async #keepAgain({ name, content }: WordTemplateFile): Promise<void> {
    await this.sending.run(async () => {
      await this.#parts.api.call('template.keep', { name, content });
      this.look(name);
    });
  }
}

/** How many places a report fills, and which styles are its own, in short sentences. */
export function toldOf({ marks, styles }: WordTemplateCheck): string[] {
  const missing = styles.filter(({ found }) => !found).map(({ name }) => name);
  return [
    marks.length === 0
      ? 'It has no mark: the report stands behind what it holds.'
      : `Filled: ${[...new Set(marks.map(({ mark }) => `{{${mark}}}`))].join(', ')}.`,
    missing.length === 0
      ? 'It has every style of a report.'
      : `Styles that it does not have, and that are the report's own: ${missing.join(', ')}.`,
  ];
}
