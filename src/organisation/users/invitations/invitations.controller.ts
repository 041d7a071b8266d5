import { Post, Req } from '@nestjs/common';
import { Answers, Body, BothForms, Examples, Public, type ServiceRequest } from '../../../platform/http';
import { USER_EXAMPLES } from '../http/examples';
import { InvitationsService } from './invitations.service';
import { toUserResponse, UserResponse } from '../http/answers';
import { AcceptInvitationDto } from '../http/requests';

@BothForms('invitations', 'Users')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post('accept')
  @Examples(USER_EXAMPLES.accept)
  @Public()
  @Answers(UserResponse, {
    summary: 'Accept an invitation',
    description:
      'Needs no bearer token: the token of the invitation authenticates the user. Rate limited by the ' +
      "caller's address; the body is limited to 4 KiB.",
  })
  async accept(@Req() request: ServiceRequest, @Body() body: AcceptInvitationDto): Promise<UserResponse> {
    return toUserResponse(await this.invitations.accept(body.token, request.requestId));
  }
}
