import type { OthersStep } from '../history.ts';
import type { Kept } from './kept.ts';
import type { Marks } from '../user/memory.ts';
import { createDice } from '../draw/random.ts';
import type { ModelService } from './service.ts';
import { editedFields, findingByOthers, valueFor } from '../draw/values.ts';

/** Other people at the service. Answers what was done, in words, or null if there was nothing to do it to. */
export function othersAct(
  service: ModelService,
  marks: Marks,
  nowMs: number,
  step: OthersStep,
): string | null {
  const pick = (from: readonly Kept[], at: number): Kept | undefined => from[Math.floor(at * from.length)];
  switch (step.do) {
    case 'others-add': {
      const mark = marks.others();
      const body = findingByOthers(createDice(step.seed), mark, marks);
      const kept = service.create(body, 'others', step.candidate);
      return `others add ${step.candidate ? 'the candidate ' : ''}${kept.id} (${mark})`;
    }
    case 'others-edit': {
      const kept = pick(service.visible(), step.at);
      if (kept === undefined) return null;
      const dice = createDice(step.seed);
      const mark = marks.others();
      const candidate = Object.hasOwn(kept.now, 'review_version');
      const field = dice.oneIn(8) && !candidate ? 'status' : dice.pick(editedFields);
      service.change(kept, { [field]: valueFor(dice, field, mark, kept.now[field], marks) }, 'others');
      return `others edit ${field} of ${kept.id} (${mark})`;
    }
    case 'others-delete': {
      const kept = pick(service.visible(), step.at);
      if (kept === undefined) return null;
      service.remove(kept);
      return `others delete ${kept.id}`;
    }
    case 'others-hide': {
      const kept = pick(service.visible(), step.at);
      if (kept === undefined) return null;
      if (step.from === 'us') kept.leave(nowMs);
      else kept.setUnlisted(true, nowMs);
      return `others hide ${kept.id} from ${step.from}`;
    }
    case 'others-hide-all':
      for (const kept of service.visible()) kept.leave(nowMs);
      return 'our membership ends';
    case 'others-show': {
      const hidden = service.all().filter((kept) => (!kept.visible && !kept.deleted) || kept.unlisted);
      const kept = pick(hidden, step.at);
      if (kept === undefined) return null;
      kept.setUnlisted(false, nowMs);
      kept.comeBack(nowMs);
      return `${kept.id} is shown again`;
    }
    case 'others-review': {
      const candidates = service.visible().filter((kept) => Object.hasOwn(kept.now, 'review_version'));
      const kept = pick(candidates, step.at);
      if (kept === undefined) return null;
      service.decide(kept, true, 'others');
      return `others accept ${kept.id}`;
    }
    case 'others-lock': {
      const kept = pick(service.visible(), step.at);
      if (kept === undefined) return null;
      kept.locked = true;
      return `others lock ${kept.id}`;
    }
  }
}
