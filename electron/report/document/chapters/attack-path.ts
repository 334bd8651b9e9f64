import type { AttackStep } from '#contract/engagement.ts';
import { withoutBlanks } from '#domain/engagement/facts.ts';
import type { Block, Part } from '../blocks.ts';
import { filledLine, textParts, type Context } from '../context.ts';
import { linkedLine } from '../text/rich.ts';
import { namedFinding } from './narrative.ts';

/** A figure of more steps would be higher than a page; they stand in the list alone. */
const maxDrawn = 16;

/** How the testers got from one step to the next: as a figure, then step by step with text and image. */
export function attackPath(context: Context, figure: () => string): Block[] {
  const { snapshot, words, linkOf } = context;
  const steps = withoutBlanks(snapshot.facts).attackPath;
  if (steps.length === 0) return [];
  const heading = { target: 'attack-path', title: words.chapters.attackPath };
  const titles = steps.map((step, at) => filledLine(context, step.title) || words.step(at + 1));
  const rows = steps.map(({ finding }, at) => {
    const ref = linkOf(finding);
    const title = titles[at] ?? '';
    return {
      label: ref === undefined ? title : `${title} (${ref.number})`,
      ...(ref === undefined ? {} : { mark: ref.severity }),
      values: [at + 1],
    };
  });
  const lead: Block =
    steps.length > maxDrawn
      ? { kind: 'chapter', ...heading }
      : {
          kind: 'summary',
          ...heading,
          sentence: '',
          chart: {
            label: figure(),
            caption: words.captions.attackPath,
            form: 'steps',
            data: { name: words.columns.step, columns: [{ label: words.columns.number }], rows },
          },
          rows: [],
        };
  return [
    lead,
    {
      kind: 'text',
      target: 'attack-steps',
      title: words.sections.attackSteps,
      parent: heading.target,
      parts: steps.flatMap((step, at) =>
        stepParts(context, step, `${String(at + 1)}. ${titles[at] ?? ''}`, figure),
      ),
    },
  ];
}

/** A step under its title: when it was and what it used, its text, its image. */
function stepParts(context: Context, step: AttackStep, title: string, figure: () => string): Part[] {
  const at = filledLine(context, step.at);
  const facts = [...(at === '' ? [] : [{ text: at }]), ...namedFinding(context, step.finding)];
  const said = facts.length === 0 ? [] : [linkedLine(facts)];
  const parts = [...said, ...textParts(context, step.text), ...imagePart(context, step, figure)];
  const [first = linkedLine([]), ...rest] = parts;
  return [{ ...first, title }, ...rest];
}

/** The image of the step's finding that it names; nothing if there is none of that name. */
function imagePart({ findings }: Context, { finding, image }: AttackStep, figure: () => string): Part[] {
  const found = findings
    .find(({ id }) => id === finding)
    ?.evidence.find(({ name }) => image.trim() !== '' && name === image.trim());
  if (found === undefined) return [];
  const { caption, sha256 } = found;
  return [{ body: { kind: 'figure', figure: { label: figure(), caption: caption.trim(), image: sha256 } } }];
}
