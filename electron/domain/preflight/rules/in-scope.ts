import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { listOf } from '../../finding/record.ts';
import { about, quotes, type Rule } from './rule.ts';
import { coverageOf } from '../scope.ts';

/** Assets that were not to be tested, and those that the agreed scope does not name. */
export const assetsInScope: Rule = ({ finding }, { scope }) => {
  if (scope.inside.length === 0 && scope.outside.length === 0) return [];
  const excluded: string[] = [];
  const by: string[] = [];
  const uncovered: string[] = [];
  for (const asset of listOf(finding.record, 'asset')) {
    const coverage = coverageOf(asset, scope);
    switch (coverage.kind) {
      case 'excluded':
        excluded.push(asset);
        by.push(coverage.by);
        break;
      case 'uncovered':
        uncovered.push(asset);
        break;
      case 'covered':
      case 'unknown':
        break;
    }
  }
  const messages: FindingMessage[] = [];
  if (excluded.length > 0) {
    const says = `${quotes(excluded)} ${excluded.length === 1 ? 'was' : 'were'} not to be tested: the scope excludes ${quotes(by)}.`;
    messages.push(about(finding, 'out-of-scope', 'asset', says));
  }
  if (uncovered.length > 0) {
    const says = `${quotes(uncovered)} ${uncovered.length === 1 ? 'is' : 'are'} in no line of the agreed scope.`;
    messages.push(about(finding, 'not-in-scope', 'asset', says));
  }
  return messages;
};
