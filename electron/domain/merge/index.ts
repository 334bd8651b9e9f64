export { mergeField, type FieldBase, type FieldMerge, type FieldSides } from './field.ts';
export { isEmptyValue, sameOnceNormalised } from './normalise.ts';
export { isOffered, offeredOf } from './offered.ts';
export { mergeRecord, type FieldBases, type RecordMerge } from './record.ts';
export {
  assemble,
  contested,
  regionsOf,
  taken,
  undecided,
  type Region,
  type RegionChoice,
  type RegionChoices,
  type Regions,
} from './regions.ts';
