export { ChangesModule } from './changes.module';
export { ChangesQueries } from './changes.queries';
