import { readEnvironment } from './src/config';
import { createDataSource } from './src/database/connection/data-source';

/** What the TypeORM command line works on: the owner's connection, every entity, every migration. */
export default createDataSource({ url: readEnvironment().DATABASE_MIGRATION_URL });
