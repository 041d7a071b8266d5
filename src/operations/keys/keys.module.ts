import { Module } from '@nestjs/common';
import { KeyRotation, KeyStatus } from './key-rotation';

@Module({ providers: [KeyStatus, KeyRotation] })
export class KeysModule {}
