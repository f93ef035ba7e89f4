import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { PROJECT_DIR, type Config } from '../platform/config.ts';
import type { Db } from '../platform/db.generated.ts';
import type { DemoSignIn } from '../platform/role.ts';
import { hashPassword } from '../platform/security-password.ts';
import { DEMO_FLEET, DRIVER_IMEIS } from './demo-fleet.ts';
import { registerUnits } from './demo-units.ts';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 3;
const SIMULATOR = join(PROJECT_DIR, 'tools/simulator/src/main.ts');

const demoFile = ({ dataDir }: Pick<Config, 'dataDir'>, name: string) => join(dataDir, 'demo', name);

/**
 * Fills an empty database of the demo with two companies, their members and a fleet; answers how to sign in, also at every
 * later start. The passwords are made here and kept in the data folder, so that no demo opens to what another one shows.
 */
export async function ensureDemo(config: Config, owner: Kysely<Db>, now: Date): Promise<readonly DemoSignIn[]> {
  const some = await owner.selectFrom('account').select('id').limit(1).executeTakeFirst();
  if (some) return readSignIns(config);
  const since = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  mkdirSync(join(config.dataDir, 'demo'), { recursive: true });
  const company = await insertAccount(owner, 'Nordlund Transport & Service');
  const beginner = await insertAccount(owner, 'Nyström Bygg');
  const signIns = [
    await insertMember(owner, {
      accountId: company,
      email: 'anna@demo.example',
      fullName: 'Anna Nordlund',
      isAdmin: true,
      note: `Administrator, all ${DEMO_FLEET.length} units`,
    }),
    await insertMember(owner, {
      accountId: company,
      email: 'erik@demo.example',
      fullName: 'Erik Holm',
      isAdmin: false,
      note: `Driver, ${DRIVER_IMEIS.length} units`,
    }),
    await insertMember(owner, {
      accountId: beginner,
      email: 'ny@demo.example',
      fullName: 'Sara Nyström',
      isAdmin: true,
      note: 'A new company, still empty',
    }),
  ];
  await registerUnits(owner, company, DEMO_FLEET, since);
  await owner
    .insertInto('unit_access')
    .columns(['account_id', 'member_id', 'unit_id'])
    .expression((eb) =>
      eb
        .selectFrom('fitting')
        .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
        .innerJoin('member', (join) =>
          join.onRef('member.account_id', '=', 'fitting.account_id').on('member.is_admin', '=', false),
        )
        .where('tracker.imei', 'in', DRIVER_IMEIS)
        .select(['fitting.account_id', 'member.id', 'fitting.unit_id']),
    )
    .execute();
  writeFileSync(demoFile(config, 'fleet.json'), JSON.stringify(fleetFile(since), null, 2));
  writeFileSync(demoFile(config, 'sign-ins.json'), JSON.stringify(signIns, null, 2), { mode: 0o600 });
  return signIns;
}

function readSignIns(config: Config): readonly DemoSignIn[] {
  try {
    return JSON.parse(readFileSync(demoFile(config, 'sign-ins.json'), 'utf8')) as DemoSignIn[];
  } catch {
    // Filled by a restore or by hand: its members have passwords of their own.
    return [];
  }
}

async function insertAccount(owner: Kysely<Db>, name: string): Promise<number> {
  const { id } = await owner.insertInto('account').values({ name, is_demo: true }).returning('id').executeTakeFirstOrThrow();
  return id;
}

interface DemoMember {
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string;
  readonly isAdmin: boolean;
  readonly note: string;
}

async function insertMember(owner: Kysely<Db>, { accountId, email, fullName, isAdmin, note }: DemoMember): Promise<DemoSignIn> {
  const password = `${email.split('@')[0]}-${randomInt(100_000, 1_000_000)}`;
  await owner
    .insertInto('member')
    .values({
      account_id: accountId,
      email,
      full_name: fullName,
      is_admin: isAdmin,
      password_hash: await hashPassword(password),
      language: 'en',
    })
    .execute();
  return { username: email, password, note };
}

/** As tools/simulator reads it; `since` fixes the odometers, so that every start continues the same lives. */
const fleetFile = (since: Date) => ({
  seed: 7,
  since: since.toISOString(),
  units: DEMO_FLEET.map(({ imei, life, fallsSilent }) => ({
    imei,
    ...life,
    ...(fallsSilent && { silentFrom: new Date(since.getTime() + DAY_MS).toISOString() }),
  })),
});

export interface RunningFleet {
  stop(): Promise<void>;
}

/**
 * Starts the demo's fleet as a program of its own, against the port of this one, from where it was last heard, at most three
 * days back: the past at once, then as time goes. It ends with us, also when we are killed.
 */
export async function startDemoFleet(config: Config, owner: Kysely<Db>, port: number, now: Date): Promise<RunningFleet> {
  const latest = await owner
    .selectFrom('unit_latest')
    .select(({ fn }) => fn.max('time').as('time'))
    .executeTakeFirst();
  const from = Math.max(now.getTime() - HISTORY_DAYS * DAY_MS, latest?.time?.getTime() ?? 0);
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const child = fork(
    SIMULATOR,
    [
      '--quiet',
      '--host',
      host,
      '--port',
      String(port),
      '--speedup',
      'max',
      '--from',
      new Date(from).toISOString(),
      '--fleet',
      demoFile(config, 'fleet.json'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] },
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
