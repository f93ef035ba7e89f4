import { randomBytes } from 'node:crypto';
import type { UnitKind } from '@spora/contract/units/values';
import type { Language } from '@spora/messages/languages';
import { hardwareOf, phoneKind } from '@spora/protocols/list';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { AccountId } from '../platform/ctx.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Db } from '../platform/database/db.generated.ts';
import type { DatabaseUrls } from '../platform/database/embedded.ts';
import { TEMPLATE } from './setup.ts';

export interface TestDatabase {
  readonly urls: DatabaseUrls;
  /** Passes every account; for arranging and for looking afterwards. */
  readonly owner: Kysely<Db>;
  /** As the interface: sees nothing until `setAccount`. */
  readonly api: Kysely<Db>;
  readonly pipeline: Kysely<Db>;
  readonly superuserUrl: string;
  /** Closes the handles and drops the database. */
  close(): Promise<void>;
}

const withDatabase = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

/**
 * A database of its own with the newest schema, cloned from a migrated template on the run's own server (as files: less work than
 * through its log, since nothing here need survive a power cut). One per test file:
 * `const database = await testDatabase()` at the top and `afterAll(() => database.close())`.
 */
export async function testDatabase({ template = TEMPLATE }: { template?: string | null } = {}): Promise<TestDatabase> {
  const { urls: serverUrls, superuserUrl } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(
    superuserUrl,
    `CREATE DATABASE ${name} OWNER spora_owner TEMPLATE ${template ?? 'template0'} STRATEGY FILE_COPY`,
  );
  const urls = {
    owner: withDatabase(serverUrls.owner, name),
    api: withDatabase(serverUrls.api, name),
    pipeline: withDatabase(serverUrls.pipeline, name),
  };
  const handles = {
    owner: openDatabase(urls.owner, { max: 4 }),
    api: openDatabase(urls.api, { max: 8 }),
    pipeline: openDatabase(urls.pipeline, { max: 8 }),
  };
  return {
    urls,
    ...handles,
    superuserUrl: withDatabase(superuserUrl, name),
    close: async () => {
      await Promise.all(Object.values(handles).map((handle) => handle.destroy()));
      await runOnServer(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let counter = 0;
const next = () => ++counter;

/** A random IMEI with a right check digit, 15 digits. */
export function randomImei(): string {
  const body = `35${String(BigInt(`0x${randomBytes(8).toString('hex')}`) % 10n ** 12n).padStart(12, '0')}`;
  const sum = [...body].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

export interface AccountOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly country?: string;
  readonly isDemo?: boolean;
}

/** Inserts an account. */
export async function makeAccount({ owner }: TestDatabase, options: AccountOptions = {}): Promise<AccountId> {
  const { id } = await owner
    .insertInto('account')
    .values({
      name: options.name ?? `Account ${next()}`,
      time_zone: options.timeZone ?? 'Europe/Stockholm',
      country: options.country ?? 'SE',
      is_demo: options.isDemo ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id as AccountId;
}

export interface MemberOptions {
  readonly accountId: AccountId;
  readonly email?: string;
  readonly fullName?: string;
  readonly isAdmin?: boolean;
  readonly mayUseMap?: boolean;
  readonly language?: Language;
  /** A stored hash; the default opens for no password. */
  readonly passwordHash?: string;
  /** When they became a member; long ago unless told otherwise. */
  readonly since?: Date;
}

/** Before any trip that a test makes. */
const LONG_MEMBER = new Date('2020-01-01T00:00:00Z');

/** Inserts a member; an administrator unless told otherwise. */
export async function makeMember({ owner }: TestDatabase, options: MemberOptions): Promise<{ id: number; email: string }> {
  const n = next();
  const email = options.email ?? `member-${n}-${randomBytes(3).toString('hex')}@example.test`;
  const { id } = await owner
    .insertInto('member')
    .values({
      account_id: options.accountId,
      email,
      full_name: options.fullName ?? `Member ${n}`,
      password_hash: options.passwordHash ?? '!',
      is_admin: options.isAdmin ?? true,
      real_time_map: options.mayUseMap ?? true,
      language: options.language ?? 'sv',
      created_at: options.since ?? LONG_MEMBER,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email };
}

/** Inserts one of the support staff. */
export async function makeStaff(
  { owner }: TestDatabase,
  options: { fullName?: string; email?: string; passwordHash?: string } = {},
): Promise<{ id: number; email: string }> {
  const n = next();
  const email = options.email ?? `staff-${n}-${randomBytes(3).toString('hex')}@example.test`;
  const { id } = await owner
    .insertInto('support_staff')
    .values({ email, full_name: options.fullName ?? `Staff ${n}`, password_hash: options.passwordHash ?? '!' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email };
}

export interface UnitOptions {
  readonly accountId: AccountId;
  readonly imei?: string;
  readonly family?: string;
  readonly name?: string;
  readonly kind?: UnitKind;
  readonly phoneId?: string;
  /** From when the tracker sits in the unit; long ago unless told otherwise. */
  readonly fittedFrom?: Date;
  /** Members, other than administrators, who may see it. */
  readonly visibleTo?: readonly number[];
}

/** A value for every column that describes a unit, each unlike its default (UNIT-001). */
export const EVERY_UNIT_FIELD = {
  kind: 'machine',
  registration_number: 'ABC 12D',
  colour: '#aa3300',
  marker_symbol: 'excavator',
  icon: 'van',
  vehicle_type: 'Wheel loader',
  fuel_type: 'diesel',
  consumption_per_10km: 1.25,
  co2_g_per_km: 181.5,
  department: 'North',
  project: 'E18',
  tags: ['cold', 'night'],
  location_in_car: 'Under the seat',
  default_trip_type: 'other',
  inspection_period_months: 14,
  service_interval_km: 30_000,
  features: ['theft'],
  hides_speed: true,
};

export interface MadeUnit {
  readonly unitId: number;
  readonly trackerId: number;
  readonly imei: string;
}

/** Inserts a unit with a tracker fitted into it. */
export async function makeUnit({ owner }: TestDatabase, options: UnitOptions): Promise<MadeUnit> {
  const isPhone = options.family === phoneKind().family;
  const kind = isPhone ? phoneKind() : hardwareOf(options.family);
  const imei = options.imei ?? randomImei();
  const from = options.fittedFrom ?? new Date('2000-01-01T00:00:00Z');
  return owner.transaction().execute(async (tx) => {
    const { id: trackerId } = await tx
      .insertInto('tracker')
      .values({
        imei,
        protocol: kind.protocol,
        phone_id: isPhone ? (options.phoneId ?? randomBytes(16).toString('hex')) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('tracker_family').values({ tracker_id: trackerId, valid_from: from, family: kind.family }).execute();
    const { id: unitId } = await tx
      .insertInto('unit')
      .values({
        account_id: options.accountId,
        name: options.name ?? `Unit ${next()}`,
        kind: options.kind ?? (isPhone ? 'phone' : 'vehicle'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('fitting')
      .values({ account_id: options.accountId, unit_id: unitId, tracker_id: trackerId, during: `[${from.toISOString()},)` })
      .execute();
    for (const memberId of options.visibleTo ?? []) {
      await tx
        .insertInto('unit_access')
        .values({ account_id: options.accountId, member_id: memberId, unit_id: unitId })
        .execute();
    }
    return { unitId, trackerId, imei };
  });
}
