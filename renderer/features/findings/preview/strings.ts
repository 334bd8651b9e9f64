/** Texts of the preview of a finding that is not opened. */
export const previewStrings = {
  title: 'Preview',
  assignee: 'Assignee',
  noTexts: 'No texts yet.',
  keys: 'Up and Down move on, Enter opens, Space or Escape closes',
} as const;
