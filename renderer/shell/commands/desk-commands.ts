import type { CommandHandler, HandlersOf } from '#renderer/session/commands/commands.svelte.ts';
import type { GroupField } from '#contract/finding/listing.ts';
import type { Shared } from '#renderer/session/context.ts';
import type { ScreenName } from '#contract/window/settings.ts';
import { firstPlace } from '#renderer/features/help/place.ts';
import type { deskCommands } from './commands.ts';
import type { Dialogs } from '../navigation/dialogs.svelte.ts';
import { isTyping } from '#renderer/ui/focus/typing.ts';
import { isDesktop } from '#renderer/api/bridge.ts';
import { goToRegion } from '../navigation/regions.ts';
import { screens } from '../navigation/screens.ts';
import type { Navigation } from '../navigation/navigation.svelte.ts';

/** Carries out what can be asked for on every screen. */
export function deskHandlers(work: Navigation, shared: Shared): HandlersOf<typeof deskCommands> {
  const { commands, desk, notices, restore, settings, sync } = shared;
  const isProtected = (): boolean => desk.home?.kind === 'open' && desk.home.protected;
  const listed = (): boolean => work.list.project !== '';

  function screen(name: ScreenName): CommandHandler {
    return {
      run: () => {
        // A user who is there already wants focus where it would be on coming: on the list.
        if (name === 'findings' && work.screen === name) work.goTo('list');
        else work.go(name);
      },
      when: () => screens.some((known) => known.name === name && (listed() || known.alone === true)),
    };
  }
  function grouped(group: GroupField | null): CommandHandler {
    return {
      run: () => {
        work.go('findings');
        void work.list.ask({ group });
      },
      when: listed,
    };
  }
  function part(name: 'query' | 'list'): CommandHandler {
    return {
      run: () => {
        work.goTo(name);
      },
      when: listed,
    };
  }
  function step(by: -1 | 1): CommandHandler {
    return {
      run: () => {
        window.history.go(by);
      },
      // On a Mac these keys go a word further in a text.
      when: () => !commands.mac || !isTyping(),
    };
  }
  function about(dialog: NonNullable<Dialogs['about']>): CommandHandler {
    return () => {
      work.dialogs.about = dialog;
    };
  }
  function theme(name: 'system' | 'light' | 'dark'): CommandHandler {
    return {
      run: () => {
        settings.write('appearance', { ...settings.appearance, theme: name });
      },
      when: () => settings.appearance.theme !== name,
    };
  }

  return {
    'palette.open': () => {
      work.dialogs.palette = true;
    },
    'search.everywhere': () => {
      work.dialogs.everywhere = true;
    },
    'screen.inbox': screen('inbox'),
    'screen.overview': screen('overview'),
    'screen.findings': screen('findings'),
    'screen.review': screen('review'),
    'screen.queue': screen('queue'),
    'screen.conflicts': screen('conflicts'),
    'screen.engagement': screen('engagement'),
    'screen.report': screen('report'),
    'screen.activity': screen('activity'),
    'screen.settings': screen('settings'),
    'go.back': step(-1),
    'go.forward': step(1),
    'query.focus': part('query'),
    'list.focus': part('list'),
    'finding.new': {
      run: () => {
        work.dialogs.create();
      },
      when: listed,
    },
    'list.unread': {
      run: () => {
        work.toggleUnread();
      },
      when: listed,
    },
    'snippets.manage': () => {
      work.section = 'snippets';
      work.go('settings');
    },
    'list.noGroups': grouped(null),
    'list.bySeverity': grouped('severity'),
    'list.byStatus': grouped('status'),
    'list.byAsset': grouped('asset'),
    'list.byTitle': grouped('title'),
    'list.byRule': grouped('rule'),
    'list.byCwe': grouped('cwe'),
    'sync.run': () => {
      work.sync();
    },
    'sync.review': () => {
      void work.reviewPending();
    },
    'sync.fetch': () => {
      work.fetchOnly();
    },
    'sync.anyway': () => {
      work.syncAnyway();
    },
    'sync.cancel': {
      run: () => {
        work.cancelSync();
      },
      when: () => sync.running,
    },
    'region.next': () => {
      goToRegion(1);
    },
    'region.previous': () => {
      goToRegion(-1);
    },
    'help.open': () => {
      work.dialogs.help = firstPlace;
    },
    'help.keyboard': about('keyboard'),
    // A screen has steps of its own, and comes first while it has one.
    close: {
      run: () => work.go('findings'),
      when: () => work.screen !== 'findings',
    },
    'list.save': {
      run: () => {
        work.dialogs.findings = { kind: 'save' };
      },
      when: listed,
    },
    'engagement.add': about('engagement'),
    'engagement.correct': {
      run: () => {
        work.dialogs.about = 'correct';
      },
      when: listed,
    },
    'engagement.rename': {
      run: () => {
        work.dialogs.about = 'rename';
      },
      when: listed,
    },
    'connection.open': about('connection'),
    'connection.disconnect': {
      run: () => {
        work.dialogs.about = 'disconnect';
      },
      when: () => desk.status?.connection?.hasToken === true,
    },
    'home.restore': () => {
      // A browser cannot open a file of the vault; its page says what does.
      if (!isDesktop()) {
        work.section = 'storage';
        work.go('settings');
      } else restore.chooseFile().catch((thrown: unknown) => notices.failed(thrown));
    },
    'home.protect': about('passphrase'),
    'home.lock': {
      run: () => {
        void work.lock();
      },
      when: isProtected,
    },
    'theme.system': theme('system'),
    'theme.light': theme('light'),
    'theme.dark': theme('dark'),
  };
}
