export { TrailsModule } from './trails.module';
