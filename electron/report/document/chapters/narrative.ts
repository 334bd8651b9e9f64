import { withoutBlanks } from '#domain/engagement/facts.ts';
import type { Block, Value } from '../blocks.ts';
import { filledLine, textParts, type Context } from '../context.ts';
import { refValue } from '../text/plain-tables.ts';
import { cell, table } from './front.ts';

/** How the attack went, as a person tells it, and when each step of it was. */
export function narrative(context: Context): Block[] {
  const { snapshot, words } = context;
  const { timeline } = withoutBlanks(snapshot.facts);
  const { columns } = words;
  const parent = 'narrative';
  const steps = table(
    { target: 'timeline', title: words.sections.timeline, parent },
    [
      { title: columns.when, share: 2 },
      { title: columns.step, share: 6 },
      { title: columns.finding, share: 3 },
    ],
    timeline.map(({ when, what, finding }) => [
      cell(filledLine(context, when)),
      cell(filledLine(context, what)),
      namedFinding(context, finding),
    ]),
  );
  const parts = textParts(context, snapshot.facts.narrative);
  const heading = { target: parent, title: words.chapters.narrative };
  if (parts.length > 0) return [{ kind: 'text', ...heading, parts }, ...steps];
  return steps.length === 0 ? [] : [{ kind: 'chapter', ...heading }, ...steps];
}

/** A finding by its identifier as the document names it; nothing if it does not speak of it. */
export function namedFinding({ linkOf }: Context, id: string): Value[] {
  const ref = id === '' ? undefined : linkOf(id);
  return ref === undefined ? [] : [refValue(ref)];
}
