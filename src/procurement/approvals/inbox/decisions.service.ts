import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { DomainError, toDomainError } from '../../../common/errors';
import { HttpPorts, isForbidden } from '../../../platform/http';
import { ApprovalPorts, type DecidedDocument, type DocumentDecision, type DocumentType, PORT_OF } from './ports';

export interface OneDecision extends DocumentDecision {
  readonly type: DocumentType;
}

export type Outcome = { readonly decision: OneDecision } & (
  { readonly done: DecidedDocument } | { readonly refusal: DomainError }
);

/** Takes several decisions in one call, each like its own endpoint. */
@Injectable()
export class DecisionsService {
  private readonly log = new Logger('Approvals');

  constructor(
    private readonly ports: ApprovalPorts,
    private readonly http: HttpPorts,
  ) {}

  /**
   * Takes the decisions one after the other, each in its own transaction. A rejected one does not affect the others.
   * @returns the outcomes in the same order
   * @throws DomainError UNAUTHENTICATED if the token is revoked meanwhile; earlier decisions stay
   */
  async decide(actor: Actor, decisions: readonly OneDecision[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const decision of decisions) outcomes.push(await this.one(actor, decision));
    return outcomes;
  }

  private async one(actor: Actor, decision: OneDecision): Promise<Outcome> {
    try {
      return { decision, done: await this.ports[PORT_OF[decision.type]].decide(actor, decision) };
    } catch (error) {
      const refusal = toDomainError(error);
      if (refusal.code === 'UNAUTHENTICATED') throw refusal;
      if (!(error instanceof DomainError)) {
        const { type, id } = decision;
        this.log.error({ err: error, type, id }, 'A decision failed');
      }
      this.watch(actor, decision, refusal);
      return { decision, refusal };
    }
  }

  /** Adds a forbidden decision to the audit log, like the document's own endpoint. */
  private watch(actor: Actor, { type, outcome }: OneDecision, refusal: DomainError): void {
    if (!isForbidden(refusal)) return;
    this.http.watcher.watch({
      action: 'refused',
      actor,
      route: `POST /approvals/decide (${outcome} ${type})`,
      what: refusal.code,
    });
  }
}
