import { brandOf } from '@spora/contract/brands';
import type { CallData } from '@spora/contract/endpoint';
import type {
  carScheduleStatus,
  contact,
  mapConfig,
  MapProvider,
  publicConfig,
  safeHomeConfig,
  terms,
} from '@spora/contract/accounts/endpoints';
import type { Language } from '@spora/messages/languages';
import { type BrandOptions, brandOfRequest } from '../../platform/http/brand-of-request.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx, MemberCtx } from '../../platform/ctx.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import type { DemoSignIn } from '../../platform/program/role.ts';
import * as repository from './repository.ts';
import { type MapOptions, mapProvidersOf } from '../../platform/configuration/map-providers.ts';
import { hasSecureContext } from './rules.ts';

export interface InstallationOptions {
  /** Empty outside the demo. */
  readonly demoSignIns: readonly DemoSignIn[];
  /** Where the demo shows the mail that it keeps; null elsewhere. */
  readonly mailboxUrl: string | null;
  readonly map: MapOptions;
  readonly hasStreetAddresses: boolean;
  readonly brands: BrandOptions;
}

/** Demo sign-ins and mailbox are told to this machine only, never through a proxy. `wanted` is the subsite that the page's address asks for. */
export function readPublicConfig(
  options: InstallationOptions,
  facts: RequestFacts,
  wanted: number | undefined,
): CallData<typeof publicConfig> {
  return {
    subsite_id: brandOfRequest(facts.hostname, wanted, options.brands).brand.subsiteId,
    mailbox_url: facts.isLoopback ? options.mailboxUrl : null,
    demo_sign_ins: facts.isLoopback ? options.demoSignIns.filter(({ at }) => at === undefined) : [],
    secure_context_needed: !hasSecureContext(facts.protocol, facts.hostname),
  };
}

export const readMapConfig = (options: InstallationOptions): CallData<typeof mapConfig> => ({
  providers: mapProvidersOf(options.map) satisfies MapProvider[],
  has_street_addresses: options.hasStreetAddresses,
});

/** The text as support wrote it: what of it may be shown as more than plain text is the client's to decide (SEC-010). */
export const readAnnouncement = async (ctx: Ctx, wanted: { subsiteId: number; language: Language }): Promise<string> =>
  (await repository.findAnnouncement(ctx.db, { ...wanted, at: ctx.now() })) ?? '';

export function readContact(subsiteId: number): CallData<typeof contact> {
  const { supportMail, supportPhone } = brandOf(subsiteId);
  return { email: supportMail, phone: supportPhone };
}

/** REG-013: a brand may have written its own terms in some languages only; the Swedish ones apply then. */
export async function readTerms(ctx: Ctx, wanted: { subsiteId: number; language: Language }): Promise<CallData<typeof terms>> {
  const day = ctx.now().toISOString().slice(0, 10);
  const found =
    (await repository.findTerms(ctx.db, { ...wanted, day })) ??
    (await repository.findTerms(ctx.db, { ...wanted, language: 'sv', day }));
  if (!found) throw new AppError('NotFound');
  return found;
}

export async function readCarScheduleStatus({ db, actor }: MemberCtx): Promise<CallData<typeof carScheduleStatus>> {
  return { EnableCarSchedule: (await repository.flagsOf(db, actor.accountId)).car_schedule };
}

export async function readSafeHomeConfig({ db, actor }: MemberCtx): Promise<CallData<typeof safeHomeConfig>> {
  return { EnableSafeReturnHome: (await repository.flagsOf(db, actor.accountId)).safe_return_home };
}
