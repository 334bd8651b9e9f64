import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { EngagementFacts } from '#contract/engagement.ts';
import { defaultProfile } from '#contract/profile.ts';
import type { PageProcedure, Api } from '#renderer/api/api.ts';
import { engagementWorkOf } from '#renderer/features/engagements/facts.state.svelte.ts';
import { Evidences } from '#renderer/features/evidence/evidence.state.svelte.ts';
import {
  leaveFinding,
  openFinding,
  showFinding,
} from '#renderer/features/findings/editor/open-finding.state.svelte.ts';
import { reportChoicesOf } from '#renderer/features/reports/choice/report-choices.state.svelte.ts';
import { openVerdicts } from '#renderer/features/retest/verdicts.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { record, viewOf } from './open-state.ts';
import type { Answers, Cells } from './racing-program.ts';

/** What is shown of a machine until it is locked, left or the account changes. */
export interface ShownPage {
  shown(field: string): string;
  type(field: string, value: string): void;
  /** Something in the store changed. */
  refresh(): Promise<unknown>;
  /** The field is left: saves at once. */
  saveNow(): Promise<unknown>;
  /** The page goes away. */
  hide(): void;
  /** The view is taken away, by a lock for one. */
  leave(): void;
  /** What another window wrote and the user has to answer; null if nothing. */
  elsewhere(field: string): string | null;
  keepMine(field: string): void;
}

/** One place of the window where text is saved as it is typed. */
export interface Machine {
  readonly name: string;
  readonly writes: PageProcedure;
  readonly fields: readonly [string, string];
  readonly answers: Answers;
  /** Whether what is not saved is told, and asks before it goes over what was written elsewhere; of a choice, the last one counts. */
  readonly asks: boolean;
  /** Shows it to an account. */
  enter(api: Api): Promise<ShownPage>;
}

const project = 'harbour-2026';
const texts = (list: readonly (string | undefined)[] | undefined) => list?.map((text) => text ?? '');

const finding: Machine = {
  name: 'a finding',
  writes: 'finding.edit',
  fields: ['title', 'description'],
  asks: true,
  answers: {
    'connection.profile': () => defaultProfile,
    'finding.open': (_input, cells) => {
      const effective = { ...record, title: cells.get('title'), description: cells.get('description') };
      return viewOf(effective, { lookedAt: { at: '2026-11-02T09:00:00.000Z', record: {} } });
    },
    'finding.edit': ({ changes, seen }, cells) => {
      for (const [field, value] of Object.entries(changes))
        cells.write(field, textIn(value), [
          Object.entries(seen ?? {}).find(([name]) => name === field)?.[1] ?? '',
        ]);
    },
  },
  async enter(api) {
    const open = openFinding({ api, profile: defaultProfile, revision: 1 }, 'f1');
    showFinding(api, open);
    await open.show();
    const fieldOf = (field: string) => (field === 'title' ? 'title' : 'description');
    return {
      shown: (field) => textIn(open.valueOf(fieldOf(field))),
      type: (field, value) => open.type(fieldOf(field), value),
      refresh: () => open.refresh(),
      saveNow: () => open.saveNow(),
      hide: () => open.hide(),
      leave: () => void leaveFinding(api, open),
      elsewhere: (field) => {
        const other = open.draftOf(fieldOf(field))?.elsewhere;
        return other == null ? null : textIn(other.value);
      },
      keepMine: (field) => open.insist(fieldOf(field)),
    };
  },
};

const facts: Machine = {
  name: 'the facts of an engagement',
  writes: 'engagement.describe',
  fields: ['client', 'summary'],
  asks: true,
  answers: {
    'engagement.facts': (_input, cells) => ({ facts: factsIn(cells), missing: [] }),
    'engagement.describe': ({ facts: changes, seen }, cells) => {
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, cells.get(field)]));
      for (const [field, value] of Object.entries(changes))
        cells.write(
          field,
          textIn(value),
          seen?.map((one) => Object.entries(one).find(([name]) => name === field)?.[1]),
        );
      return { facts: factsIn(cells), missing: [], before };
    },
  },
  async enter(api) {
    const work = engagementWorkOf(api, project);
    await work.refresh();
    const factOf = (field: string) => (field === 'client' ? 'client' : 'summary');
    return {
      shown: (field) => work.facts?.[factOf(field)] ?? '',
      type: (field, value) => work.type(factOf(field), value),
      refresh: () => work.refresh(),
      saveNow: () => work.saveNow(),
      hide: () => work.hide(),
      leave: () => void work.saveNow(),
      elsewhere: (field) => work.elsewhere[factOf(field)] ?? null,
      keepMine: (field) => work.answer(factOf(field), false),
    };
  },
};

function factsIn(cells: Cells): Partial<EngagementFacts> {
  return { client: cells.get('client'), summary: cells.get('summary') };
}

const verdicts: Machine = {
  name: 'the words of a verdict',
  writes: 'verdict.set',
  fields: ['text', 'who'],
  asks: true,
  answers: {
    'finding.verdicts': (_input, cells): readonly FindingRound[] => [
      {
        number: 1,
        name: 'Retest 1',
        begins: '',
        ends: '',
        note: '',
        images: 0,
        refused: null,
        offered: null,
        given: {
          verdict: 'fixed',
          text: cells.get('text'),
          who: cells.get('who'),
          at: '2026-11-02',
          setAt: '2026-11-02T09:00:00.000Z',
        },
      },
    ],
    'verdict.set': ({ text, who, seen }, cells) => {
      if (text !== undefined) cells.write('text', text, texts(seen?.text));
      if (who !== undefined) cells.write('who', who, texts(seen?.who));
      return { setting: 1 };
    },
  },
  async enter(api) {
    const shown = openVerdicts(api, { id: 'f1', project }, () => undefined);
    await shown.refresh();
    const round = () => shown.rounds?.[0] ?? null;
    const memberOf = (field: string) => (field === 'text' ? 'text' : 'who');
    return {
      shown: (field) => {
        const one = round();
        return one === null ? '' : shown.wordsOf(one)[memberOf(field)];
      },
      type: (field, value) => shown.type(1, { [memberOf(field)]: value }),
      refresh: () => shown.refresh(),
      saveNow: () => shown.saveNow(),
      hide: () => shown.hide(),
      leave: () => shown.close(),
      elsewhere: (field) => {
        const one = round();
        return one === null ? null : (shown.elsewhereOf(one)?.[memberOf(field)] ?? null);
      },
      keepMine: () => {
        const one = round();
        if (one !== null) shown.keepMine(one);
      },
    };
  },
};

const captions: Machine = {
  name: 'the captions of images',
  writes: 'evidence.caption',
  fields: ['e1', 'e2'],
  asks: true,
  answers: {
    'evidence.list': (_input, cells) => ['e1', 'e2'].map((evidence) => imageOf(evidence, cells)),
    'evidence.caption': ({ evidence, caption, seen }, cells) => {
      cells.write(evidence, caption, texts(seen));
      return imageOf(evidence, cells);
    },
    'evidence.content': () => ({ type: 'image/png', content: '' }),
  },
  async enter(api) {
    const shown = new Evidences(api, new Notices(), 'f1');
    await shown.refresh();
    const of = (field: string) => shown.list?.find(({ evidence }) => evidence === field);
    return {
      shown: (field) => {
        const image = of(field);
        return image === undefined ? '' : shown.captionOf(image);
      },
      type: (field, value) => shown.type(field, value),
      refresh: () => shown.refresh(),
      saveNow: () => shown.saveNow(),
      hide: () => shown.hide(),
      leave: () => shown.close(),
      elsewhere: (field) => {
        const image = of(field);
        return image === undefined ? null : shown.elsewhereOf(image);
      },
      keepMine: (field) => {
        const image = of(field);
        if (image !== undefined) shown.keepMine(image);
      },
    };
  },
};

function imageOf(evidence: string, cells: Cells): unknown {
  return { evidence, caption: cells.get(evidence), pictureSha256: evidence, annotations: [] };
}

const title: Machine = {
  name: 'the title of a report',
  writes: 'report.configure',
  fields: ['title', 'title'],
  asks: false,
  answers: {
    'report.settings': (_input, cells) => ({ settings: { title: cells.get('title') } }),
    'report.configure': ({ settings: { title: text } = {} }, cells) => {
      cells.write('title', text ?? '');
      return { settings: { title: cells.get('title') } };
    },
  },
  async enter(api) {
    const work = reportChoicesOf({ api, notices: new Notices() }, project);
    await work.refresh();
    return {
      shown: () => work.title,
      type: (_field, value) => work.typeTitle(value),
      refresh: () => work.refresh(),
      saveNow: () => work.saveNow(),
      hide: () => work.hide(),
      leave: () => void work.saveNow(),
      elsewhere: () => null,
      keepMine: () => undefined,
    };
  },
};

const settings: Machine = {
  name: 'the settings of the window',
  writes: 'setting.write',
  fields: ['formats', 'spelling'],
  asks: false,
  answers: {
    'setting.read': (_input, cells) => ({
      formats: { locale: cells.get('formats'), date: 'words' },
      spelling: { languages: [cells.get('spelling')] },
    }),
    // The last choice counts: no setting says what it is written over.
    'setting.write': ({ name, value }, cells) => {
      cells.write(name, textIn(value));
    },
  },
  async enter(api) {
    const chosen = new Settings(
      () => api,
      () => undefined,
    );
    await chosen.load();
    return {
      shown: (field) => (field === 'formats' ? chosen.formats.locale : (chosen.spelling.languages[0] ?? '')),
      type: (field, value) => {
        if (field === 'formats') chosen.write('formats', { locale: value as 'system', date: 'words' });
        else chosen.write('spelling', { languages: [value as 'en-US'] });
      },
      refresh: () => chosen.load(),
      saveNow: () => chosen.flush(),
      hide: () => chosen.hide(),
      leave: () => chosen.forget(),
      elsewhere: () => null,
      keepMine: () => undefined,
    };
  },
};

/** The text of a field, or of a setting of these two. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { locale, languages } = (value ?? {}) as {
    readonly locale?: string;
    readonly languages?: readonly string[];
  };
  return locale ?? languages?.[0] ?? '';
}

/** Every place of the window that saves as it is typed. */
export const machines: readonly Machine[] = [finding, facts, verdicts, captions, title, settings];
