/** One deliberate breakage of the shipped code: `find` stands exactly once in the file. */
export interface Mutation {
  /** The rule that is broken, in words. */
  readonly breaks: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Tests that have to notice it, where no history of the simulator gets there. */
  readonly by?: string;
}

const sync = 'electron/services/sync';
const queue = 'electron/services/queue';
const bulk = 'electron/services/bulk';
const assistant = 'electron/services/assistant';
const account = 'electron/services/account';

/** Breakages of the rules by which the promises are kept; each has to be noticed. */
export const mutations: readonly Mutation[] = [
  {
    breaks: 'a write leaves however old the read is that it rests on',
    file: `${queue}/lease.ts`,
    find: 'return this.#since(this.#answeredAt) <= freshMs && this.#answers.accepts(this.#answerTookMs);',
    replace: 'return true;',
  },
  {
    breaks: 'the age of the read is checked before the wait for the limiter',
    file: 'electron/remote/wire.ts',
    find: 'maxWaitMs: lease !== undefined && request.changes ? 0 : maxWaitMs,',
    replace:
      'maxWaitMs: request.changes && lease?.mayConnect() === true && Object.assign(lease, { mayConnect: () => true }) ? maxWaitMs : maxWaitMs,',
  },
  {
    breaks: 'the quiet time is zero',
    file: `${queue}/quiet.ts`,
    find: 'return !quietIsOfAnotherBoot(place, item) && quietLeftMs(place, item) === 0;',
    replace: 'return true;',
  },
  {
    breaks: 'the quiet time is not started again after a start of the machine',
    file: `${queue}/quiet.ts`,
    find: 'return item.quietFromMs === null || item.quietBoot !== place.clock.bootId();',
    replace: 'return false;',
  },
  {
    breaks: 'the quiet time is counted on the wall clock',
    file: `${queue}/quiet.ts`,
    find: 'return Math.max(0, quietTimeMs - (place.clock.awakeMs() - item.quietFromMs));',
    replace:
      'return Math.max(0, quietTimeMs - (place.clock.wallMs() - 1_750_000_000_000 - item.quietFromMs));',
  },
  {
    breaks: 'an unknown creation is sent again at once',
    file: `${queue}/create.ts`,
    find: 'markUnknown(replay, item, answer.message);',
    replace:
      "markUnknown(replay, item, answer.message);\n        changeItem(replay.db, item, { state: 'queued' });",
  },
  {
    breaks: 'an unknown creation is sent again by itself when sweeps miss it',
    file: `${queue}/recognise.ts`,
    find: '...(quietSweeps >= sweepsToMiss ? { needsPerson: 1, errorMessage: evidence(item, matches.length) } : {}),',
    replace: "...(quietSweeps >= 1 ? { state: 'queued' as const } : {}),",
  },
  {
    breaks: 'a creation acknowledged without a confirming read is taken for lost',
    file: `${queue}/create.ts`,
    find: "markUnknown(replay, item, 'acknowledged, but reading it back failed', { answeredId: id });",
    replace: "requeue(replay, item, 'unread');",
  },
  {
    breaks: 'a person may insist on a creation that is still being looked for',
    file: `${queue}/decide.ts`,
    find: "if (item.state === 'unknown' && item.kind === 'create' && item.needsPerson === 0) {",
    replace: 'if (item.needsPerson < 0) {',
  },
  {
    breaks: 'what was being sent when the program ended is sent again',
    file: `${queue}/transition.ts`,
    find: "state: 'unknown',",
    replace: "state: message.startsWith('the program ended') ? 'queued' : 'unknown',",
  },
  {
    breaks: 'what was being sent when the program ended is never looked at',
    file: `${sync}/recover.ts`,
    find: 'for (const item of interrupted) {',
    replace: 'for (const item of interrupted.slice(99)) {',
  },
  {
    breaks: 'the attempt is written down after the answer',
    file: `${queue}/attempt.ts`,
    find: "const change = { state: 'sending',",
    replace: "const change = { state: 'queued',",
  },
  {
    breaks: 'a deletion of unknown outcome is called done',
    file: `${queue}/delete.ts`,
    find: 'landed: (_place, _item, record) => record === null,',
    replace: 'landed: () => true,',
  },
  {
    breaks: 'a passing "not found" before a deletion is counted as deleted',
    file: `${queue}/single.ts`,
    find: 'takeNotFound(replay, item, write.gone);',
    replace: 'write.gone(replay, item);',
    by: 'test/services/removal.test.ts',
  },
  {
    breaks: 'a passing "not found" after a deletion of unknown outcome is counted as deleted',
    file: `${queue}/settle.ts`,
    find: 'if (record === null && !isSurelyNotFound(online, item, quietOver)) return;',
    replace: '',
    by: 'test/services/removal.test.ts',
  },
  {
    breaks: 'a passing "not found" before a bulk deletion is counted as deleted',
    file: `${queue}/bulk.ts`,
    find: 'else takeNotFound(place, item, goneUnsent);',
    replace: 'else goneUnsent(place, item);',
    by: 'test/services/removal.test.ts',
  },
  {
    breaks: 'a deletion goes out although the finding changed',
    file: `${queue}/delete.ts`,
    find: 'if (differingMembers(seen, theirs, place.profile).length > 0) {',
    replace: 'if (differingMembers(seen, theirs, place.profile).length > 99) {',
  },
  {
    breaks: 'a bulk deletion goes out although a finding changed',
    file: `${queue}/bulk.ts`,
    find: 'if (differingMembers(seen, record, place.profile).length === 0) return true;',
    replace: 'if (differingMembers(seen, record, place.profile).length >= 0) return true;',
  },
  {
    breaks: 'a bulk status overwrites the status of somebody else',
    file: `${queue}/bulk.ts`,
    find: "if ((bases.status?.value ?? '') === textOf(record, 'status')) return true;",
    replace: "if ((bases.status?.value ?? '') !== null) return true;",
  },
  {
    breaks: 'an acknowledged bulk request is believed for every finding',
    file: `${queue}/bulk.ts`,
    find: "park(replay, item, 200, 'the service acknowledged the request and left this finding as it was');",
    replace: "finishItem(replay, item, 'believed');",
  },
  {
    breaks: 'a bulk request of unknown outcome is called done',
    file: `${queue}/bulk.ts`,
    find: 'markUnknown(replay, item, answer.message);',
    replace: "finishItem(replay, item, 'believed');",
  },
  {
    breaks: 'an acknowledged update is believed without a look',
    file: `${queue}/update.ts`,
    find: 'landed: (_place, item, record) => record !== null && isShown(sentOf(item), record),',
    replace: 'landed: () => true,',
  },
  {
    breaks: 'an update of unknown outcome is called done',
    file: `${queue}/single.ts`,
    find: 'markUnknown(replay, item, answer.message);',
    replace: 'write.finish(replay, item, ready.before, null);',
  },
  {
    breaks: 'a decision carries whatever version is there',
    file: `${queue}/review.ts`,
    find: 'if (differingMembers(seen, theirs, place.profile).length > 0) {',
    replace: 'if (differingMembers(seen, theirs, place.profile).length > 99) {',
  },
  {
    breaks: 'the first value of a field is not kept as its base',
    file: `${queue}/layer.ts`,
    find: 'const allBases = { ...Object.fromEntries(first), ...parseBases(item.basesJson) };',
    replace: 'const allBases = { ...parseBases(item.basesJson), ...bases };',
  },
  {
    breaks: 'a merge takes what is there now for what the person saw',
    file: `${queue}/update.ts`,
    find: 'const merged = mergeRecord(patch, bases, theirs);',
    replace:
      'const merged = mergeRecord(patch, Object.fromEntries(Object.keys(bases).map((name) => [name, { value: theirs[name] ?? null }])), theirs);',
  },
  {
    breaks: 'an edit joins an operation that is under way',
    file: `${queue}/layer.ts`,
    find: "if (item.attempts > 0 || (item.kind !== 'update' && item.kind !== 'create')) return false;",
    replace: "if (item.kind === 'update' || item.kind === 'create') return true;",
  },
  {
    breaks: 'an edit made while its operation is being sent is called done with it',
    file: `${queue}/layer.ts`,
    find: "if (item.attempts > 0 || (item.kind !== 'update' && item.kind !== 'create')) return false;",
    replace:
      "if (item.state === 'sending') return true;\n  if (item.kind !== 'update' && item.kind !== 'create') return false;",
  },
  {
    breaks: 'what waits behind a stuck operation goes first',
    file: 'db/operations.ts',
    find: 'WHERE earlier.finding = i.finding AND earlier.seq < i.seq\n',
    replace: 'WHERE earlier.finding = i.finding AND earlier.seq < i.seq - 1000\n',
  },
  {
    breaks: 'an edit of a rejected operation is dropped',
    file: `${queue}/transition.ts`,
    find: "{ ...settled, state: 'rejected', errorStatus: status, errorMessage: message },",
    replace: "{ ...settled, state: 'discarded', errorStatus: status, errorMessage: message },",
  },
  {
    breaks: 'a refusal for want of credentials drops the operation into done',
    file: `${queue}/attempt.ts`,
    find: "requeue(replay, item, 'refused', uncounted(item));",
    replace: "moveItem(replay, item, { state: status === 401 ? 'done' : 'queued' }, 'refused');",
  },
  {
    breaks: 'what is missing from a sweep is gone without being read',
    file: `${sync}/missing.ts`,
    find: "    const read = await readAlone(online, finding, tally);\n    if (read.kind === 'failed') return read;\n    if (read.kind !== 'not-found') continue;",
    replace: '',
  },
  {
    breaks: 'a finding that cannot be read counts as gone',
    file: `${sync}/missing.ts`,
    find: "return stopsTheRun(read.failure) ? read : { kind: 'unread' };",
    replace: "return { kind: 'not-found' };",
  },
  {
    breaks: 'a whole engagement that disappears is not held',
    file: `${sync}/missing.ts`,
    find: 'if (tooMany() && (!acceptMissing || isBeyondYes()))',
    replace: 'if (tooMany() && confirmed.length > 999)',
  },
  {
    breaks: 'a failed page is taken for the end of the list',
    file: `${sync}/pages.ts`,
    find: "  if (result.kind === 'failed') return result;\n  return { kind: 'page', page: { page, rows: result.value, startedAt } };",
    replace:
      "  return { kind: 'page', page: { page, rows: result.kind === 'ok' ? result.value : [], startedAt } };",
  },
  {
    breaks: 'a page that is not full is taken for the last one',
    file: `${sync}/pages.ts`,
    find: 'if (fetched.page.rows.length === 0) return log.end(fetched.page.page - 1);',
    replace: 'if (fetched.page.rows.length < log.pageSize) return log.end(fetched.page.page - 1);',
  },
  {
    breaks: 'the list is taken for the detail',
    file: `${sync}/probe.ts`,
    find: 'return Object.keys(detail).some((name) => {',
    replace: 'return Object.keys(detail).slice(99).some((name) => {',
  },
  {
    breaks: 'a list that shows less clears what it does not show',
    file: `${sync}/apply.ts`,
    find: "if (detailHash !== null && (shows === 'less' || isCut(place, finding, record))) {",
    replace: "if (detailHash === '' && isCut(place, finding, record)) {",
  },
  {
    breaks: 'a deletion that was confirmed leaves the finding shown',
    file: `${sync}/missing.ts`,
    find: '  markGone(db, finding, at);\n',
    replace: '',
  },
  {
    breaks: 'a finding that is back stays gone',
    file: `${sync}/apply.ts`,
    find: '  if (seen.goneAt !== null) welcomeBack(place, finding);\n  return { finding, applied };',
    replace: '  return { finding, applied };',
  },
  {
    breaks: 'base takes our own edit before the service has it',
    file: `${queue}/single.ts`,
    find: '  applyDetail(replay, picked.finding, theirs, startedAt);\n  const item',
    replace:
      '  applyDetail(replay, picked.finding, Object.assign({}, theirs, JSON.parse(picked.patchJson)), startedAt);\n  const item',
  },
  {
    breaks: 'the owner of the store is not compared',
    file: `${sync}/owner.ts`,
    find: 'if (callerId(read.value, online.profile) !== readConnection(online.db)?.userId) {',
    replace: "if (callerId(read.value, online.profile) === '') {",
  },
  {
    breaks: 'nobody looks whether an update emptied other fields',
    file: `${queue}/canary.ts`,
    find: "noteCanary(place.db, wiped.length === 0 ? 'patches' : 'replaces');",
    replace: "noteCanary(place.db, 'patches');",
  },
  {
    breaks: 'updates go on after one has emptied other fields',
    file: `${queue}/canary.ts`,
    find: "return place.profile.updateSends === 'changed-fields' && readConnection(place.db)?.canary === 'replaces';",
    replace:
      "return place.profile.updateSends === 'all-fields' && readConnection(place.db)?.canary === 'replaces';",
  },
  {
    breaks: 'an answer of a success that says no is an acknowledgement',
    file: 'electron/remote/response.ts',
    find: "? { kind: 'acknowledged', body: reading.value }\n      : { kind: 'unknown', message: reading.message };",
    replace:
      "? { kind: 'acknowledged', body: reading.value }\n      : { kind: 'refused', status: 400, message: reading.message };",
  },
  {
    breaks: 'a failure of the service is a refusal',
    file: 'electron/remote/response.ts',
    find: 'if (status < 400 || status >= 500 || status === 408) {',
    replace: 'if (status < 400) {',
  },
  {
    breaks: 'a lost connection means that nothing was sent',
    file: 'electron/remote/wire.ts',
    find: "return answer.phase === 'before-send'",
    replace: "return answer.phase === 'before-send' || answer.phase === 'after-send'",
  },
  {
    breaks: 'a creation takes the finding that another one was answered with',
    file: `${queue}/recognise.ts`,
    find: 'record !== null && !claimed.has(readIdentity(db, finding).serviceId) && isAlike(sent, record)',
    replace: 'record !== null && isAlike(sent, record) && claimed.size >= 0',
  },
  {
    breaks: 'a creation takes whatever finding is new',
    file: `${queue}/recognise.ts`,
    find: 'record !== null && !claimed.has(readIdentity(db, finding).serviceId) && isAlike(sent, record)',
    replace: 'record !== null && !claimed.has(readIdentity(db, finding).serviceId) && isAlike(sent, sent)',
  },
  {
    breaks: 'an edit over a creation that became known is lost in the adoption',
    file: 'db/adopt.ts',
    find: 'for (const table of goOver) {',
    replace:
      "sql(db, 'DELETE FROM operation_item WHERE finding = ?').run(seen);\n  for (const table of goOver) {",
  },
  {
    breaks: 'a stale answer replaces the base',
    file: `${sync}/order.ts`,
    find: 'return startedAt > (this.#wrote.get(finding) ?? 0);',
    replace: 'return startedAt >= 0;',
  },
  {
    breaks: 'writes go on after an unknown one, without a read that worked',
    file: `${queue}/gate.ts`,
    find: '    this.#shut = true;',
    replace: '    this.#shut = false;',
  },
  {
    breaks: 'the values of a conflict settled by "mine" are merged against the first base',
    file: `${queue}/resolve.ts`,
    find: 'if (shown !== undefined) return [[field, shown.theirs === undefined ? {} : { value: shown.theirs }]];',
    replace: 'if (shown === null) return [];',
  },
  {
    breaks: 'details that a list does not show are never read',
    file: `${sync}/details.ts`,
    find: 'if (due.length === 0 || failure !== null) return { failure, unread };',
    replace: 'if (due.length >= 0) return { failure, unread };',
  },
  {
    breaks: 'a dropped creation that may have landed is put back',
    file: `${queue}/restore.ts`,
    find: '    !hadUnsureAttempt(db, operation.seq) &&\n',
    replace: '',
  },
  {
    breaks: 'an edit is put back without its creation',
    file: `${queue}/restore.ts`,
    find: "    (operation.kind === 'create' || hasSomewhereToGo(db, item.finding)) &&\n",
    replace: '',
  },
  {
    breaks: 'a dropped operation is put back in the place of one that was put back for it',
    file: `${queue}/restore.ts`,
    find: "    last?.what === 'discarded' &&\n    last.op === operation.op &&\n    !openItemsOf(db, item.finding).some((open) => open.seq > item.seq) &&\n",
    replace: '',
  },
  {
    breaks: 'a creation that was put back comes back again with its bulk deletion',
    file: `${bulk}/undo.ts`,
    find: "      if (!isNowhere(place, row.finding)) return 'changed-since';\n",
    replace: '',
  },
  {
    breaks: 'a bulk edit that is taken back takes the edit along that it had joined',
    file: `${bulk}/undo.ts`,
    find: ' && equalJson(before, bases[field]?.value)',
    replace: '',
  },
  {
    breaks: 'edits that a bulk deletion dropped stay dropped when it is taken back',
    file: `${bulk}/undo.ts`,
    find: "      discardItem(place, item);\n      restore(place, row);\n      return 'taken-back';",
    replace:
      "      discardItem(place, item);\n      changeBulkItem(place.db, row.item, row);\n      return 'taken-back';",
  },
  {
    breaks: 'a bulk action goes over what came since its preview',
    file: `${bulk}/lay.ts`,
    find: 'stampOf(planned) === stamp',
    replace: 'stamp >= 0',
  },
  {
    breaks: 'the preview of a bulk change says nothing of the values that it replaces',
    file: `${bulk}/plan.ts`,
    find: 'over: wordOf(stringify(before)) };',
    replace: 'over: before.length };',
  },
  {
    breaks: 'a question is answered as it was shown, although it is another by now',
    file: `${queue}/resolve.ts`,
    find: 'if (stamp !== undefined && stamp !== standing.stamp) {',
    replace: 'if (stamp === null) {',
  },
  {
    breaks: 'an answer is taken back although something has happened since',
    file: `${queue}/take-back.ts`,
    find: 'return before.length > 0 && same && !fresh;',
    replace: 'return before.length > 0;',
  },
  {
    breaks: 'an answer is taken back without the values that it gave up',
    file: `${queue}/take-back.ts`,
    find: '  changeItem(place.db, item, asItWas(item));\n  const { effective }',
    replace: '  const { effective }',
  },
  {
    breaks: 'a decision is taken back that may have been sent',
    file: 'electron/services/candidates/undo.ts',
    find: "return item.state === 'queued' && item.attempts === 0;",
    replace: "return item.state === 'queued' || item.state === 'unknown';",
  },
  {
    breaks: 'what the named finding has otherwise than the creation is dropped',
    file: `${queue}/create.ts`,
    find: 'if (left.length === 0) return;',
    replace: 'if (left.length >= 0) return;',
  },
  {
    breaks: 'a question to the assistant whose answer is lost is sent again',
    file: `${assistant}/send.ts`,
    find: 'markUnknown(online, item, `${result.message}. ${mayHaveRun}`, { needsPerson: 1 });',
    replace: "requeue(online, item, 'again');",
  },
  {
    breaks: 'a confirmation for the assistant outlives that the question could not leave',
    file: `${assistant}/confirm.ts`,
    find: '    goOnWaiting(online, op, why);\n    return;',
    replace: '    transaction(online.db, () => confirmAsk(online, op));\n    return;',
    by: 'test/services/assistant/assistant.test.ts',
  },
  {
    breaks: 'whoever asks the assistant again may drop an edit by that',
    file: `${assistant}/ask.ts`,
    find: 'operation.kind !== kind || ',
    replace: '',
    by: 'test/services/assistant/assistant.test.ts',
  },
  {
    breaks: 'a question to the assistant that was being sent when the program ended waits for nobody',
    file: `${sync}/recover.ts`,
    find: 'if (isGeneration(item.kind)) {',
    replace: 'if (isGeneration(item.kind) && item.seq < 0) {',
  },
  {
    breaks: 'a draft of the assistant goes over the demonstration of somebody else',
    file: `${queue}/apply.ts`,
    find: "if (!sameOnceNormalised('demonstration', now ?? '', seen ?? '')) {",
    replace: 'if (text === null) {',
    by: 'test/services/assistant/assistant.test.ts',
  },
  {
    breaks: 'an acknowledged draft of the assistant is believed without a look',
    file: `${queue}/apply.ts`,
    find: '    if (record === null) return false;\n',
    replace: '    if (acknowledged || record === null) return true;\n',
    by: 'test/services/assistant/assistant.test.ts',
  },
  {
    breaks: 'a text of the assistant that nobody has accepted reaches a report',
    file: 'electron/core/preflight/drafts.ts',
    find: 'if (written.length === 0) return [];',
    replace: 'if (written.length >= 0) return [];',
    by: 'test/services/assistant/assistant.test.ts',
  },
  {
    breaks: 'a confirmation for the assistant that waited is used in another account',
    file: 'electron/host/compose-assistant.ts',
    find: '(online) => confirmAndSend(online, op), store);',
    replace: '(online) => confirmAndSend(online, op));',
    by: 'test/services/account/switch.test.ts',
  },
  {
    breaks: 'an edit lands in whichever account is open by then',
    file: 'electron/host/dispatch.ts',
    find: 'context.account !== account()',
    replace: "context.account === ''",
    by: 'test/services/account/switch.test.ts',
  },
  {
    breaks: 'a rotation of the token is not written down before it is sent',
    file: `${account}/rotation.ts`,
    find: 'transaction(db, () => beginRotation(db, nowIso(online), old));',
    replace: '',
    by: 'test/services/account/rotation.test.ts',
  },
  {
    breaks: 'a rotation whose answer was lost is begun again',
    file: `${account}/rotation.ts`,
    find: 'if (!isFree(open)) return unknown(online);',
    replace: '',
    by: 'test/services/account/rotation.test.ts',
  },
  {
    breaks: 'a new token that the store did not take is dropped',
    file: `${account}/rotation.ts`,
    find: 'if (!kept) online.holdToken(token, old);',
    replace: '',
    by: 'test/services/account/rotation.test.ts',
  },
  {
    breaks: 'an account is changed by a token of somebody else that came along',
    file: `${account}/carry.ts`,
    find: '  const paused = await checkOwner(online);\n  if (paused !== null) return unsent(online.clock, paused);\n  const result',
    replace: '  const result',
    by: 'test/services/account/routes.test.ts',
  },
  {
    breaks: 'a status that may have been sent is dropped with its verdict',
    file: 'electron/services/retest/verdicts.ts',
    find: "item !== null && attempts === 0 && (state === 'queued' || state === 'conflict')",
    replace: "item !== null && state !== 'sending'",
  },
  {
    breaks: 'verdicts stay behind when two rows turn out to be one finding',
    file: 'db/adopt.ts',
    find: "'edit_step', 'retest_verdict'] as const",
    replace: "'edit_step'] as const",
  },
  {
    breaks: 'two requests renew one session side by side',
    file: 'electron/remote/renewal.ts',
    find: 'const renewal = isDue() ? Promise.withResolvers<void>() : null;',
    replace: 'const renewal = isDue() && header() === null ? Promise.withResolvers<void>() : null;',
    by: 'test/remote/renewal.test.ts',
  },
  {
    breaks: 'a copied vault is not noticed',
    file: 'electron/services/desk/whereabouts.ts',
    find: 'if (before === null && !isOlder) return 0;',
    replace: 'if (before !== here) return 0;',
    by: 'test/services/whereabouts.test.ts',
  },
  {
    breaks: 'an older copy that was written over the vault is not noticed',
    file: 'electron/host/reached.ts',
    find: 'return Math.max(0, ...reachedIn(folder).map(({ commits }) => commits));',
    replace: 'return 0 * folder.length;',
    by: 'test/services/whereabouts.test.ts',
  },
  {
    breaks: 'a backup of the vault does not count as a copy',
    file: 'electron/services/desk/whereabouts.ts',
    find: "JSON.stringify('a backup')",
    replace: 'JSON.stringify(whereaboutsOf(db))',
    by: 'test/services/vault-backup.test.ts',
  },
  {
    breaks: 'a field that somebody edits is taken for one that moves with every read',
    file: 'electron/services/queue/volatile.ts',
    find: '(editableFields as readonly string[]).includes(name) ||',
    replace: '',
    by: 'test/services/volatile.test.ts',
  },
];
