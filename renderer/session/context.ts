import { createContext } from 'svelte';
import type { Commands } from './commands/commands.svelte.ts';
import type { Desk } from './desk/desk.svelte.ts';
import type { BackupRestore } from './backup-restore.svelte.ts';
import type { Notices } from './notices/notices.svelte.ts';
import type { Settings } from './settings.svelte.ts';
import type { SyncRun } from './desk/sync-run.svelte.ts';
import type { TokenQuestion } from './account/token-question.svelte.ts';
import type { PausedCalls } from './waits.svelte.ts';

/** What every screen of one window shares. It is made once, by `main.ts`, and given down by context. */
export interface Shared {
  readonly desk: Desk;
  readonly settings: Settings;
  readonly notices: Notices;
  readonly sync: SyncRun;
  readonly commands: Commands;
  readonly waits: PausedCalls;
  readonly tokens: TokenQuestion;
  readonly restore: BackupRestore;
}

/** Only inside a component's initialisation. */
export const [getShared, setShared] = createContext<Shared>();
