import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createToken } from '@spora/contract/integrations/endpoints';
import { openAccount } from '@spora/contract/support/endpoints';
import { tripFilter } from '@spora/contract/trips/endpoints';
import type { AccountId } from '../../platform/ctx.ts';
import { hashOfToken } from '../../platform/http/session-gate.ts';
import type { Caller, TestApp } from '../http.ts';
import { type MadeUnit, makeAccount, makeMember, makeStaff, makeUnit } from '../database.ts';

/** The name of the unit, its trip and its addresses: nobody else's answer may hold it. */
export const SECRET_NAME = 'Zebra 4711';
const HOUR_MS = 3_600_000;

/** An account with a unit, a trip of it, its latest position, an export schedule and an alarm receiver: what the right calls are about. */
export interface Scene {
  readonly accountId: AccountId;
  readonly unit: MadeUnit;
  readonly tripId: number;
  readonly scheduleId: number;
  readonly receiverId: number;
  /** A member whose second factor is still to come. */
  readonly waiting: { readonly id: number };
  /** The day that is `offset` days from today, `2026-01-31`. */
  readonly day: (offset: number) => string;
  readonly hoursAgo: (hours: number) => string;
}

/** Arranges a scene in an account of its own. */
export async function makeScene({ database, clock: { now } }: TestApp): Promise<Scene> {
  const { owner } = database;
  const accountId = await makeAccount(database, { name: 'Hemligt Åkeri' });
  const unit = await makeUnit(database, { accountId, name: SECRET_NAME });
  const { id: tripId } = await owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      started_at: new Date(now.getTime() - HOUR_MS),
      ended_at: new Date(now.getTime() - HOUR_MS / 2),
      is_ongoing: false,
      distance_m: 71_829,
      distance_source: 'positions',
      max_speed_kmh: 70,
      end_rule: 'still',
      computed_type: 'business',
      computed_rule: 'default',
      purpose: SECRET_NAME,
      algorithm_version: 1,
      start_address: SECRET_NAME,
      stop_address: SECRET_NAME,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = await makeMember(database, { accountId });
  await owner.updateTable('member').set({ two_factor: true }).where('id', '=', waiting.id).execute();
  const { id: scheduleId } = await owner
    .insertInto('export_schedule')
    .values({
      account_id: accountId,
      member_id: waiting.id,
      name: SECRET_NAME,
      every: 'week',
      format: 'csv',
      language: 'sv',
      recipient_ids: [waiting.id],
      filter: JSON.stringify({ ...tripFilter.omit({ from: true, to: true, imeis: true }).parse({}), unit_ids: null }),
      next_on: '2030-01-07',
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: receiverId } = await owner
    .insertInto('alarm_receiver')
    .values({ account_id: accountId, name: SECRET_NAME, email: 'secret@example.test', created_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      last_contact_at: now,
      time: now,
      lat_e7: 593_293_000,
      lon_e7: 180_686_000,
      speed_kmh: 50,
      heading_deg: 90,
      altitude_m: 10,
      satellites: 9,
      state: 'moving',
      state_since: now,
      report_interval_s: 60,
      address: SECRET_NAME,
    })
    .execute();
  const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  return {
    accountId,
    unit,
    tripId,
    scheduleId,
    receiverId,
    waiting,
    day: (offset) => hoursAgo(-24 * offset).slice(0, 10),
    hoursAgo,
  };
}

/** Everybody who may knock at the door of a scene. */
export interface Cast {
  readonly admin: Caller;
  /** A member who may see no unit. */
  readonly member: Caller;
  /** A member whose map is switched off. */
  readonly withoutMap: Caller;
  /** Knows the password of `scene.waiting`, not the code. */
  readonly waiting: Caller;
  readonly token: Caller;
  /** The administrator of another account, and a program of a third that may write. */
  readonly foreign: Caller;
  readonly foreignToken: Caller;
  readonly staff: Caller;
  readonly waitingStaff: Caller;
  /** One of the support staff with the scene's account open. */
  readonly visit: Caller;
}

export async function makeCast(app: TestApp, { accountId, waiting }: Scene): Promise<Cast> {
  const { database, clock } = app;
  const signIn = async (options: Parameters<typeof makeMember>[1]) => app.signInAs(await makeMember(database, options));
  const programOf = async (maker: Caller, rights: 'read' | 'write') =>
    app.withToken((await maker.call(createToken, { body: { name: 'Program', rights, days: 30 } })).data!.token);
  const newToken = (): string => randomBytes(32).toString('base64url');
  const until = new Date(clock.now.getTime() + HOUR_MS / 2);

  const admin = await signIn({ accountId });
  const foreign = await signIn({ accountId: await makeAccount(database, { name: 'Another' }) });
  const third = await signIn({ accountId: await makeAccount(database, { name: 'A third' }) });
  const waitingToken = newToken();
  await sql`SELECT open_session(${waiting.id}, ${hashOfToken(waitingToken)}, true, 'test', ${clock.now}, ${until}, true)`.execute(
    database.api,
  );
  const colleague = await makeStaff(database);
  const waitingStaffToken = newToken();
  await sql`SELECT open_support_session(${colleague.id}, ${hashOfToken(waitingStaffToken)}, ${clock.now}, ${until}, true)`.execute(
    database.api,
  );
  const visitor = await app.signInAsStaff(colleague);
  const visit = await visitor.call(openAccount, { params: { id: accountId }, body: { reason: 'asked' } });
  return {
    admin,
    member: await signIn({ accountId, isAdmin: false }),
    withoutMap: await signIn({ accountId, isAdmin: false, mayUseMap: false }),
    waiting: app.withToken(waitingToken),
    token: await programOf(admin, 'read'),
    foreign,
    foreignToken: await programOf(third, 'write'),
    staff: await app.signInAsStaff(colleague),
    waitingStaff: app.withToken(waitingStaffToken),
    visit: app.withToken(visit.data!.token),
  };
}
