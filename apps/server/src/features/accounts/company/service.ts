import type { getCompany as getEndpoint, updateCompany as updateEndpoint } from '@spora/contract/accounts/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { ACCOUNT_CURRENCIES } from '@spora/contract/accounts/values';
import { COUNTRIES, type Country } from '@spora/contract/countries';
import {
  maskPersonalNumber,
  normalPostalCode,
  normalPrivateNumber,
  orgNumberFault,
  postalCodeFault,
  privateNumberFault,
} from '@spora/contract/identity';
import type { MessageKey } from '@spora/messages/keys';
import { audit } from '../../../core/people/audit.ts';
import { changesFor } from '../../../platform/observing/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { holdAccount } from '../../../core/people/hold-account.ts';
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

interface Account {
  readonly kind: string;
  readonly country: string;
}

const countryIn = (of: Account): Country | undefined => COUNTRIES.find((each) => each.code === of.country.toLowerCase());

/** The rules of registration, of what is filled in; what is left empty here is no fault (WIZ-012, WIZ-013, WIZ-016). */
function requireRight({ registration_id: number, postal_code: code }: repository.CompanyChange, of: Account, today: Date): void {
  const country = countryIn(of);
  if (!country) return;
  const numberFault = (text: string): MessageKey | null =>
    of.kind === 'private' ? privateNumberFault(country.code, text, today) : orgNumberFault(text);
  const faults = { registration_id: number && numberFault(number), postal_code: code && postalCodeFault(country.code, code) };
  const found = Object.entries(faults).flatMap(([name, key]): [string, MessageKey[]][] => (key ? [[name, [key]]] : []));
  if (found.length > 0) throw new InputError(Object.fromEntries(found));
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
  const { db, actor, now } = ctx;
  const { was, ...wanted } = body;
  await holdAccount(db, actor.accountId);
  if (was) requireUnchanged(await getCompany(ctx), { ...wanted, was });
  const change = Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined),
  ) as repository.CompanyChange;
  if (change.registration_id?.includes('•')) delete change.registration_id;
  const before = await repository.readCompany(db, actor.accountId);
  requireRight(change, before, now());
  // DEC-83: stored as registration stores it.
  if (change.postal_code) change.postal_code = normalPostalCode(change.postal_code);
  const country = countryIn(before)?.code;
  if (change.registration_id && before.kind === 'private' && country)
    change.registration_id = normalPrivateNumber(country, change.registration_id);
  const changes = changesFor(before, change, before.kind === 'private' ? PRIVATE_UNSAID : ['registration_id']);
  if (!changes) return {};
  await repository.updateCompany(db, actor.accountId, change);
  await audit(ctx, 'company-changed', '', changes);
  return {};
}
