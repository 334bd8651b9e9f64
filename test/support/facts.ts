/** Facts of an engagement that miss nothing, as a caller gives them. */
export const wholeFacts = {
  client: 'Harbour Ltd',
  begins: '2026-11-02',
  ends: '2026-11-20',
  classification: 'Confidential',
  contacts: [{ name: 'Ida' }],
  team: [{ name: 'Mara' }],
  scopeIn: [{ what: '*.harbour.test' }],
  method: 'By hand.',
  summary: 'All is well.',
};
