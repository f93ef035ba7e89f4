import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import type { LinkTo } from '../platform/mail/links.ts';
import { emailOf, USUAL_DRIVERS } from './drivers.ts';
import { DEMO_ACCOUNTS, demoImei } from './roster.ts';
import type { StoryCaller, StoryPeople } from './story-caller.ts';
import { monthBefore } from './story-state.ts';

export interface Month {
  readonly from: string;
  readonly to: string;
  readonly month: string;
}

/** What the steps of the story work with: the company, its people and the time that is told of. */
export interface Scene {
  readonly timeZone: string;
  /** When the demo began. */
  readonly begun: Date;
  /** The month before last, and the last. */
  readonly months: { readonly first: Month; readonly second: Month };
  readonly admin: StoryCaller;
  /** For times of the past alone, which no interface takes. */
  readonly owner: Kysely<Db>;
  /** Links of what lies in the demo's mailbox; null where mail leaves. */
  readonly mailbox: LinkTo | null;
  readonly personOf: (fullName: string) => { readonly id: number; readonly email: string };
  readonly imeiOf: (unit: string) => string;
  /** The usual driver of a unit as a caller. */
  readonly driverOf: (unit: string) => Promise<StoryCaller>;
}

/** The company is the first account of the roster. */
const COMPANY = 0;

interface Stage {
  readonly owner: Kysely<Db>;
  readonly people: StoryPeople;
  readonly mailbox: LinkTo | null;
}

export async function openScene({ owner, people, mailbox }: Stage, begun: Date): Promise<Scene> {
  const company = DEMO_ACCOUNTS[COMPANY];
  if (!company) throw new Error('the demo has no company');
  const rows = await owner
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('account.name', '=', company.name)
    .where('account.is_demo', '=', true)
    .select(['member.id', 'member.full_name', 'member.email'])
    .execute();
  const personOf: Scene['personOf'] = (fullName) => {
    const email = company.members.find((one) => one.fullName === fullName)?.email ?? emailOf(fullName);
    const row = rows.find((one) => one.email === email);
    if (!row) throw new Error(`the demo has no ${email}`);
    return row;
  };
  return {
    timeZone: company.timeZone,
    owner,
    mailbox,
    begun,
    months: { first: monthBefore(company.timeZone, begun, 2), second: monthBefore(company.timeZone, begun, 1) },
    admin: await people.as(personOf(company.members[0]?.fullName ?? '').email),
    personOf,
    imeiOf: (unit) =>
      demoImei(
        COMPANY,
        company.units.findIndex(({ name }) => name === unit),
      ),
    driverOf: (unit) => people.as(personOf(USUAL_DRIVERS[unit] ?? '').email),
  };
}

export const firstDayOf = ({ from }: Month): string => from;
