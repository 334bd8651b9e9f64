/** What is open over the screen of the report. */
export type ReportContext =
  | { readonly kind: 'themes' }
  | { readonly kind: 'word-templates' }
  | { readonly kind: 'masks' }
  | { readonly kind: 'compare'; readonly from: number; readonly to: number };
