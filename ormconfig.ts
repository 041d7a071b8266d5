import { readEnvironment } from './src/platform/config';
import { createDataSource } from './src/platform/database/connection/data-source';

/** What the TypeORM command line works on: the owner's connection, every entity, every migration. */
export default createDataSource({ url: readEnvironment().DATABASE_MIGRATION_URL });
