import type { IconName } from '#renderer/ui/display/icons.ts';

/** Parts of the settings, in the order in which they are offered. */
export const sections = [
  { name: 'connection', label: 'Connection', icon: 'cloud' },
  { name: 'sending', label: 'Sending', icon: 'sync' },
  { name: 'network', label: 'Network', icon: 'server' },
  { name: 'account', label: 'Account', icon: 'user' },
  { name: 'profile', label: 'Service profile', icon: 'server' },
  { name: 'security', label: 'Security', icon: 'lock' },
  { name: 'appearance', label: 'Appearance', icon: 'eye' },
  { name: 'formats', label: 'Dates and numbers', icon: 'clock' },
  { name: 'keyboard', label: 'Keyboard', icon: 'key' },
  { name: 'storage', label: 'Storage', icon: 'folder' },
  { name: 'destroy', label: 'Remove engagement', icon: 'trash' },
  { name: 'updates', label: 'Updates', icon: 'sync' },
  { name: 'diagnostics', label: 'Diagnostics', icon: 'help' },
] as const satisfies readonly { name: string; label: string; icon: IconName }[];

export type SectionName = (typeof sections)[number]['name'];
