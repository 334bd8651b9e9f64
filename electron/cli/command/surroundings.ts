/** What the program reads of its environment, as help and manual tell it. */
export const environmentVariables = [
  { name: 'DOSSIER_TOKEN', summary: 'the API token of the service' },
  { name: 'DOSSIER_PASSPHRASE', summary: 'the passphrase of the vault' },
  { name: 'DOSSIER_HOME', summary: 'the folder of the vault' },
  {
    name: 'DOSSIER_PROJECT',
    summary: 'the engagement of commands that only read, where none is named',
  },
  { name: 'NO_COLOR', summary: 'no colours' },
] as const;

/** How a command ends. */
export const exitCodes = [
  { code: 0, meaning: 'done' },
  { code: 1, meaning: 'failed' },
  { code: 2, meaning: 'wrong usage' },
  { code: 3, meaning: 'done, but something needs attention' },
  { code: 4, meaning: 'the service refused the credentials' },
  { code: 5, meaning: 'the service cannot be reached' },
] as const;
