import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsIn } from '#db/store/columns.ts';

it('row numbers are read from what SQLite writes of them', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffff_ffff })), (rows) => {
      expect([...rowsIn(JSON.stringify(rows))]).toEqual(rows);
    }),
  );
});
