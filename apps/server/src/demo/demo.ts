import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import { PROJECT_DIR, type Config } from '../platform/configuration/config.ts';
import type { Db } from '../platform/database/db.generated.ts';
import type { DemoSignIn } from '../platform/program/role.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { countedAtStartM, harshEveryM, stateFigures } from './figures.ts';
import { insertDrivers } from './drivers-fill.ts';
import { insertSensors } from './sensors-fill.ts';
import { insertZones } from './zones-fill.ts';
import { fillTheft } from './theft-fill.ts';
import { THEFT } from './zones.ts';
import { DEMO_ACCOUNTS, demoImei, type DemoAccount, type DemoMember, type DemoUnit } from './roster.ts';
import { beginStory, monthsSince, readStory } from './story-state.ts';
import { registerUnits } from './units.ts';

/** So many days of the past the fleet drives at its first start. */
const HISTORY_DAYS = 5;
/** Of these so many have every record; the days before are told in few, which is half the work of a first start. */
const DETAILED_DAYS = 2;
const SILENT_DAYS = 3;
/** After a stop each unit begins again a little before its end; what comes twice is known as the same. */
const OVERLAP_MS = 15 * 60_000;
const SEED = 7;
const SIMULATOR = join(PROJECT_DIR, 'tools/simulator/src/main.ts');

const demoFile = ({ dataDir }: Pick<Config, 'dataDir'>, name: string) => join(dataDir, 'demo', name);

/**
 * Fills an empty database of the demo with its accounts, their members and a fleet; answers how to sign in, also at every
 * later start. The passwords are made here and kept in the data folder, so that no demo opens to what another one shows.
 */
export async function ensureDemo(config: Pick<Config, 'dataDir'>, owner: Kysely<Db>, now: Date): Promise<readonly DemoSignIn[]> {
  const some = await owner.selectFrom('account').select('id').limit(1).executeTakeFirst();
  if (some) return readSignIns(config);
  const since = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  mkdirSync(join(config.dataDir, 'demo'), { recursive: true });
  const signIns: DemoSignIn[] = [];
  for (const [index, account] of DEMO_ACCOUNTS.entries()) {
    const accountId = await insertAccount(owner, account, since);
    const units = newUnitsOf(account, index);
    const months = monthsSince(now, account.timeZone);
    const atOf = ({ hasMonths = false }: DemoUnit): Date => (hasMonths ? months : since);
    for (const hasMonths of [false, true]) {
      const some = units.filter((unit) => (unit.hasMonths ?? false) === hasMonths);
      await registerUnits(owner, accountId, some, new Date((hasMonths ? months : since).getTime() - DAY_MS));
    }
    // Before the first trip: a private one is its driver's alone, who was a member then.
    const before = new Date(Math.min(months.getTime(), since.getTime()) - DAY_MS);
    for (const member of account.members) signIns.push(await insertMember(owner, accountId, member, before));
    await insertDomain(owner, accountId, account, now);
    await insertDrivers(owner, accountId, account, before);
    await insertSensors(owner, accountId, account, before);
    await insertZones(owner, accountId, account, since);
    await fillTheft(owner, accountId, account, now);
    await stateFigures(owner, { accountId, units, atOf });
  }
  beginStory(config, now);
  signIns.push(await insertStaff(owner));
  writeFileSync(demoFile(config, 'since.json'), JSON.stringify(since.toISOString()));
  writeFileSync(demoFile(config, 'sign-ins.json'), JSON.stringify(signIns, null, 2), { mode: 0o600 });
  return signIns;
}

function readSignIns(config: Pick<Config, 'dataDir'>): readonly DemoSignIn[] {
  try {
    return JSON.parse(readFileSync(demoFile(config, 'sign-ins.json'), 'utf8')) as DemoSignIn[];
  } catch {
    // Filled by a restore or by hand: its members have passwords of their own.
    return [];
  }
}

/** So that alarms go out as text messages, too, which in a demo stay on its own page. */
const SMS_CREDITS = 100;

async function insertAccount(
  owner: Kysely<Db>,
  { name, kind, country, timeZone, currency, alertLanguage }: DemoAccount,
  since: Date,
): Promise<number> {
  const alerts = alertLanguage ? { alert_language: alertLanguage, alert_time_zone: timeZone } : {};
  const row = { name, kind: kind ?? 'company', country, currency, time_zone: timeZone, is_demo: true, ...alerts };
  const { id } = await owner.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow();
  await owner.insertInto('sms_credit').values({ account_id: id, at: since, amount: SMS_CREDITS, reason: 'Demo' }).execute();
  return id;
}

const newUnitsOf = ({ units }: DemoAccount, index: number) =>
  units.map((unit, place) => ({
    ...unit,
    imei: demoImei(index, place),
    ...(unit.plate !== undefined && { registrationNumber: unit.plate }),
    ...(unit.type !== undefined && { vehicleType: unit.type }),
  }));

async function insertMember(
  owner: Kysely<Db>,
  accountId: number,
  { email, fullName, isAdmin, language, note, sees = [] }: DemoMember,
  since: Date,
): Promise<DemoSignIn> {
  const password = `${email.split('@')[0]}-${randomInt(100_000, 1_000_000)}`;
  const { id: memberId } = await owner
    .insertInto('member')
    .values({
      account_id: accountId,
      email,
      full_name: fullName,
      is_admin: isAdmin,
      password_hash: await hashPassword(password),
      language,
      created_at: since,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (sees.length > 0)
    await owner
      .insertInto('unit_access')
      .columns(['account_id', 'member_id', 'unit_id'])
      .expression((eb) =>
        eb
          .selectFrom('unit')
          .where('account_id', '=', accountId)
          .where('name', 'in', sees)
          .select(['account_id', eb.val(memberId).as('member_id'), 'id']),
      )
      .execute();
  return { username: email, password, note };
}

/** ADM-020: no name server tells of names under `.example`, so the demo's domains are proven from the start. */
async function insertDomain(owner: Kysely<Db>, accountId: number, { members }: DemoAccount, now: Date): Promise<void> {
  const name = members[0]?.email.split('@')[1] ?? '';
  await owner
    .insertInto('sign_on_domain')
    .values({ account_id: accountId, name, proof: 'demo', created_at: now, proven_at: now })
    .execute();
}

/** The operator's own side of the demo; the code of the second factor comes to the demo's mailbox. */
async function insertStaff(owner: Kysely<Db>): Promise<DemoSignIn> {
  const email = 'support@spora.example';
  const password = `support-${randomInt(100_000, 1_000_000)}`;
  await owner
    .insertInto('support_staff')
    .values({ email, full_name: 'Sara Stöd', password_hash: await hashPassword(password), language: 'sv' })
    .execute();
  return { username: email, password, note: 'support staff', at: '/support' };
}

/** Where each of the demo's units was last heard of. */
export async function lastHeard(owner: Kysely<Db>): Promise<ReadonlyMap<string, Date>> {
  const rows = await owner
    .selectFrom('unit_latest')
    .innerJoin('fitting', 'fitting.unit_id', 'unit_latest.unit_id')
    .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
    .innerJoin('account', 'account.id', 'unit_latest.account_id')
    .where('account.is_demo', '=', true)
    .where('unit_latest.time', 'is not', null)
    .select(['tracker.imei', 'unit_latest.time'])
    .execute();
  return new Map(rows.flatMap(({ imei, time }) => (time === null ? [] : [[imei, time] as const])));
}

/**
 * The demo's units as the simulator's `--fleet` file. `since` fixes the odometers, so that every start continues the same
 * lives; each unit begins where it was last heard of, after a long rest some days back rather than with weeks of driving.
 */
export function fleetFile(since: Date, now: Date, heard: ReadonlyMap<string, Date>, hasStory = true) {
  const least = Math.max(since.getTime(), now.getTime() - HISTORY_DAYS * DAY_MS);
  const hoursBefore = (hours: number): string =>
    new Date(since.getTime() + HISTORY_DAYS * DAY_MS - hours * 3_600_000).toISOString();
  const coarseUntil = new Date(now.getTime() - DETAILED_DAYS * DAY_MS).toISOString();
  /** Of a unit with months: until the first start has told all of them, it goes on where it was. */
  const monthsOf = (imei: string, timeZone: string) => {
    const begun = new Date(since.getTime() + HISTORY_DAYS * DAY_MS);
    const months = monthsSince(begun, timeZone);
    const told = heard.get(imei)?.getTime() ?? 0;
    const from = Math.max(told < since.getTime() ? months.getTime() : least, told - OVERLAP_MS);
    return { since: months.toISOString(), from: new Date(from).toISOString() };
  };
  const imeiOfName = (account: number, name: string): string =>
    demoImei(account, DEMO_ACCOUNTS[account]?.units.findIndex((unit) => unit.name === name) ?? 0);
  const unitOf = (unit: DemoUnit, imei: string, leader: number, account: number) => ({
    imei,
    network: unit.network,
    occupation: unit.occupation,
    traits: {
      odometerAtStartM: countedAtStartM(unit, imei),
      harshEveryM: harshEveryM(unit, imei),
      ...unit.tracker,
      ...(hasStory && unit.hasLooseFuse === true && { losesPower: { from: hoursBefore(78), until: hoursBefore(6) } }),
    },
    dialect: unit.dialect,
    transport: unit.transport,
    order: unit.order,
    lostAckChance: unit.lostAckChance,
    from: new Date(Math.max(least, (heard.get(imei)?.getTime() ?? 0) - OVERLAP_MS)).toISOString(),
    coarseUntil,
    ...(leader >= 0 && { towedBy: demoImei(account, leader) }),
    // A demo that was filled without them goes on with the lives that it has.
    ...(hasStory && unit.round),
    ...(hasStory && unit.driverAlsoOf !== undefined && { driverAlsoOf: imeiOfName(account, unit.driverAlsoOf) }),
    ...(hasStory &&
      unit.takenTo && {
        outing: { from: hoursBefore(THEFT.hoursAgo.from), back: hoursBefore(THEFT.hoursAgo.back), to: unit.takenTo },
      }),
    ...(hasStory && unit.hasMonths === true && monthsOf(imei, DEMO_ACCOUNTS[account]?.timeZone ?? 'UTC')),
    ...(unit.contact === 'silent' && {
      silentFrom: new Date(since.getTime() + (HISTORY_DAYS - SILENT_DAYS) * DAY_MS).toISOString(),
    }),
  });
  const units = DEMO_ACCOUNTS.flatMap(({ units: roster }, account) =>
    roster.flatMap((unit, place) =>
      unit.contact === 'never'
        ? []
        : [
            unitOf(
              unit,
              demoImei(account, place),
              roster.findIndex(({ name }) => name === unit.towedBy),
              account,
            ),
          ],
    ),
  );
  return { seed: SEED, since: since.toISOString(), units };
}

/** Where this program answers to itself. */
export const ownHost = ({ host }: Pick<Config, 'host'>): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

export interface RunningFleet {
  readonly stop: () => Promise<void>;
}

/**
 * Starts the demo's fleet as a program of its own, so that its driving costs the server nothing: the past at once, then as
 * time goes. It ends with us, also when we are killed.
 */
export async function startDemoFleet(
  config: Pick<Config, 'dataDir' | 'host'>,
  owner: Kysely<Db>,
  port: number,
  now: Date,
): Promise<RunningFleet> {
  const since = new Date(JSON.parse(readFileSync(demoFile(config, 'since.json'), 'utf8')) as string);
  const fleet = fleetFile(since, now, await lastHeard(owner), readStory(config) !== undefined);
  writeFileSync(demoFile(config, 'fleet.json'), JSON.stringify(fleet, null, 2));
  const child = fork(
    SIMULATOR,
    ['--quiet', '--host', ownHost(config), '--port', String(port), '--speedup', 'max', '--fleet', demoFile(config, 'fleet.json')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A young heap lets a past of a million records grow far beyond what the fleet needs.
      execArgv: ['--max-old-space-size=256'],
    },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.once('error', () => {});
  return {
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
