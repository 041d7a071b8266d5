export { type After, readList, rowsAfter, type SelectedList } from './read-list';
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
