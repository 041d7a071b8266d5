/**
 * Changes: every event of a tenant in the order in which the evidence sealed them, for those who keep a copy of its records.
 *
 * - `ChangesQueries.now()`: the cursor of this moment, for what is handed out beside the feed (exports).
 */
export { ChangesModule } from './changes.module';
export { ChangesQueries } from './changes.queries';
