import type { FindingSeed } from './model.ts';
export function* generateFindings(seed: number, count: number): Generator<FindingSeed> {
  for (let at = 0; at < count; at += 1) {
    yield {
      id: `${seed.toString(16).padStart(8, '0')}${at.toString(16).padStart(16, '0')}`,
      body: { title: `Finding ${String(at)}`, asset: ['x.example'], severity: 'low' },
    };
  }
}
