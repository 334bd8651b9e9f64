import type { IconName } from '#renderer/ui/display/icons.ts';

/** Parts of the settings, in the order in which they are offered. */
export const sections = [
  { name: 'connection', label: 'Connection', icon: 'cloud', words: 'service url address server' },
  { name: 'sending', label: 'Sending', icon: 'sync', words: 'sync automatic manual when' },
  { name: 'network', label: 'Network', icon: 'server', words: 'proxy certificate tls' },
  { name: 'account', label: 'Account', icon: 'user', words: 'token sign in out password two factor' },
  { name: 'profile', label: 'Service profile', icon: 'server', words: 'fields members statuses' },
  {
    name: 'security',
    label: 'Security',
    icon: 'lock',
    words: 'passphrase lock recovery code keychain encryption',
  },
  { name: 'appearance', label: 'Appearance', icon: 'eye', words: 'theme dark light size density' },
  { name: 'formats', label: 'Dates and numbers', icon: 'clock', words: 'language time' },
  {
    name: 'spelling',
    label: 'Spelling',
    icon: 'check',
    words: 'spell check dictionary words language german english',
  },
  { name: 'snippets', label: 'Snippets', icon: 'snippet', words: 'templates texts boilerplate phrases' },
  { name: 'keyboard', label: 'Keyboard', icon: 'key', words: 'shortcuts keys' },
  {
    name: 'storage',
    label: 'Storage',
    icon: 'folder',
    words: 'backup back up restore folder disk size vault',
  },
  { name: 'destroy', label: 'Remove engagement', icon: 'trash', words: 'delete destroy project' },
  { name: 'updates', label: 'Updates', icon: 'sync', words: 'version new' },
  { name: 'diagnostics', label: 'Diagnostics', icon: 'help', words: 'support log help problem' },
] as const satisfies readonly {
  name: string;
  label: string;
  icon: IconName;
  /** Other words by which the palette finds it. */
  words: string;
}[];

export type SectionName = (typeof sections)[number]['name'];
