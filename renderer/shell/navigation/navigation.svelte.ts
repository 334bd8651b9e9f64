import type { Engagement } from '#contract/engagement.ts';
import type { GroupField } from '#contract/finding/listing.ts';
import type { FactName } from '#contract/engagement.ts';
import type { ScreenName } from '#contract/window/settings.ts';
import type { ListRow } from '#contract/window/window.ts';
import { quoted } from '#domain/query/quoted.ts';
import type { InboxRow } from '#contract/procedures/findings/lists.ts';
import type { BulkResult } from '#contract/procedures/findings/bulk.ts';
import type { SectionName } from '#renderer/features/settings/sections.ts';
import { Activity } from '#renderer/features/activity/activity.state.svelte.ts';
import { AccountOverview } from '#renderer/session/account/account.svelte.ts';
import { annotatedImageOf, markedImageOf } from '#renderer/features/evidence/areas/drafts.ts';
import type { PageInput } from '#renderer/api/api.ts';
import { lastChangesOf } from '#renderer/session/last-changes.ts';
import { findingMarkdown } from '#domain/text/references/finding-address.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';
import type { Shared } from '#renderer/session/context.ts';
import { requestFocus } from '#renderer/session/pending-focus.ts';
import { copyText } from '#renderer/session/values/copy-text.ts';
import { Conflicts } from '#renderer/features/conflicts/conflicts.state.svelte.ts';
import { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { SendReview } from '#renderer/features/outbox/send-review.state.svelte.ts';
import { Queue } from '#renderer/features/outbox/outbox.state.svelte.ts';
import { Review } from '#renderer/features/review/review.state.svelte.ts';
import { SavedViews } from '#renderer/session/list/saved-views.svelte.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';
import { throttle } from '#renderer/session/live/throttle.ts';
import { Dialogs } from './dialogs.svelte.ts';
import type { HistoryPlace } from './window-history.svelte.ts';
import { runsAlready, syncNow, type Sends } from './sync.ts';
import { Counts } from './counts.svelte.ts';

/** Where a person was in an engagement. */
interface Place {
  readonly query: string;
  readonly sort: string | null;
  readonly group: GroupField | null;
  /** Names of groups of which only the line is shown. */
  readonly folded?: readonly string[];
  /** Beside the list. */
  readonly finding: string | null;
  readonly split: number | null;
  readonly maximised: boolean;
  readonly screen: ScreenName;
}

/** So many findings that were opened last are offered again. */
const maxVisited = 6;

/** So many findings are named in a query. */
const maxListed = 100;

const inNeed = 'is:conflict,rejected,unknown';

interface LeftContext {
  /** Whether something that was typed went with them. */
  readonly typed: boolean;
  /** Where the user is instead, if they were in one of them. */
  readonly now: Engagement | undefined;
  /** Whether another engagement came with the same answer: one of them may have another ID now. */
  readonly replaced: boolean;
}

/** What a notice says of engagements that are not here any more. */
function leftWords(gone: readonly Engagement[], { typed, now, replaced }: LeftContext): string {
  const nameOf = ({ name, project }: Engagement): string => `"${isolate(name ?? project)}"`;
  // What was begun before a lock may be of one that was destroyed behind it, and nobody knows its name any more.
  const names = gone.length === 0 ? 'an engagement' : gone.map(nameOf).join(', ');
  const lost = typed ? ' Unsaved text there is lost.' : '';
  const there = now === undefined ? '' : ` You are in ${nameOf(now)} now.`;
  const left = replaced
    ? `${names} ${gone.length > 1 ? 'are' : 'is'} not in this vault any more.`
    : `The data of ${names} was destroyed.`;
  return `${left}${lost}${there}`;
}

/** What a person does at the open desk: which list, which finding and which screen they have before them. */
export class Navigation {
  readonly #shared: Shared;
  readonly list: FindingList;
  readonly views: SavedViews;
  readonly tallies: Counts;
  readonly conflicts: Conflicts;
  readonly queue: Queue;
  readonly sending: SendReview;
  readonly activity: Activity;
  readonly review: Review;
  readonly account: AccountOverview;
  readonly dialogs: Dialogs;
  /** What stands beside the side bar; the others keep what was open in them. */
  screen = $state<ScreenName>('findings');
  /** Which of the engagement's facts gets focus as soon as they are there. */
  fact = $state<FactName | null>(null);
  /** Which part of the settings is shown. */
  section = $state<SectionName>('connection');
  /** What gets focus as soon as the findings are there. */
  focus = $state<'query' | 'list' | 'finding' | null>(null);
  /** Whether the side bar stands over the screen, if there is no room for it beside. */
  listsOpen = $state(false);
  /** Counts how often the selected row is to be scrolled into sight. */
  revealed = $state(0);
  #opened = $state<string | null>(null);
  /** The findings of this engagement that were opened last, the last one first. */
  visited = $state.raw<readonly string[]>([]);
  /** Steps to a finding whose name is still being asked for. */
  #steps = $state(0);
  /** Width of the list beside a finding; null until the user moved its edge. */
  split = $state<number | null>(null);
  /** Whether the open finding has the room of the list too. */
  maximised = $state(false);
  /** Whether it is known where the person was last. */
  restored = $state(false);
  /** Whether the person went anywhere by themselves. */
  #moved = false;
  /** Those of the home, as they were known last. */
  #engagements: readonly Engagement[] = [];
  /** The ID that an engagement is about to lose for another one. */
  #corrected: string | null = null;
  /** The user may go elsewhere before the desk knows an engagement that was just added. */
  readonly #entering = new SequenceGuard();
  /** What the list showed before "what changed". */
  #before = '';

  /** Whether the open finding is being left for one whose name is not known yet. */
  get leaves(): boolean {
    return this.#steps > 0;
  }

  /** The finding beside the list. */
  get opened(): string | null {
    return this.#opened;
  }

  set opened(id: string | null) {
    if (id === this.#opened) return;
    this.#opened = id;
    if (id !== null)
      this.visited = [id, ...this.visited.filter((other) => other !== id)].slice(0, maxVisited);
    this.list.hold(null);
  }

  constructor(shared: Shared) {
    this.#shared = shared;
    const { desk } = shared;
    this.list = new FindingList(
      desk.api,
      () => desk.profile,
      () => Date.now(),
    );
    this.views = new SavedViews(desk.api);
    this.tallies = new Counts(shared, this.views, () => this.list.project);
    this.conflicts = new Conflicts(desk.api, (title, text) =>
      shared.notices.attention(`"${title}" is resolved. What you wrote there was not used.`, {
        label: 'Copy it',
        run: () => void copyText(shared.notices, text, 'Copied.'),
      }),
    );
    this.queue = new Queue(desk.api);
    this.sending = new SendReview(desk.api);
    this.activity = new Activity(desk.api);
    this.account = new AccountOverview(desk.api);
    this.review = new Review(
      desk.api,
      shared.notices,
      () => desk.profile,
      (candidate) => void this.#leadTo(candidate),
    );
    // What a lock took away in the middle is there again.
    this.dialogs = new Dialogs(shared, this.list);
    const drawn = markedImageOf(desk.api).now ?? annotatedImageOf(desk.api).now;
    if (drawn !== null && !this.dialogs.isOpen) this.show(drawn.finding);
  }

  /** Asks again what is known of the account; for callers that ask often. */
  readonly freshenAccount = throttle(() => this.account.load(), 300);

  /** Asks again for what the list shows; for callers that ask often. */
  readonly freshen = throttle(() => this.list.again(), 300);

  /** Goes to another screen. */
  go(screen: ScreenName): void {
    this.#moved = true;
    this.listsOpen = false;
    this.screen = screen;
  }

  /** Opens a finding of whichever engagement. */
  async showIn(project: string, id: string): Promise<void> {
    if (await this.#goInto(project)) this.show(id);
  }

  /** Shows what a query finds in whichever engagement. */
  async findIn(project: string, query: string): Promise<void> {
    if (await this.#goInto(project)) this.find(query, null);
  }

  /** Leads from the inbox to where a finding is decided on, or shown. */
  async follow({ project, kind, finding, op }: InboxRow): Promise<void> {
    if (!(await this.#goInto(project))) return;
    if (kind === 'candidate') this.decideOn(finding);
    else if (kind === 'conflict' && op !== null) this.settle({ op, id: finding });
    else if (kind === 'refused' && op !== null) this.waits(op);
    else this.show(finding);
  }

  /** @returns false if the engagement is not here any more, which the user is told */
  async #goInto(project: string): Promise<boolean> {
    const { desk, notices } = this.#shared;
    if (desk.engagements?.every((known) => known.project !== project) === true) {
      notices.told('Its engagement was removed from this vault.');
      return false;
    }
    if (project !== this.list.project) await this.enter(project);
    return true;
  }

  /** Leads back or forward to where the user was; the finding that is left is saved as whenever it is left. */
  async comeTo({ project, screen, section, finding }: HistoryPlace): Promise<void> {
    if (project !== this.list.project) {
      if (this.#shared.desk.engagements?.some((known) => known.project === project) !== true) return;
      await this.enter(project);
    }
    if (section !== null) this.section = section;
    if (screen === 'findings' && finding !== this.opened) {
      if (finding === null) this.opened = null;
      else this.reopen(finding);
    }
    this.go(screen);
  }

  /** Leads to where the person was last. If they went on by themselves before that was known, they stay. */
  restore(
    project: string,
    { query, sort, group, folded = [], finding, split, maximised, screen }: Place,
  ): void {
    this.restored = true;
    this.split = split;
    this.maximised = maximised;
    if (!this.#moved) this.screen = screen;
    if (finding !== null && this.opened === null) this.reopen(finding);
    void this.list.ask(this.list.query === '' ? { project, query, sort, group } : { project });
    if (this.list.group === group) this.list.folded = new Set(folded);
    this.tallies.count();
  }

  /** Shows what both sides changed, to be settled; without a name, where the person was. */
  settle(which?: { readonly op: string; readonly id: string }): void {
    this.go('conflicts');
    if (which !== undefined) void this.conflicts.show(which);
  }

  /** Shows a candidate where it is decided on. */
  decideOn(id: string): void {
    const { desk, notices } = this.#shared;
    this.go('review');
    const asked = this.review.ask(this.list.project);
    desk.api.call('finding.open', { id }).then(
      async ({ row }) => {
        await asked;
        this.review.go(row);
      },
      (thrown: unknown) => {
        notices.failed(thrown);
      },
    );
  }

  /** Shows a candidate of whichever engagement where it is decided on. */
  async #leadTo({ project, id }: { readonly project: string; readonly id: string }): Promise<void> {
    if (await this.#goInto(project)) this.decideOn(id);
  }

  /** Shows what is said of the engagement, and focuses one of the facts. */
  describe(fact: FactName): void {
    this.fact = fact;
    this.go('engagement');
  }

  /** Shows an operation that waits, and what can be done about it. */
  waits(op: string): void {
    this.go('queue');
    void this.queue.find(op);
  }

  /** Focuses a part of the findings. */
  goTo(part: 'query' | 'list' | 'finding'): void {
    this.go('findings');
    this.focus = part;
  }

  /** Shows the findings that a query finds. @param sort null for the store's own order */
  find(query: string, sort: string | null): void {
    this.go('findings');
    void this.list.ask({ query, sort });
  }

  /** Leads to where an engagement is removed from this vault. */
  leadToRemoval(): void {
    this.section = 'destroy';
    this.go('settings');
  }

  /** Goes to another engagement that the user chose: its overview comes first. */
  async pick(project: string): Promise<void> {
    this.go('overview');
    await this.enter(project);
  }

  /** Goes to another engagement, at once if the desk knows it: what is created next belongs there. */
  async enter(project: string): Promise<void> {
    const { desk } = this.#shared;
    const turn = this.#entering.ask();
    this.dialogs.about = null;
    this.opened = null;
    this.restored = true;
    // An engagement that the desk does not know yet would be left again as one that was destroyed.
    if (desk.engagements?.some((known) => known.project === project) !== true) await desk.refresh();
    if (!this.#entering.take(turn)) return;
    this.visited = [];
    await this.list.ask({ project, query: '', sort: null });
    this.tallies.enter();
  }

  /**
   * The vault has these engagements and no others: views and drafts of one that was destroyed, here or elsewhere, are
   * closed, and the user is told.
   */
  keepTo(engagements: readonly Engagement[]): void {
    const { notices } = this.#shared;
    const projects = new Set(engagements.map(({ project }) => project));
    const known = (project: string): boolean => projects.has(project) || project === this.#corrected;
    const gone = this.#engagements.filter(({ project }) => !known(project));
    const before = this.#engagements;
    const replaced = engagements.some(({ project }) => before.every((one) => one.project !== project));
    this.#engagements = engagements;
    const left = this.list.project !== '' && !known(this.list.project);
    const typed = this.dialogs.keepTo(projects, left);
    if (left) this.#leaveFor(engagements[0] ?? null);
    const words = leftWords(gone, { typed, now: left ? engagements[0] : undefined, replaced });
    // Most often the person has just asked for it: only what they lost by it is bad news, and waits for them.
    if (typed) notices.attention(words);
    else if (left) notices.told(words);
  }

  /** Goes from an engagement that is not there any more to another one, or null if there is none. */
  #leaveFor(other: Engagement | null): void {
    this.opened = null;
    // The next one that is added is entered as the first one was.
    this.restored = other !== null;
    void this.list.ask({ project: other?.project ?? '', query: '', sort: null });
    this.tallies.enter();
    if (other !== null) return;
    const { split, screen } = this;
    const place = { project: null, query: '', sort: null, finding: null, split, screen };
    this.#shared.settings.write('place', place);
  }

  /** Goes to an engagement that was added a moment ago, and fetches it. */
  async added(project: string): Promise<void> {
    await this.enter(project);
    if (this.#shared.desk.connected) this.#runSync({ push: this.#sendsUnasked });
  }

  /** Goes on with an engagement under its right ID, and fetches it. @throws ApiError if it keeps the old one */
  async correct(project: string, to: string): Promise<void> {
    this.#corrected = project;
    try {
      await this.#shared.desk.api.call('engagement.correct', { project, to });
      await this.added(to);
    } finally {
      this.#corrected = null;
    }
  }

  /** Shows what waits for a decision of the person. */
  showProblems(): void {
    this.find(inNeed, this.list.sort);
  }

  /** Shows what the service has other than it was sent. */
  showAltered(): void {
    this.find('is:altered', this.list.sort);
  }

  async lock(): Promise<void> {
    const { desk, notices, settings } = this.#shared;
    try {
      // What was chosen a moment ago is kept in the home.
      await settings.flush();
      desk.takeHome(await desk.api.call('home.lock', {}, { urgency: 'now' }));
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Whether changes leave without being reviewed. */
  get #sendsUnasked(): boolean {
    return this.#shared.settings.sending.when === 'automatic';
  }

  /**
   * Sends and fetches. If the user sends only when they ask and anything would leave, they review it first.
   */
  sync(): void {
    const { desk } = this.#shared;
    if (!desk.connected) this.dialogs.about = 'connection';
    else if (this.#sendsUnasked) this.#runSync();
    else void this.#reviewOrSync();
  }

  /** Shows every pending change before it is sent. */
  async reviewPending(): Promise<void> {
    try {
      if (await this.#askPending()) this.dialogs.sending = true;
    } catch (thrown) {
      this.#shared.notices.failed(thrown);
    }
  }

  async #reviewOrSync(): Promise<void> {
    const { sync, notices } = this.#shared;
    try {
      if (await sync.isUnderWay()) {
        notices.told(runsAlready);
        return;
      }
      // Asked for twice, it is for the later one to show what is pending.
      if (!(await this.#askPending())) return;
      if (this.sending.included > 0) this.dialogs.sending = true;
      else this.#runSync({ newest: this.sending.newest });
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /**
   * Asks what is pending, and the desk again with it: a line about its counts that went later would move the buttons.
   * @returns as `SendReview.open`, and throws as it
   */
  async #askPending(): Promise<boolean> {
    const [isLatest] = await Promise.all([this.sending.open(), this.#shared.desk.refresh()]);
    return isLatest;
  }

  /** Sends what was reviewed and included, and holds back the rest. @returns whether it was still what was shown */
  async sendReviewed(): Promise<boolean> {
    try {
      await this.sending.choose();
    } catch (thrown) {
      this.#shared.notices.failed(thrown);
      await this.sending.again();
      return false;
    }
    this.dialogs.sending = false;
    this.#runSync({ newest: this.sending.newest });
    return true;
  }

  /** Fetches what is new and sends nothing. */
  fetchOnly(): void {
    this.dialogs.sending = false;
    if (this.#shared.desk.connected) this.#runSync({ push: false });
    else this.dialogs.about = 'connection';
  }

  /** Syncs although the service asked to wait; it may ask again. */
  syncAnyway(): void {
    this.#shared.desk.api
      .call('pause.end', {})
      .then(() => {
        this.sync();
      })
      .catch((thrown: unknown) => {
        this.#shared.notices.failed(thrown);
      });
  }

  #runSync(sends: Sends = {}): void {
    const { sync, notices } = this.#shared;
    const told = {
      anyway: () => {
        this.syncAnyway();
      },
      show: () => {
        this.showProblems();
      },
      conflicts: () => {
        this.settle();
      },
      altered: () => {
        this.showAltered();
      },
      // The person is there and waits for it; what was found out stands in the dialog.
      refused: () => {
        void this.account.load().then(() => {
          this.dialogs.account = 'again';
        });
      },
    };
    void syncNow(sync, notices, told, sends);
  }

  cancelSync(): void {
    const { sync, notices } = this.#shared;
    sync.cancel().catch((thrown: unknown) => {
      notices.failed(thrown);
    });
  }

  open(row: ListRow): void {
    this.list.pauseRefresh();
    this.opened = row.id;
    this.list.hold(row.row);
  }

  /** Opens a finding that was made with its title, where its text begins. */
  created(id: string): void {
    requestFocus({ id, field: 'description' });
    this.#showMade(id);
  }

  /** Opens a finding that was made here, lists it and selects it there, whatever the list is filtered by. */
  #showMade(id: string): void {
    this.dialogs.findings = null;
    this.reopen(id, (row) => {
      void this.list.admit(row).then(() => (this.revealed += 1));
    });
    this.goTo('finding');
  }

  /** Queues a copy of the selected finding, and opens it. */
  async duplicate(): Promise<void> {
    const { desk, notices } = this.#shared;
    try {
      const [id] = await this.#actedIds();
      if (id === undefined) return;
      const { findings } = await desk.api.call('finding.duplicate', { id, op: crypto.randomUUID() });
      const [copy] = findings;
      if (copy !== undefined) this.#showMade(copy);
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Copies the identifiers of the selected findings, or links to them as a text takes them; one a line. */
  async copy(what: 'id' | 'link'): Promise<void> {
    const { desk, notices } = this.#shared;
    try {
      const rows = await desk.api.call('list.rows', { rows: this.list.selection.acted.slice(0, maxListed) });
      const lines = rows.map(({ id, title }) => (what === 'id' ? id : findingMarkdown(id, title)));
      const words = what === 'id' ? ['ID', 'IDs'] : ['Link', 'Links'];
      const told = `${lines.length === 1 ? (words[0] ?? '') : `${String(lines.length)} ${words[1] ?? ''}`} copied.`;
      await copyText(notices, lines.join('\n'), told);
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  async #actedIds(): Promise<readonly string[]> {
    return this.#shared.desk.api.call('list.ids', { rows: [...this.list.selection.acted] });
  }

  /** Opens a finding that was not picked from the list, and focuses it. */
  show(id: string): void {
    this.reopen(id);
    this.goTo('finding');
  }

  /**
   * Opens a finding whether it is listed or not, and leaves focus where it is.
   *
   * @param take gets its row in place of the list, which would only hold it
   */
  reopen(id: string, take?: (row: number) => void): void {
    // Until its row is known, no key acts on the row that was focused before.
    if (this.opened !== id) this.list.selection.point(null);
    this.opened = id;
    this.#shared.desk.api.call('finding.open', { id }).then(
      ({ row }) => {
        if (this.opened !== id) return;
        if (take !== undefined) return take(row);
        this.list.hold(row);
        this.list.selection.point(row);
      },
      () => undefined, // The editor says why it cannot be opened.
    );
  }

  /** Chooses findings in the list; if they are few it shows these alone. */
  async choose(project: string, findings: readonly Pick<BulkResult, 'row' | 'id'>[]): Promise<void> {
    const query = findings.length > maxListed ? '' : `id:${findings.map(({ id }) => quoted(id)).join(',')}`;
    this.go('findings');
    await this.list.ask({ project, query, sort: null });
    this.list.selection.these(findings.map(({ row }) => row));
    this.focus = 'list';
  }

  /** Marks as read the ticked findings, or the focused one. */
  async look(): Promise<void> {
    const { desk, notices } = this.#shared;
    const rows = [...this.list.selection.acted];
    if (rows.length === 0) {
      notices.told('No finding is selected.');
      return;
    }
    const name = this.list.nameOf(rows);
    try {
      const ids = [...(await desk.api.call('list.ids', { rows }))];
      await this.#lookAt({ ids }, name);
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Marks all of the engagement as read. */
  async lookAtAll(): Promise<void> {
    try {
      await this.#lookAt({ project: this.list.project }, null);
    } catch (thrown) {
      this.#shared.notices.failed(thrown);
    }
  }

  async #lookAt(input: PageInput<'finding.look'>, name: string | null): Promise<void> {
    const { desk, notices } = this.#shared;
    const { looked } = await desk.api.call('finding.look', input);
    notices.done(
      looked === 0 ? 'Everything was already read.' : `${findingWords(looked, name)} marked as read.`,
    );
  }

  /** Undoes the last change that was made to findings of the engagement, and says which. */
  async undoLast(): Promise<void> {
    const { desk, notices } = this.#shared;
    try {
      const undone = await lastChangesOf(desk.api).undoLast(this.list.project);
      if (undone.kind === 'none') notices.told('There is nothing to undo here.', null, 'undo');
      else if (undone.kind === 'undone' && undone.says !== null) notices.done(undone.says, null, 'undo');
    } catch (thrown) {
      notices.failed(thrown);
    }
  }

  /** Shows what changed since the person looked, and then what was shown before. */
  toggleUnread(): void {
    const { query } = this.list;
    this.go('findings');
    const unread = query.trim() === 'is:unread';
    if (!unread) this.#before = query;
    void this.list.ask({ query: unread ? this.#before : 'is:unread' });
  }

  /** Moves the cursor of the list under a preview. */
  peek(by: 1 | -1): void {
    const { rows, selection } = this.list;
    const to = selection.at + by;
    if (to < 0 || to >= rows.length) return;
    selection.move(to, false);
    this.revealed += 1;
  }

  /** Opens the finding before or after the one under the cursor. */
  async step(by: number): Promise<void> {
    const { desk, notices } = this.#shared;
    const { rows, selection } = this.list;
    const to = selection.at + by;
    if (to < 0 || to >= rows.length) return;
    selection.move(to, false);
    const row = this.list.at(to);
    if (row !== null) return this.open(row);
    const { opened } = this;
    const { cursor } = selection;
    this.#steps += 1;
    try {
      const [id] = await desk.api.call('list.ids', { rows: [...rows.subarray(to, to + 1)] });
      // With the key held down the cursor is further by now; and what was closed or opened meanwhile stays so.
      const isHere = selection.cursor === cursor && this.opened === opened;
      if (id === undefined || !isHere) return;
      this.opened = id;
      this.list.hold(cursor);
    } catch (thrown) {
      notices.failed(thrown);
    } finally {
      this.#steps -= 1;
    }
  }
}

/** Makes a navigation that outlives the component which asks: an answer behind a lock still reads its state. */
export function createNavigation(shared: Shared): Navigation {
  let work!: Navigation;
  $effect.root(() => {
    work = new Navigation(shared);
  });
  return work;
}
