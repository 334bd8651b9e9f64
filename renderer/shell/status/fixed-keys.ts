/** Keys that stay what they are in every program, beside those of the commands: headings with keys and what they do. */
export const fixedKeys = [
  {
    name: 'List',
    keys: [
      ['↑', 'One finding up or down (also ↓)'],
      ['PgUp', 'One screen (also PgDn), Home and End'],
      ['Enter', 'Open beside the list'],
      ['Space', 'Preview'],
      ['X', 'Select or deselect'],
      ['Shift+↓', 'Choose everything from here on'],
      ['Ctrl+A', 'Select all results'],
      ['Esc', 'Clear the selection, then close the finding'],
    ],
  },
  {
    name: 'Columns of the list (Tab leads to them)',
    keys: [
      ['←', 'One column to the left or right (also →)'],
      ['Enter', 'Sort by it, or reverse the order'],
      ['Alt+←', 'Move it (also Alt+→)'],
      ['Shift+←', 'Make it narrower (Shift+→ wider)'],
      ['↓', 'Back to the findings'],
    ],
  },
  {
    name: 'While you write',
    keys: [
      ['Ctrl+Z', 'Undo'],
      ['Ctrl+Y', 'Redo'],
      ['Ctrl+S', 'Save at once'],
      ['[[', 'Link to a finding'],
      ['/', 'Insert a snippet: type its name'],
    ],
  },
] as const;
