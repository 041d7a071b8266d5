import { ABILITIES, Ability } from '../../../common/actor';
import type { UserId } from '../../../common/records/ids';
import { Field, ListQuery } from '../../../platform/http';

export class CreateTokenIn {
  @Field.text({ description: 'What the token is for; one for each integration.', example: 'ERP integration' })
  name: string;

  @Field.listOf(ABILITIES, {
    min: 1,
    description: 'A subset of the abilities of the calling token.',
    example: ['read', 'write'],
  })
  abilities: Ability[];

  @Field.timestamp({ optional: true, nullable: true, description: 'When it stops being valid. Never, when left out.' })
  expires_at?: string | null;

  @Field.id({
    optional: true,
    description: 'The active user it acts as (needs admin). The calling user, when left out.',
  })
  user_id?: UserId;
}

export class TokenListQuery extends ListQuery({ sortable: ['created_at', 'name'] }) {}
