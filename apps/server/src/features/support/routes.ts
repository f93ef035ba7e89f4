import * as backOffice from '@spora/contract/support/back-office';
import * as contract from '@spora/contract/support/endpoints';
import type { Mount, MountOptions } from '../../platform/http/mount.ts';
import type { ParentAccounts } from '../../core/people/parent-rights.ts';
import * as cases from './cases/service.ts';
import * as service from './service.ts';
import * as signIn from './sign-in/service.ts';
import * as stock from './stock/service.ts';
import * as texts from './texts/service.ts';
import * as visits from './visits/service.ts';

/** As members' sign-in: what could be tried in bulk, and failures that stay counted. */
const GUARDED: MountOptions = { transaction: 'none', rate: { burst: 20, perSecond: 0.2 } };

export interface SupportOptions {
  readonly parents: ParentAccounts;
}

export function registerSupportRoutes(mount: Mount, { parents }: SupportOptions): void {
  mount(contract.supportSignIn, (ctx, input, facts) => signIn.signIn(ctx, input, facts), GUARDED);
  mount(contract.supportRequestCode, (ctx, input, facts) => signIn.requestCode(ctx, input, facts), GUARDED);
  mount(contract.supportVerifyCode, (ctx, input, facts) => signIn.verifyCode(ctx, input, facts), GUARDED);
  mount(contract.supportSignOut, (ctx) => signIn.signOut(ctx));
  mount(contract.supportMe, (ctx) => signIn.me(ctx));

  mount(contract.findAccounts, (ctx, input) => visits.findAccounts(ctx, input));
  mount(contract.openAccount, (ctx, input) => visits.openAccount(ctx, input, parents));
  mount(contract.getSupportAccount, (ctx, input) => visits.getAccount(ctx, input));
  mount(contract.updateSupportAccount, (ctx, input) => visits.updateAccount(ctx, input));
  mount(contract.changeMemberEmail, (ctx, input) => visits.changeEmail(ctx, input));
  mount(contract.setSubscription, (ctx, input) => visits.setSubscription(ctx, input));
  mount(contract.listMails, (ctx, input) => visits.listMails(ctx, input));
  mount(contract.listCredits, (ctx, input) => visits.listCredits(ctx, input));
  mount(contract.supportResetFactor, (ctx, input) => visits.resetFactor(ctx, input));
  mount(contract.addCredit, (ctx, input) => visits.addCredit(ctx, input));

  mount(contract.listCases, (ctx, input) => cases.listCases(ctx, input));
  mount(contract.answerCase, (ctx, input) => cases.answerCase(ctx, input));

  mount(backOffice.listStock, (ctx, input) => stock.listStock(ctx, input));
  mount(backOffice.exportStock, (ctx, input) => stock.exportStock(ctx, input));
  mount(backOffice.checkStock, (ctx, input) => stock.checkStock(ctx, input));
  mount(backOffice.addStock, (ctx, input) => stock.addStock(ctx, input));

  mount(backOffice.listAnnouncements, (ctx) => texts.listAnnouncements(ctx));
  mount(backOffice.announce, (ctx, input) => texts.announce(ctx, input));
  mount(backOffice.endAnnouncement, (ctx, { params }) => texts.endAnnouncement(ctx, params.id));
  mount(backOffice.listTerms, (ctx) => texts.listTerms(ctx));
  mount(backOffice.addTerms, (ctx, input) => texts.addTerms(ctx, input));
  mount(backOffice.listPaymentTypes, (ctx) => texts.listPaymentTypes(ctx));
  mount(backOffice.savePaymentTypes, (ctx, input) => texts.savePaymentTypes(ctx, input));
  mount(backOffice.getSettings, (ctx) => service.readSettings(ctx, parents));
  mount(backOffice.saveSettings, (ctx, input) => service.saveSettings(ctx, input));
  mount(backOffice.listActs, (ctx, input) => service.listActs(ctx, input));
  mount(backOffice.exportActs, (ctx, input) => service.exportActs(ctx, input));
}
