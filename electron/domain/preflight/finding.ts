import type { CheckPlace } from '#contract/procedures/deliverables/preflight.ts';
import type { SyncState } from '#contract/finding/finding.ts';
import type { ImageType } from '#contract/finding/evidence.ts';
import type { Verdict, WorkingState } from '#contract/value-lists.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { stringify } from '../base/json.ts';
import { readRequests } from '../finding/http-text.ts';
import { richFields, type RichField } from '../finding/placed-images.ts';
import { memberOf } from '../finding/record.ts';
import type { NamedImage } from '../text/references/evidence-address.ts';
import { proseOf } from './prose.ts';

/** A finding as the report would print it, and what stands around it in the store. */
export interface CheckedFinding {
  readonly id: string;
  /** The effective record, whatever it holds. */
  readonly record: JsonObject;
  readonly candidate: boolean;
  /** Only its provider may see it. */
  readonly private: boolean;
  /** What the person has decided on a candidate, if that is still to be sent. */
  readonly decision: 'accept' | 'reject' | null;
  /** The last verdict, if the status says otherwise. */
  readonly contradicted: { readonly round: string; readonly verdict: Verdict } | null;
  /** It was rejected, and the user included it by hand. */
  readonly rejected: boolean;
  readonly sync: SyncState;
  /** How far it was marked to be; null if no finding of the engagement is marked. */
  readonly state: WorkingState | null;
  readonly images: readonly CheckedImage[];
  /** What rounds of retests say of it: the text of each verdict and the captions of its images. */
  readonly retests: readonly string[];
  /** The images of these rounds. */
  readonly retestImages: readonly CheckedPicture[];
  /** Identifiers in its texts of findings that the report does not print. */
  readonly deadLinks: readonly string[];
  /** What the report prints of members that the interface does not name. */
  readonly others: readonly string[];
  /** What the assistant wrote about it and nobody has accepted. */
  readonly drafts: readonly CheckedDraft[];
}

/** A text of the assistant that nobody has accepted. */
export interface CheckedDraft {
  /** It waits to be looked at; else it was dropped. */
  readonly open: boolean;
  readonly texts: readonly string[];
}

/** A picture that the report prints. */
export interface CheckedPicture extends NamedImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/** An image of the evidence. */
interface CheckedImage extends CheckedPicture {
  readonly caption: string;
  /** Whether its pixels are still here. */
  readonly kept: boolean;
}

/** A text of a finding as it was written. */
export interface FindingText {
  readonly field: CheckPlace;
  readonly text: string;
}

export { richFields, type RichField };

/** What rules read of a finding: its texts, and its prose made once for all of them. */
export class FindingTexts {
  readonly finding: CheckedFinding;
  readonly #prose = new Map<RichField, string>();

  constructor(finding: CheckedFinding) {
    this.finding = finding;
  }

  /** A field as one text: nothing is `''`, what is no text is its JSON. */
  text(field: CheckPlace): string {
    if (field === 'other') return this.finding.others.join('\n\n');
    return field === 'evidence' || field === 'retest' ? '' : asText(memberOf(this.finding.record, field));
  }

  /** The words of a rich text without its code: what a person wrote to be read. */
  prose(field: RichField): string {
    let prose = this.#prose.get(field);
    if (prose === undefined) {
      const value = memberOf(this.finding.record, field);
      prose = typeof value === 'string' ? proseOf(value) : '';
      this.#prose.set(field, prose);
    }
    return prose;
  }

  /** Everything that people write to be read: title, rich texts with their code, captions, retests, other members. */
  written(): readonly FindingText[] {
    return [
      { field: 'title', text: this.text('title') },
      ...richFields.map((field) => ({ field, text: this.text(field) })),
      ...this.finding.images.map(({ caption }) => ({ field: 'evidence' as const, text: caption })),
      ...this.finding.retests.map((text) => ({ field: 'retest' as const, text })),
      ...this.finding.others.map((text) => ({ field: 'other' as const, text })),
    ];
  }

  /** The recorded requests and responses. */
  requests(): readonly string[] {
    const value = memberOf(this.finding.record, 'requests');
    const read = readRequests(value);
    switch (read.kind) {
      case 'text':
        return [read.text];
      case 'exchanges':
        return read.exchanges.flatMap(({ request, response }) => [request ?? '', response ?? '']);
      case 'other':
        return [asText(value)];
    }
  }

  /** Every text of the finding that the report prints. */
  all(): readonly FindingText[] {
    return [
      ...this.written(),
      ...(['asset', 'tags', 'references'] as const).map((field) => ({ field, text: this.text(field) })),
      ...this.requests().map((text) => ({ field: 'requests' as const, text })),
    ];
  }
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringify(value);
}
