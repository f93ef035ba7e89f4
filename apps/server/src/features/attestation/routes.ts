import {
  attest,
  attestHistory,
  attestStatus,
  batchAttest,
  checkAttestation,
  dismissProposal,
  lastAttested,
  listAltered,
  listProposals,
  remindToAttest,
  reopenForProposal,
  toggleAttestation,
  unattest,
} from '@spora/contract/attestation/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as altered from './altered.ts';
import * as matters from './matters/service.ts';
import * as proposals from './proposals/service.ts';
import * as reminders from './reminders/service.ts';
import * as service from './service.ts';
import * as status from './status/service.ts';

export function registerAttestationRoutes(mount: Mount): void {
  mount(checkAttestation, matters.checkAttestation);
  mount(attest, service.attest);
  mount(batchAttest, service.batchAttest);
  mount(toggleAttestation, service.toggleAttestation);
  mount(unattest, service.unattest);
  mount(remindToAttest, reminders.remindToAttest);
  mount(attestStatus, status.attestStatus);
  mount(attestHistory, status.attestHistory);
  mount(lastAttested, status.lastAttested);
  mount(listAltered, altered.listAltered);
  mount(listProposals, (ctx) => proposals.listProposals(ctx));
  mount(dismissProposal, proposals.dismissProposal);
  mount(reopenForProposal, proposals.reopenForProposal);
}
