import type { BulkProgress } from '../findings/bulk.ts';
import type { ImportProgress } from '../findings/import.ts';
import type { ReportProgress } from '../../deliverable/report.ts';

/** What a running procedure tells while it works; faces draw progress from it. */
export type ProgressEvent =
  | {
      readonly kind: 'sync';
      readonly project: string;
      readonly phase: 'push' | 'sweep' | 'details' | 'settle' | 'index';
      readonly done: number;
      readonly total: number | null;
      /** Pages of a sweep. The service does not say how many there are: about as many as the last whole one met. */
      readonly pages?: { readonly done: number; readonly about: number | null };
    }
  | BulkProgress
  | ImportProgress
  | ({ readonly kind: 'report' } & ReportProgress)
  /** Of all findings of an engagement, so many were read for what was asked. */
  | { readonly kind: 'findings'; readonly done: number; readonly total: number }
  /** Answers to conflicts, given to many at once. */
  | { readonly kind: 'answers'; readonly done: number; readonly total: number }
  /** Bytes of an update of the program; `total` is null until the source has answered. */
  | { readonly kind: 'download'; readonly done: number; readonly total: number | null }
  /** Bytes of a backup that are in the vault that is made of it. */
  | { readonly kind: 'restore'; readonly done: number; readonly total: number }
  /** The service asked to wait this long (ms) from now: nothing is done before. Null: it goes on. */
  | { readonly kind: 'pause'; readonly wait: string; readonly leftMs: number | null }
  | { readonly kind: 'notice'; readonly text: string };
