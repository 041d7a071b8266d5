export { readList, type SelectedList } from './read-list';
export { type After, rowsAfter } from './rows-after';
export { PLACE } from './stretches';
export { ListWalk, mustBeThere, type Placed, type WalkedList, walkList, type WalkPart } from './walk-list';
export {
  allOf,
  collated,
  type Condition,
  containing,
  isIndexed,
  isOneOf,
  isWithin,
  isoSql,
  oneContains,
  orderBy,
  sortedBy,
  type SortTerm,
  type SortType,
  within,
} from './sql';
