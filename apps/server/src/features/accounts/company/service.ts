import type { getCompany as getEndpoint, updateCompany as updateEndpoint } from '@spora/contract/accounts/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { ACCOUNT_CURRENCIES } from '@spora/contract/accounts/values';
import { COUNTRIES } from '@spora/contract/countries';
import { maskPersonalNumber, normalPostalCode, postalCodeFault } from '@spora/contract/identity';
import { audit } from '../../../core/people/audit.ts';
import { changesFor } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { holdAccount } from '../repository.ts';
import * as repository from './repository.ts';

/** ADM-016. A private person's number is shown masked. */
export async function getCompany({ db, actor }: MemberCtx): Promise<CallData<typeof getEndpoint>> {
  const { kind, registration_id, ...company } = await repository.readCompany(db, actor.accountId);
  const isPrivate = kind === 'private';
  return {
    ...company,
    currency: company.currency as (typeof ACCOUNT_CURRENCIES)[number],
    is_private: isPrivate,
    registration_id: isPrivate ? maskPersonalNumber(registration_id) : registration_id,
  };
}

/** WIZ-016, DEC-83: by the rules of registration, and stored as it stores it. */
async function postalCodeOf(db: MemberCtx['db'], accountId: MemberCtx['actor']['accountId'], text: string): Promise<string> {
  const { country } = await repository.readCompany(db, accountId);
  const known = COUNTRIES.find(({ code }) => code === country.toLowerCase());
  const fault = known ? postalCodeFault(known.code, text) : null;
  if (fault) throw new InputError({ postal_code: [fault] });
  return normalPostalCode(text);
}

/** A private person's account is its person: of number, address and contact only that they were changed. */
const PRIVATE_UNSAID = [
  ...['registration_id', 'name', 'street', 'postal_code', 'city', 'phone', 'email', 'invoice_email', 'contact_person'],
];

/** Only what is sent is changed; a masked number that comes back untouched changes nothing. */
export async function updateCompany(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof updateEndpoint>,
): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  const { was, ...wanted } = body;
  await holdAccount(db, actor.accountId);
  if (was) requireUnchanged(await getCompany(ctx), was);
  const change = Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined),
  ) as repository.CompanyChange;
  if (change.registration_id?.includes('•')) delete change.registration_id;
  if (change.postal_code) change.postal_code = await postalCodeOf(db, actor.accountId, change.postal_code);
  const before = await repository.readCompany(db, actor.accountId);
  const told = changesFor(before, change, before.kind === 'private' ? PRIVATE_UNSAID : ['registration_id']);
  if (!told) return {};
  await repository.updateCompany(db, actor.accountId, change);
  await audit(ctx, 'company-changed', '', told);
  return {};
}
