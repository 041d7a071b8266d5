import { isMaking, type Operation } from './document';
import { STORY, type Chapter } from './story';

/** Order of requests in a folder: create, read, update, act, delete. */
const TURNS = ['making', 'reading', 'changing', 'acting', 'ending'] as const;

/** The requests of the story, and one request for each other operation in its folder. */
export function planOf(operations: readonly Operation[]): Chapter[] {
  const covered = new Set(STORY.flatMap(({ steps }) => steps.map(({ of }) => of)));
  const rest = operations.filter(({ key }) => !covered.has(key)).sort((one, another) => turnOf(one) - turnOf(another));
  const restOf = (folder: string) => rest.filter(({ tag }) => tag === folder).map(({ key }) => ({ of: key }));
  const chapters = STORY.map(({ folder, steps }) => {
    const ends = steps.findLastIndex(({ of }) => !of.startsWith('DELETE ')) + 1;
    return { folder, steps: [...steps.slice(0, ends), ...restOf(folder), ...steps.slice(ends)] };
  });
  const known = new Set(chapters.map(({ folder }) => folder));
  const tags = [...new Set(rest.map(({ tag }) => tag))].filter((tag) => !known.has(tag));
  const added = tags.map((folder) => ({ folder, steps: restOf(folder) }));
  // The last chapter deletes what the first ones created.
  return [...chapters.slice(0, -1), ...added, ...chapters.slice(-1)].filter(({ steps }) => steps.length > 0);
}

function turnOf(operation: Operation): number {
  const acting = ({ GET: 'reading', PUT: 'changing', DELETE: 'ending' } as const)[operation.method] ?? 'acting';
  return TURNS.indexOf(isMaking(operation) ? 'making' : acting);
}
