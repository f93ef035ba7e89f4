import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { forgotPassword, resetPassword } from '@spora/contract/auth/endpoints';
import { addTag, checkInDriver, linkTag, removeTag } from '@spora/contract/drivers/endpoints';
import { bulkUpdateTrips, generateTrips, setTripType, updateTrip } from '@spora/contract/trips/endpoints';
import { saveTripSettings } from '@spora/contract/units/settings';
import { answerEmailChange, resendUserEmail } from '@spora/contract/users/address';
import {
  changeAccess,
  importUsers,
  inviteUser,
  listUsers,
  removeUser,
  resendInvitation,
  setTwoFactor,
  updateUser,
} from '@spora/contract/users/endpoints';
import { authApp, NEW_PASSWORD } from '../../../testing/auth.ts';
import { makeUnit, type MadeUnit } from '../../../testing/database.ts';
import type { Caller } from '../../../testing/http.ts';
import { layOver } from '../../trips/overlay-api.ts';
import { makeTrip } from '../../../testing/trips.ts';

/*
 * What an administrator could do one after the other to read somebody's private trips, in any order: every call that says who a member
 * is, how they are written to, or who drives. Whoever they could be afterwards reads nothing.
 */

const app = await authApp();
afterAll(() => app.close());
const { owner } = app.database;

interface Scene {
  readonly admin: Caller;
  readonly maja: { readonly id: number };
  readonly dag: { readonly id: number; readonly email: string };
  readonly unit: MadeUnit;
  readonly tripId: number;
  readonly tagId: number;
  /** Was read on a trip that nobody drives and that somebody said to be private. */
  readonly unknownTagId: number;
  readonly unknownTripId: number;
  readonly run: number;
}

let runs = 0;
async function makeScene(): Promise<Scene> {
  runs += 1;
  const maja = await app.newMember({ fullName: 'Maja Ek' });
  const dag = await app.newMember({ fullName: 'Dag Driver', isAdmin: false });
  const admin = await app.signInAs(maja);
  const unit = await makeUnit(app.database, { accountId: app.accountId, visibleTo: [dag.id] });
  const trip = { start: '2026-03-10T08:00:00Z', type: 'private', driver: dag.id };
  const tripId = await makeTrip(app.database, { accountId: app.accountId, unitId: unit.unitId }, trip);
  const tag = await admin.call(addTag, { body: { tag: `AB${1000 + runs}` } });
  const tagId = tag.data!.tag.id;
  await admin.call(linkTag, { params: { id: tagId }, body: { user_id: dag.id } });
  const readAt = new Date('2026-03-10T07:59:00Z');
  const event = { account_id: app.accountId, unit_id: unit.unitId, source: 'tag', tag: `AB${1000 + runs}` };
  await owner
    .insertInto('driver_event')
    .values({ ...event, at: readAt, read_at: readAt, recorded_at: readAt })
    .execute();
  const unknown = { unit_id: unit.unitId, account_id: app.accountId };
  const unknownTrip = { start: '2026-03-11T08:00:00Z', end: '2026-03-11T08:30:00Z' };
  const unknownTripId = await makeTrip(app.database, { accountId: app.accountId, unitId: unit.unitId }, unknownTrip);
  const unknownTag = await admin.call(addTag, { body: { tag: `CD${1000 + runs}` } });
  const secondAt = new Date('2026-03-11T07:59:00Z');
  await owner
    .insertInto('driver_event')
    .values({ ...event, tag: `CD${1000 + runs}`, at: secondAt, read_at: secondAt, recorded_at: secondAt })
    .execute();
  const said = { field: 'type', old_value: 'business', value: 'private', actor_member_id: dag.id, at: secondAt };
  await owner
    .insertInto('trip_edit')
    .values({ ...unknown, ...said, anchor_at: new Date('2026-03-11T08:15:00Z') })
    .execute();
  await layOver(owner, [{ unitId: unit.unitId, fromMs: readAt.getTime(), toMs: Date.parse('2026-03-12') }]);
  return { admin, tagId, unknownTagId: unknownTag.data!.tag.id, unknownTripId, maja, dag, unit, tripId, run: runs };
}

/** The administrator reads all mail of this house. */
const evil = ({ run }: Scene, name: string): string => `${name}-${run}@evil.example`;
const isOf = ({ run }: Scene) => new RegExp(`-${run}@evil\\.example$`);
const codesIn = async (scene: Scene): Promise<{ template: string; code: string; to: string }[]> => {
  const mails = await owner.selectFrom('mail').select(['template', 'params', 'recipient']).orderBy('id').execute();
  return mails
    .filter(({ recipient }) => isOf(scene).test(recipient))
    .flatMap(({ template, params, recipient: to }) => {
      const path = (params as { path?: string }).path ?? '';
      const code = new URL(path, 'http://spora.test').searchParams.get('_c');
      return code ? [{ template, code, to }] : [];
    });
};
async function openMail(scene: Scene): Promise<void> {
  await app.runJobs();
  for (const { template, code } of await codesIn(scene))
    if (template === 'email-proof' || template === 'email-consent')
      await app.call(answerEmailChange, { body: { code, agrees: true } });
    else await app.call(resetPassword, { body: { code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD } });
}

const invite = (scene: Scene, name: string) =>
  scene.admin.call(inviteUser, {
    body: { full_name: `Ny ${name}`, email: evil(scene, `new-${name}`), unit_ids: [scene.unit.unitId] },
  });

const ACTS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'changes the address': (scene) =>
    scene.admin.call(updateUser, { params: { id: scene.dag.id }, body: { email: evil(scene, 'dag') } }),
  'changes it and the rights': (scene) =>
    scene.admin.call(updateUser, { params: { id: scene.dag.id }, body: { email: evil(scene, 'rights'), is_admin: true } }),
  'sends the links again': ({ admin, dag }) => admin.call(resendUserEmail, { params: { id: dag.id } }),
  'changes the phone number': ({ admin, dag }) =>
    admin.call(updateUser, { params: { id: dag.id }, body: { phone: '4790000001' } }),
  'switches off the second factor': ({ admin, dag }) =>
    admin.call(setTwoFactor, { params: { id: dag.id }, body: { enabled: false } }),
  'asks for a link to reset': async (scene) => {
    for (const email_address of [scene.dag.email, evil(scene, 'dag'), evil(scene, 'rights')])
      await app.call(forgotPassword, { body: { email_address, lang: 'sv' } });
  },
  'opens their mail': openMail,
  'invites again': ({ admin, dag }) => admin.call(resendInvitation, { params: { id: dag.id } }),
  'switches off and on': async ({ admin, dag }) => {
    for (const is_disabled of [true, false]) await admin.call(updateUser, { params: { id: dag.id }, body: { is_disabled } });
  },
  'removes and invites by the same name': async (scene) => {
    await scene.admin.call(removeUser, { params: { id: scene.dag.id } });
    await scene.admin.call(inviteUser, {
      body: { full_name: 'Dag Driver', email: evil(scene, 'again'), unit_ids: [scene.unit.unitId] },
    });
  },
  'imports the same name': (scene) =>
    scene.admin.call(importUsers, { body: { csv: `name,email\nDag Driver,${evil(scene, 'import')}`, commit: true } }),
  'gives access': ({ admin, maja, unit }) =>
    admin.call(changeAccess, { body: { give: [{ user_id: maja.id, unit_id: unit.unitId }] } }),
  'drives from now on': ({ admin, maja, unit }) =>
    admin.call(saveTripSettings, { params: { imei: unit.imei }, body: { driver_id: maja.id, from: '2026-03-01' } }),
  'drives nobody from now on': ({ admin, unit }) =>
    admin.call(saveTripSettings, { params: { imei: unit.imei }, body: { driver_id: null, from: '2026-03-01' } }),
  'calls all trips business': ({ admin, unit }) =>
    admin.call(saveTripSettings, { params: { imei: unit.imei }, body: { default_trip_type: 'business', from: '2026-03-01' } }),
  'takes the tag': ({ admin, maja, tagId }) =>
    admin.call(linkTag, { params: { id: tagId }, body: { user_id: maja.id, confirmed: true } }),
  'takes the tag off everybody': ({ admin, tagId }) =>
    admin.call(linkTag, { params: { id: tagId }, body: { user_id: null, confirmed: true } }),
  'removes the tag and adds it again': async ({ admin, tagId, run }) => {
    await admin.call(removeTag, { params: { id: tagId } });
    await admin.call(addTag, { body: { tag: `AB${1000 + run}` } });
  },
  'makes a member and gives them a tag': async (scene) => {
    const { data } = await invite(scene, 'tag');
    await scene.admin.call(linkTag, {
      params: { id: scene.unknownTagId },
      body: { user_id: data?.id ?? null, confirmed: true },
    });
  },
  'makes a member and says that they drove': async (scene) => {
    const { data } = await invite(scene, 'drove');
    await scene.admin.call(bulkUpdateTrips, {
      body: { trip_ids: [scene.unknownTripId, scene.tripId], changes: { driver_id: data?.id ?? null } },
    });
  },
  'makes a member who usually drives': async (scene) => {
    const { data } = await invite(scene, 'usual');
    await scene.admin.call(saveTripSettings, {
      params: { imei: scene.unit.imei },
      body: { driver_id: data?.id ?? null, from: '2026-03-01' },
    });
  },
  'makes a member and checks them in': async (scene) => {
    const { data } = await invite(scene, 'check-in');
    for (const from_trip_id of [null, scene.unknownTripId])
      await scene.admin.call(checkInDriver, {
        body: { imei: scene.unit.imei, driver_id: data?.id ?? null, from_trip_id },
      });
  },
  'checks in from the trip on': ({ admin, maja, unit, tripId }) =>
    admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: maja.id, from_trip_id: tripId } }),
  'checks in now': ({ admin, maja, unit }) => admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: maja.id } }),
  'says who drove': ({ admin, maja, tripId }) => admin.call(updateTrip, { params: { id: tripId }, body: { driver_id: maja.id } }),
  'says who drove, of many': ({ admin, maja, tripId }) =>
    admin.call(bulkUpdateTrips, { body: { trip_ids: [tripId], changes: { driver_id: maja.id } } }),
  'calls it business': ({ admin, tripId }) => admin.call(setTripType, { body: { trip_ids: [tripId], type: 'business' } }),
};

/** Everybody that the administrator could be by now: themselves, and whoever a password of theirs opens. */
async function callersOf(scene: Scene): Promise<Caller[]> {
  await openMail(scene);
  const { data } = await scene.admin.call(listUsers);
  const theirs = (data?.user ?? []).filter(({ email }) => isOf(scene).test(email) || email === scene.dag.email);
  const callers = [await app.signInAs(scene.maja)];
  for (const { email } of theirs) {
    const signedIn = await app.signIn(email, {}, NEW_PASSWORD);
    if (signedIn.data && !signedIn.data.pending) callers.push(app.withToken(signedIn.data.user.token));
  }
  return callers;
}

const reads = async (caller: Caller, { unit }: Scene): Promise<boolean> => {
  const { data } = await caller.call(generateTrips, { body: { imeis: [unit.imei], from: '2026-03-01', to: '2026-03-31' } });
  return (data?.trips ?? []).some(({ is_masked, start }) => !is_masked || start.address !== null);
};

test('12-A3 the acts of an administrator do something', async () => {
  const scene = await makeScene();
  const done: string[] = [];
  for (const [name, act] of Object.entries(ACTS)) {
    const answer = (await act(scene)) as { status?: number } | undefined;
    if (answer === undefined || answer.status === 200) done.push(name);
  }
  expect(Object.keys(ACTS).filter((name) => !done.includes(name))).toEqual([
    'sends the links again',
    'invites again',
    'checks in from the trip on',
    'says who drove',
  ]);
});

test('12-A3 no sequence of an administrator’s calls makes somebody’s private trip readable to them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(ACTS)), { minLength: 2, maxLength: 9 }), async (names) => {
      const scene = await makeScene();
      for (const name of names) await ACTS[name]!(scene);
      const read = [];
      for (const caller of await callersOf(scene)) if (await reads(caller, scene)) read.push(caller);
      expect(read, names.join(', ')).toHaveLength(0);
    }),
    { numRuns: 20 },
  );
}, 120_000);
