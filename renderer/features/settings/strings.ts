import { counted } from '#renderer/ui/text/format.ts';

/** Texts of the settings about what leaves this computer, and when. */
export const sendingStrings = {
  title: 'Sending',
  about:
    'Changes are saved here first. Choose when they are sent. Others’ changes are fetched every few minutes.',
  when: 'Send pending changes',
  asked: 'Only when I sync',
  automatic: 'Automatically',
  every: 'Every',
  minutes: (count: number) => `${String(count)} minutes`,
} as const;

/** Texts about backups of the whole vault. */
export const backupStrings = {
  title: 'Backup of the whole vault',
  about: 'One file with everything, for another disk. It opens with the vault’s passphrase, if it has one.',
  backUp: 'Back up vault…',
  restore: 'Restore backup…',
  backingUp: 'Backing up the vault',
  suggested: (day: string): string => `dossier-${day}.dossier`,
  inBrowser:
    'Save a copy elsewhere with “dossier home backup FILE”, and restore it with “dossier home restore FILE FOLDER”.',
  beside: 'Backups beside the store',
  none: 'None yet. One is created after a sync, every four hours at most. The last three are kept, and three of your own.',
  folder: (path: string): string => `They lie in ${path}`,
  byHand: 'by hand',
  backedUp: (
    path: string,
    bytes: string,
    { pending, credentials }: { readonly pending: number; readonly credentials: number },
  ): string =>
    `The vault is backed up to ${path} (${bytes}) and was read back. ${
      credentials === 0
        ? 'It holds no token and no session.'
        : `Contains the token or session of ${counted(credentials, 'account')}, encrypted.`
    }${
      pending === 0
        ? ''
        : ` ${counted(pending, 'pending change')} ${pending === 1 ? 'is' : 'are'} in it: sync here before you restore it.`
    }`,
} as const;

/** Texts of the network settings. */
export const networkStrings = {
  proxy: 'Proxy',
  proxyKinds: [
    { value: 'automatic', label: 'Automatic', example: 'environment or system setting' },
    { value: 'none', label: 'No proxy' },
    { value: 'manual', label: 'Use this proxy' },
  ],
  address: 'Proxy address',
  addressHint: 'An HTTP proxy, as http://HOST:PORT. For NTLM or Kerberos, name a local forwarding proxy.',
  name: 'Name',
  nameHint: 'Leave empty if not needed.',
  password: 'Password',
  passwordHint: 'Stored encrypted, never shown or logged.',
  passwordKept: 'Leave empty to keep the stored password.',
  now: 'Now:',
  saveProxy: 'Save proxy',
  authorities: 'Trusted certificates',
  authoritiesAbout: 'If your company inspects TLS traffic, add its root certificate (PEM).',
  noAuthorities: 'No certificates added.',
  addAuthorities: 'Add certificate file',
  replaceAuthorities: 'Replace certificate file',
  removeAuthorities: 'Remove certificates',
  client: 'Client certificate',
  clientAbout: 'Only if the service asks for one: a PKCS#12 file (.p12 or .pfx).',
  noClient: 'No client certificate added.',
  addClient: 'Choose client certificate',
  saveClient: 'Save client certificate',
  removeClient: 'Remove client certificate',
  passphrase: (file: string) => `Passphrase of ${file}`,
  cancel: 'Cancel',
  issuedTo: 'Issued to',
  issuedBy: 'Issued by',
  valid: 'Valid',
  fingerprint: 'SHA-256',
  saved: 'Saved.',
} as const;

/** Texts of the settings about new versions of the program. */
export const updateStrings = {
  title: 'Updates',
  about: 'Off until you allow them. Nothing is installed without your click, or while changes are pending.',
  browserOnly: 'Only the desktop application checks for updates. This page and the terminal never do.',
  when: 'Check for updates',
  off: 'Off',
  ask: 'Ask me',
  askExample: 'checks once a day, and asks before it installs',
  feed: 'Address or folder',
  feedHint: 'Where your company keeps updates: an https:// address, or the full path of a folder.',
  allow: 'Allow updates',
  change: 'Change source',
  look: 'Check for updates',
  looking: 'Checking…',
  downloading: 'Downloading update…',
  bytes: (done: string, total: string) => `${done} of ${total}`,
  cancel: 'Cancel download',
  install: 'Download and install',
  version: 'This version',
  looked: 'Last check',
  never: 'Never',
  outcomes: {
    none: '',
    newest: 'no newer version',
    found: 'a new version was found',
    unsigned: 'not signed as it should be',
    failed: 'the source could not be reached or read',
  },
  unsigned: 'The update is not signed with the right key. Do not install it; tell your administrators.',
  failed:
    'Nothing was changed. Without a network this is to be expected: Dossier tries again in an hour. Otherwise check the address or the folder.',
  available: (version: string) => `Version ${version} is available`,
  released: (date: string) => `Released ${date}`,
  noNotes: 'The source does not say what is new.',
  toast: (version: string) => `Dossier ${version} is available.`,
  show: 'Show update',
} as const;

/** Texts of the settings about spelling. */
export const spellingStrings = {
  title: 'Spelling',
  about:
    'Misspelled words are marked as you write. Everything is checked on this computer; no word leaves it. Words in any ticked dictionary are accepted.',
  usual: 'Dictionaries for all engagements',
  usualHint: 'With none ticked, spelling is not checked.',
  noneOnComputer:
    'Tick one to check spelling. For German, install LibreOffice with German, or the package hunspell-de-de.',
  added: 'Added dictionaries',
  addedHint: 'Add any other Hunspell dictionary with its .aff and .dic file.',
  noneAdded: 'No dictionary added.',
  add: 'Add dictionary files',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
  pair: 'Choose the .aff and the .dic file of one dictionary together.',
  own: 'Engagement',
  ways: 'Dictionaries of this engagement',
  way: [
    { value: 'usual', label: 'As for all engagements' },
    { value: 'own', label: 'Its own' },
    { value: 'off', label: 'Off' },
  ],
  ownDictionaries: 'Its own dictionaries',
  words: 'Words of this engagement',
  wordsHint: 'Names and terms accepted in its texts. Kept in this vault.',
  noEngagement: 'Add an engagement first: words belong to one.',
} as const;

/** How dictionaries are called that do not come with the program. */
export const dictionaryStrings = {
  onComputer: (language: string) => `${language}, on this computer`,
  notOnComputer: (language: string) => `${language}, no longer on this computer`,
  removedDictionary: (name: string) => `${name}, removed`,
} as const;

/** Texts of the settings about snippets. */
export const snippetStrings = {
  title: 'Snippets',
  about: 'Texts you write often. Type / and a name, press its key, or use the toolbar of a text.',
  none: 'No snippets yet.',
  add: 'Add snippet',
  new: 'New snippet',
  change: 'Change snippet',
  name: 'Name',
  taken: 'Another snippet has this name.',
  text: 'Text, Markdown',
  textHint: (placeholders: string) => `Filled in from the finding: ${placeholders}`,
  save: 'Save snippet',
  edit: (name: string) => `Change ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
} as const;
