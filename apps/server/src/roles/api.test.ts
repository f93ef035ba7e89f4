import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '@spora/contract/endpoint';
import { createToken } from '@spora/contract/integrations/endpoints';
import { effectOf } from '@spora/contract/path';
import { PATHS, type PathId, pathOf } from '@spora/contract/paths';
import { PLACE_FILE_MAX } from '@spora/contract/places/endpoints';
import { ENDPOINTS } from '@spora/contract/registry';
import { openAccount } from '@spora/contract/support/endpoints';
import { tripFilter } from '@spora/contract/trips/endpoints';
import { isMessageKey } from '../platform/http/envelope.ts';
import { BODY_MAX_BYTES } from '../platform/http/app.ts';
import { declaredKeysOf } from '../platform/http/mount.ts';
import { hashOfToken } from '../platform/http/session-gate.ts';
import { tokenAccessOf } from '../platform/http/token-gate.ts';
import { makeAccount, makeMember, makeStaff, makeUnit, type MadeUnit } from '../testing/database.ts';
import { type Caller, testApp } from '../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED, token: UNLIMITED } } });
afterAll(() => app.close());

const home = await makeAccount(app.database, { name: 'Hemligt Åkeri' });
const foreign = await makeAccount(app.database, { name: 'Another' });
const SECRET_NAME = 'Zebra 4711';
let unit: MadeUnit;
let tripId: number;
let scheduleId: number;
/** Knows the password of `waiting`, whose second factor is still to come. */
let pendingToken: string;
let waiting: { id: number };
/** One of the support staff, one who waits for the code, and one who has the home account open. */
let staffCaller: Caller;
let pendingStaffToken: string;
let visitToken: string;
/** Programs: one that reads the home account, one that may write in the other. */
let readingToken: Caller;
let foreignToken: Caller;
const callers = {} as Record<'admin' | 'foreignAdmin' | 'withoutAccess' | 'withoutMap', Caller>;

beforeAll(async () => {
  const { owner } = app.database;
  unit = await makeUnit(app.database, { accountId: home, name: SECRET_NAME });
  const now = app.clock.now;
  const trip = await owner
    .insertInto('trip')
    .values({
      account_id: home,
      unit_id: unit.unitId,
      started_at: new Date(now.getTime() - 3_600_000),
      ended_at: new Date(now.getTime() - 1_800_000),
      is_ongoing: false,
      distance_m: 12_345,
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
  tripId = trip.id;
  const owned = await makeMember(app.database, { accountId: home });
  const schedule = await owner
    .insertInto('export_schedule')
    .values({
      account_id: home,
      member_id: owned.id,
      name: SECRET_NAME,
      every: 'week',
      format: 'csv',
      language: 'sv',
      recipient_ids: [owned.id],
      filter: JSON.stringify({ ...tripFilter.omit({ from: true, to: true, imeis: true }).parse({}), unit_ids: null }),
      next_on: '2030-01-07',
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  scheduleId = schedule.id;
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: home,
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
  callers.admin = await app.signInAs(await makeMember(app.database, { accountId: home }));
  callers.foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreign }));
  callers.withoutAccess = await app.signInAs(await makeMember(app.database, { accountId: home, isAdmin: false }));
  const tokenOf = async (maker: Caller, rights: 'read' | 'write') =>
    app.withToken((await maker.call(createToken, { body: { name: 'Program', rights, days: 30 } })).data!.token);
  readingToken = await tokenOf(callers.admin, 'read');
  foreignToken = await tokenOf(callers.foreignAdmin, 'write');
  waiting = await makeMember(app.database, { accountId: home });
  pendingToken = randomBytes(32).toString('base64url');
  await sql`SELECT open_session(${waiting.id}, ${hashOfToken(pendingToken)}, true, 'test', ${now},
    ${new Date(now.getTime() + 1_800_000)}, true)`.execute(app.database.api);
  const staff = await makeStaff(app.database);
  staffCaller = await app.signInAsStaff(staff);
  pendingStaffToken = randomBytes(32).toString('base64url');
  const untilLater = new Date(now.getTime() + 1_800_000);
  await sql`SELECT open_support_session(${staff.id}, ${hashOfToken(pendingStaffToken)}, ${now}, ${untilLater}, true)`.execute(
    app.database.api,
  );
  const visiting = await app.signInAsStaff(staff);
  visitToken = (await visiting.call(openAccount, { params: { id: home }, body: { reason: 'asked' } })).data!.token;
  callers.withoutMap = await app.signInAs(await makeMember(app.database, { accountId: home, isAdmin: false, mayUseMap: false }));
});

/** A right call of each endpoint, about the home account's own unit and trip. */
const day = (offsetMs: number) => new Date(app.clock.now.getTime() + offsetMs).toISOString().slice(0, 10);
const RIGHT_CALLS: Record<
  PathId,
  () => { params?: Record<string, string | number>; query?: Record<string, string>; body?: object; file?: Buffer }
> = {
  'auth.sign-in': () => ({ body: { username: 'nobody', password: 'nothing' } }),
  'auth.sign-out': () => ({}),
  'auth.me': () => ({}),
  'auth.request-code': () => ({ body: { lang: 'sv', user_id: waiting.id } }),
  'auth.verify-code': () => ({ body: { code: '123456', user_id: waiting.id } }),
  'auth.forgot-password': () => ({ body: { email_address: 'nobody@example.test', lang: 'sv' } }),
  'auth.reset-password': () => ({
    body: { code: 'no-such-code', password: 'Långt nog 1!', password_confirmation: 'Långt nog 1!' },
  }),
  'auth.change-password': () => ({ body: { userId: 1, email: '', password: 'Långt nog 1!', current_password: 'wrong' } }),
  'auth.list-sessions': () => ({}),
  'auth.end-session': () => ({ params: { id: 2 ** 40 } }),
  'auth.end-other-sessions': () => ({}),
  'auth.forget-browser': () => ({ params: { id: 2 ** 40 } }),
  'auth.forget-browsers': () => ({}),
  'registration.check-imei': () => ({ query: { imei: unit.imei } }),
  'registration.check-email': () => ({ query: { email: 'nobody@example.test' } }),
  'registration.payment-types': () => ({ body: { imei: unit.imei, lang: 'sv' } }),
  'registration.register': () => ({ body: { Imei: unit.imei } }),
  'accounts.public-config': () => ({}),
  'accounts.map-config': () => ({}),
  'accounts.announcement': () => ({ body: { lang: 'sv', subsiteID: 0 } }),
  'accounts.contact': () => ({ query: { SubsiteID: '0' } }),
  'accounts.terms': () => ({ query: { lang: 'sv', subsiteID: '0' } }),
  'accounts.car-schedule-status': () => ({}),
  'accounts.safe-home-config': () => ({}),
  'alarms.opt-out': () => ({ body: { nt_useremail: 'nobody@example.test', nt_password: 'nothing' } }),
  'users.profile': () => ({}),
  'users.update-profile': () => ({ body: {} }),
  'users.change-email': () => ({ body: { email: 'new@example.test', password: 'wrong' } }),
  'users.set-own-two-factor': () => ({ body: { enabled: true, password: 'wrong' } }),
  'users.notice': () => ({}),
  'users.acknowledge-notice': () => ({}),
  // False: otherwise everybody here would have to read it.
  'users.require-notice': () => ({ body: { required: false } }),
  'users.preferences': () => ({}),
  'users.save-preferences': () => ({ body: { preferences: { theme: 'dark' } } }),
  'users.report-crash': () => ({ body: { reference: 'ABCD2345', error: 'TypeError', places: [], page: '/' } }),
  'users.list': () => ({}),
  'users.set-two-factor': () => ({ params: { id: 2 ** 40 }, body: { enabled: true } }),
  'users.get': () => ({ params: { id: 2 ** 40 } }),
  'users.invite': () => ({ body: { full_name: 'Ny Person', email: 'new-person@example.test' } }),
  'users.update': () => ({ params: { id: 2 ** 40 }, body: {} }),
  'users.dependents': () => ({ params: { id: 2 ** 40 } }),
  'users.remove': () => ({ params: { id: 2 ** 40 } }),
  'users.resend-invitation': () => ({ params: { id: 2 ** 40 } }),
  'users.access-matrix': () => ({}),
  'users.change-access': () => ({ body: { give: [{ user_id: 2 ** 40, unit_id: unit.unitId }] } }),
  'users.import': () => ({ body: { csv: 'name,email\nAnna Ås,anna-as@example.test' } }),
  'accounts.company': () => ({}),
  'accounts.update-company': () => ({ body: {} }),
  'accounts.fuel-price': () => ({}),
  'accounts.set-fuel-price': () => ({
    body: { kind: 'fuel', subject: 'petrol', amount: 19.5, valid_from: '2026-01-01' },
  }),
  'accounts.remove-fuel-price': () => ({ params: { id: 2 ** 40 } }),
  'days-off.list': () => ({}),
  'days-off.set': () => ({ body: { day: '2026-12-28', is_off: true, name: 'Klämdag' } }),
  'days-off.reset': () => ({ params: { day: '2026-12-28' } }),
  'accounts.car-benefit': () => ({}),
  'accounts.set-car-benefit': () => ({
    body: {
      valid_from: '2026-01-01',
      benefit_factor: 1.2,
      reduced_line_km: null,
      private_occasions_max: null,
      private_km_max: null,
    },
  }),
  'accounts.other-trip-type': () => ({}),
  'accounts.set-other-trip-type': () => ({ body: { name: '' } }),
  'accounts.options': () => ({}),
  'accounts.set-options': () => ({ body: { alert_language: 'sv', alert_time_zone: 'Europe/Stockholm' } }),
  'accounts.retention': () => ({}),
  'accounts.preview-retention': () => ({ query: { position_months: '3', private_position_months: '1' } }),
  'accounts.set-retention': () => ({ body: { position_months: 3, private_position_months: 1 } }),
  'accounts.removal': () => ({}),
  'accounts.ask-removal': () => ({ body: { password: 'wrong' } }),
  'accounts.undo-removal': () => ({}),
  'accounts.guide': () => ({}),
  'accounts.set-guide': () => ({ body: { is_open: false } }),
  'accounts.reminders': () => ({}),
  'accounts.send-reminders': () => ({ body: { matter: 'notice' } }),
  'accounts.export-own-data': () => ({}),
  'accounts.export-person-data': () => ({ params: { id: 2 ** 40 } }),
  'accounts.list-groups': () => ({ params: { kind: 'tags' } }),
  'accounts.create-group': () => ({ params: { kind: 'tags' }, body: { name: 'Vinter' } }),
  'accounts.update-group': () => ({ params: { kind: 'tags', id: 2 ** 40 }, body: { name: 'Sommar' } }),
  'accounts.remove-group': () => ({ params: { kind: 'tags', id: 2 ** 40 } }),
  'accounts.audit': () => ({}),
  'accounts.export-audit': () => ({}),
  'accounts.contact-support': () => ({ body: { message: 'Hello' } }),
  'integrations.token': () => ({}),
  'integrations.tokens': () => ({}),
  'integrations.create-token': () => ({ body: { name: 'Lön', rights: 'read', days: 30 } }),
  'integrations.webhooks': () => ({}),
  'integrations.create-webhook': () => ({ body: { url: 'https://example.com/hook', events: ['trip.finished'] } }),
  'integrations.update-webhook': () => ({ params: { id: 2 ** 40 }, body: { events: ['trip.finished'], is_paused: true } }),
  'integrations.remove-webhook': () => ({ params: { id: 2 ** 40 } }),
  'integrations.test-webhook': () => ({ params: { id: 2 ** 40 } }),
  'integrations.deliveries': () => ({ params: { id: 2 ** 40 } }),
  'integrations.revoke-token': () => ({ params: { id: 2 ** 40 } }),
  'units.list': () => ({}),
  'units.rows': () => ({}),
  'units.get': () => ({ params: { imei: unit.imei } }),
  'units.update': () => ({ params: { imei: unit.imei }, body: { note: 'changed' } }),
  'units.change-registration': () => ({ params: { imei: unit.imei }, body: { registration_number: 'ABC123' } }),
  'units.history': () => ({ params: { imei: unit.imei } }),
  'units.trip-settings': () => ({ params: { imei: unit.imei } }),
  'units.save-trip-settings': () => ({ params: { imei: unit.imei }, body: { stop_timeout_s: 240 } }),
  'units.speed-address': () => ({ params: { imei: unit.imei } }),
  'units.save-speed-address': () => ({ params: { imei: unit.imei }, body: { speed_limit_kmh: 110 } }),
  'units.working-hours': () => ({ params: { imei: unit.imei } }),
  'units.save-working-hours': () => ({
    params: { imei: unit.imei },
    body: {
      is_active: true,
      intervals: [{ weekdays: [1, 2], from: '08:00', to: '17:00' }],
      inside_type: 'business',
      outside_type: null,
      hide_from_admins: 'off',
    },
  }),
  'units.low-battery': () => ({}),
  'units.save-battery-thresholds': () => ({ body: { thresholds: { '12': 11.9, '24': 23.5, 'built-in': 3.5 } } }),
  'units.voltage-history': () => ({ params: { imei: unit.imei }, query: voltageQuery() }),
  'units.validate-imei': () => ({ query: { imei: unit.imei } }),
  'units.payment-types': () => ({ query: { imei: unit.imei } }),
  'units.add': () => ({ body: { imei: unit.imei, name: 'New', registration_number: 'ABC123' } }),
  'units.replace': () => ({ body: { current_imei: unit.imei, new_imei: '356307042441021' } }),
  'units.change-car': () => ({ body: { imei: unit.imei, name: 'Next', registration_number: 'ABC123' } }),
  'units.retire': () => ({ params: { imei: unit.imei }, body: { reason: 'sold' } }),
  'units.default-features': () => ({}),
  'units.save-default-features': () => ({ body: { features: ['eco'] } }),
  'units.feature-profiles': () => ({}),
  'units.create-feature-profile': () => ({ body: { name: 'Skåp', features: ['eco'] } }),
  'units.update-feature-profile': () => ({ params: { id: 2 ** 40 }, body: { name: 'Skåp', features: ['eco'] } }),
  'units.remove-feature-profile': () => ({ params: { id: 2 ** 40 } }),
  'units.apply-feature-profile': () => ({ params: { id: 2 ** 40 }, body: { imeis: [unit.imei] } }),
  'units.bulk': () => ({ params: { field: 'tags' }, body: { imeis: [unit.imei], action: 'add', values: ['Vinter'] } }),
  'units.lock': () => ({ params: { imei: unit.imei }, body: {} }),
  'units.unlock': () => ({ params: { imei: unit.imei }, body: {} }),
  'units.co2': () => ({ params: { imei: unit.imei } }),
  'units.set-co2': () => ({ params: { imei: unit.imei }, body: { co2_g_per_km: 120 } }),
  'units.fuel-consumption': () => ({ params: { imei: unit.imei } }),
  'units.set-fuel-consumption': () => ({
    params: { imei: unit.imei },
    body: { fuel_type: 'diesel', consumption_per_10km: 0.6 },
  }),
  'units.fuel-benefit': () => ({ params: { imei: unit.imei } }),
  'units.set-fuel-benefit': () => ({ params: { imei: unit.imei }, body: { is_benefit_car: true, has_fuel_benefit: true } }),
  'units.lock-log': () => ({ params: { imei: unit.imei } }),
  'units.connection': () => ({ params: { imei: unit.imei } }),
  'units.add-phone': () => ({ body: { name: 'A phone' } }),
  'units.phone-status': () => ({ params: { imei: unit.imei } }),
  'commands.io': () => ({ params: { imei: unit.imei } }),
  'commands.save-io': () => ({ params: { imei: unit.imei }, body: { inputs: [], outputs: [] } }),
  'commands.switch-output': () => ({ params: { imei: unit.imei, n: 1 }, body: { state: false } }),
  'commands.eco-driving': () => ({ params: { imei: unit.imei } }),
  'commands.set-eco-driving': () => ({
    params: { imei: unit.imei },
    body: { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: null },
  }),
  'commands.list': () => ({ params: { imei: unit.imei } }),
  'commands.withdraw': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'object-description.get': () => ({ params: { imei: unit.imei } }),
  'object-description.save': () => ({ params: { imei: unit.imei }, body: { manufacturer: 'Changed' } }),
  'object-description.add-picture': () => ({ params: { imei: unit.imei }, file: Buffer.from('no picture') }),
  'object-description.arrange-pictures': () => ({ params: { imei: unit.imei }, body: { pictures: [] } }),
  'object-description.remove-picture': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'object-description.picture': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'object-description.theft-report': () => ({ params: { imei: unit.imei } }),
  'object-description.make-theft-report': () => ({ params: { imei: unit.imei }, body: THEFT }),
  'object-description.theft-report-pdf': () => ({ params: { imei: unit.imei } }),
  'object-description.share-theft-report': () => ({
    params: { imei: unit.imei },
    body: { version: 1, recipient: 'Police', days: 7 },
  }),
  'object-description.revoke-share': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'object-description.shared-report': () => ({ body: { token: 'A'.repeat(43) } }),
  'object-description.shared-pdf': () => ({ body: { token: 'A'.repeat(43) } }),
  'object-description.shared-picture': () => ({ body: { token: 'A'.repeat(43), id: 1 } }),
  'support.notify-dev': () => ({ body: { error: 'TypeError', page: '/', version: '1' } }),
  'support.sign-in': () => ({ body: { email: 'nobody@example.test', password: 'nothing' } }),
  'support.request-code': () => ({ body: { lang: 'sv' } }),
  'support.verify-code': () => ({ body: { code: '123456' } }),
  'support.sign-out': () => ({}),
  'support.me': () => ({}),
  'support.find-accounts': () => ({ query: { q: 'nothing like it' } }),
  'support.open-account': () => ({ params: { id: 2 ** 40 }, body: { reason: 'asked' } }),
  'support.account': () => ({ params: { id: home } }),
  'support.update-account': () => ({ params: { id: home }, body: {} }),
  'support.set-subscription': () => ({ params: { id: home }, body: { unit_id: unit.unitId, subscription_type: 'Bas' } }),
  'support.mails': () => ({ params: { id: home } }),
  'support.credits': () => ({ params: { id: home } }),
  'support.add-credit': () => ({ params: { id: home }, body: { amount: 1, reason: 'bought' } }),
  'support.cases': () => ({}),
  'support.answer-case': () => ({ params: { id: 2 ** 40 }, body: { answer: 'yes' } }),
  'support.stock': () => ({}),
  'support.export-stock': () => ({}),
  'support.check-stock': () => ({ body: { imeis: [unit.imei] } }),
  'support.add-stock': () => ({ body: { imeis: ['356307042441021'] } }),
  'support.announcements': () => ({}),
  'support.announce': () => ({ body: { subsite_id: null, text_en: 'a', text_sv: 'b', text_no: 'c' } }),
  'support.end-announcement': () => ({ params: { id: 2 ** 40 } }),
  'support.list-terms': () => ({}),
  'support.add-terms': () => ({ body: { subsite_id: 7, language: 'en', valid_from: '2190-01-01', body: 'x' } }),
  'support.payment-types': () => ({}),
  'support.save-payment-types': () => ({
    body: { rows: [{ id: 2 ** 40, label_en: 'a', label_sv: 'b', label_no: 'c', is_active: true }] },
  }),
  'support.settings': () => ({}),
  'support.save-settings': () => ({ body: { alert_numbers_parent_id: '', extra_time_zone_parent_id: '' } }),
  'support.acts': () => ({}),
  'tracking.positions': () => ({ query: { imeis: unit.imei } }),
  'tracking.search-options': () => ({}),
  'tracking.save-search-options': () => ({ body: {} }),
  'tracking.history': () => ({ query: historyQuery() }),
  'tracking.export-history': () => ({ params: { format: 'gpx' }, query: historyQuery() }),
  'tracking.raw-positions': () => ({ query: historyQuery() }),
  'tracking.export-raw-positions': () => ({ query: historyQuery() }),
  'tracking.checked-in': () => ({}),
  'tracking.stream': () => ({}),
  'tracking.find-address': () => ({ query: { q: 'Stockholm' } }),
  'tracking.get-address': () => ({ query: { lat: '59.3', lng: '18.1' } }),
  'exports.verify-keys': () => ({}),
  'exports.verify-file': () => ({ body: { sha256: '0'.repeat(64) } }),
  'exports.schedules': () => ({}),
  'exports.add-schedule': () => ({
    body: {
      name: SECRET_NAME,
      every: 'week',
      format: 'csv',
      language: 'sv',
      recipient_ids: [waiting.id],
      filter: { imeis: [unit.imei] },
    },
  }),
  'exports.update-schedule': () => ({
    params: { id: scheduleId },
    body: { name: SECRET_NAME, every: 'week', format: 'csv', language: 'sv', recipient_ids: [waiting.id] },
  }),
  'exports.remove-schedule': () => ({ params: { id: scheduleId } }),
  'exports.test-schedule': () => ({ params: { id: scheduleId } }),
  'exports.calendar-since': () => ({}),
  'exports.open-calendar': () => ({}),
  'exports.close-calendar': () => ({}),
  'exports.calendar': () => ({ params: { token: 'nobodys.ics' } }),
  'exports.download': () => ({
    params: { format: 'csv' },
    query: { from: day(-86_400_000), to: day(86_400_000), imeis: unit.imei },
  }),
  'places.save': () => ({ body: { label: 'Kontoret', lat: 59.3, lng: 18, imeis: [unit.imei] } }),
  'places.list': () => ({}),
  'places.preview': () => ({ body: { label: 'Kontoret', lat: 59.3, lng: 18, imeis: [unit.imei] } }),
  'places.draft': () => ({ query: { trip_id: String(tripId), which: 'start' } }),
  'places.import': () => ({ body: { format: 'csv', text: 'name,latitude,longitude\nKontoret,59.3,18' } }),
  'places.export': () => ({ params: { format: 'csv' } }),
  'places.get': () => ({ params: { id: 2 ** 40 } }),
  'places.update': () => ({ params: { id: 2 ** 40 }, body: { label: 'Lagret' } }),
  'places.remove': () => ({ params: { id: 2 ** 40 } }),
  'places.set-status': () => ({ params: { id: 2 ** 40 }, body: { active: 0 } }),
  'places.rules': () => ({ params: { id: 2 ** 40 } }),
  'places.save-rules': () => ({ params: { id: 2 ** 40 }, body: { rules: [] } }),
  'places.schedule': () => ({ params: { id: 2 ** 40 } }),
  'places.save-schedule': () => ({ params: { id: 2 ** 40 }, body: { schedule: { is_active: false, intervals: [] } } }),
  'places.save-address': () => ({ body: { trip_id: tripId, which: 'start', label: 'Hemma' } }),
  'trips.generate': () => ({ body: { from: day(-86_400_000), to: day(86_400_000), imeis: [unit.imei] } }),
  'trips.set-type': () => ({ body: { trip_ids: [tripId], type: 'private' } }),
  'trips.bulk-update': () => ({ body: { trip_ids: [tripId], changes: { note: 'changed' } } }),
  'trips.passengers': () => ({ params: { id: tripId } }),
  'trips.save-passengers': () => ({ params: { id: tripId }, body: { passengers: [] } }),
  'trips.update': () => ({ params: { id: tripId }, body: { purpose: 'changed' } }),
  'reports.summary': () => ({ body: { from: day(-86_400_000), to: day(86_400_000), imeis: [unit.imei] } }),
  'trips.preview-merge': () => ({ body: { trip_ids: [tripId, tripId + 1] } }),
  'trips.merge': () => ({ body: { trip_ids: [tripId, tripId + 1] } }),
  'trips.unmerge': () => ({ body: { trip_id: tripId } }),
  'trips.add-manual': () => ({
    body: {
      imei: unit.imei,
      start: new Date(app.clock.now.getTime() - 20 * 3_600_000).toISOString(),
      stop: new Date(app.clock.now.getTime() - 19 * 3_600_000).toISOString(),
      start_address: 'A',
      stop_address: 'B',
      distance_m: 1000,
      type: 'business',
    },
  }),
  'trips.remove-manual': () => ({ params: { id: tripId } }),
  'trips.history': () => ({ params: { id: tripId } }),
  'attestation.check': () => ({ body: { imei: unit.imei, from: day(-40 * 86_400_000), to: day(-30 * 86_400_000) } }),
  'attestation.attest': () => ({ body: { imei: unit.imei, from: day(-40 * 86_400_000), to: day(-30 * 86_400_000) } }),
  'attestation.attest-batch': () => ({
    body: { rows: [{ unit_id: unit.unitId, user_id: null, from: day(-60 * 86_400_000), to: day(-50 * 86_400_000) }] },
  }),
  'attestation.toggle': () => ({ body: { id: 2 ** 40, attested: true } }),
  'attestation.unattest': () => ({ body: { id: 2 ** 40, reason: 'wrong driver' } }),
  'attestation.remind': () => ({ body: { rows: [{ user_id: 2 ** 31 - 1, from: '2026-01-01', to: '2026-01-31' }] } }),
  'attestation.status': () => ({}),
  'attestation.history': () => ({}),
  'attestation.last': () => ({ query: { imei: unit.imei } }),
  'attestation.proposals': () => ({}),
  'attestation.dismiss-proposal': () => ({ params: { id: 2 ** 40 } }),
  'attestation.reopen-for-proposal': () => ({ params: { id: 2 ** 40 }, body: { reason: 'late data' } }),
  'drivers.check-ins': () => ({}),
  'drivers.preview-check-in': () => ({ body: { imei: unit.imei, driver_id: null, from_trip_id: tripId } }),
  'drivers.check-in': () => ({ body: { imei: unit.imei, driver_id: waiting.id, from_trip_id: tripId } }),
  'drivers.check-out': () => ({ body: { imei: unit.imei, from_trip_id: tripId } }),
  'drivers.read-code': () => ({ body: { code: '0'.repeat(32) } }),
  'drivers.check-in-by-code': () => ({ body: { code: '0'.repeat(32) } }),
  'drivers.check-in-codes': () => ({}),
  'drivers.renew-code': () => ({ params: { imei: unit.imei } }),
  'drivers.suggest': () => ({ body: { trip_ids: [tripId] } }),
  'drivers.tags': () => ({}),
  'drivers.add-tag': () => ({ body: { tag: 'AB00000000000001' } }),
  'drivers.update-tag': () => ({ params: { id: 2 ** 40 }, body: { name: 'Key' } }),
  'drivers.remove-tag': () => ({ params: { id: 2 ** 40 } }),
  'drivers.link-tag': () => ({ params: { id: 2 ** 40 }, body: { user_id: null } }),
  'drivers.tag-history': () => ({ params: { id: 2 ** 40 } }),
  'drivers.location-in-car': () => ({ body: { imei: unit.imei, location_in_car: 'Under the seat' } }),
  'trips.route': () => ({ params: { id: tripId } }),
  'trips.purposes': () => ({ query: { imei: unit.imei, trip_id: String(tripId) } }),
  'trips.drivers': () => ({ query: { imei: unit.imei } }),
  'trips.projects': () => ({}),
  'trips.filter-choices': () => ({}),
  'trips.routes': () => ({ query: { imei: unit.imei, from: day(-86_400_000), to: day(86_400_000) } }),
  'maintenance.odometer': () => ({ params: { imei: unit.imei } }),
  'maintenance.save-odometer': () => ({ params: { imei: unit.imei }, body: { value: 1000, confirmed: true } }),
  'maintenance.preview-odometer': () => ({ params: { imei: unit.imei }, body: { value: 1000 } }),
  'maintenance.remove-odometer': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'maintenance.set-distance-factor': () => ({ params: { imei: unit.imei }, body: { value: 1.02 } }),
  'maintenance.operating-time': () => ({ params: { imei: unit.imei } }),
  'maintenance.save-operating-time': () => ({ params: { imei: unit.imei }, body: { value: 100 } }),
  'maintenance.remove-operating-time': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'refuelling.list': () => ({ params: { imei: unit.imei } }),
  'refuelling.save': () => ({
    params: { imei: unit.imei },
    body: { at: '2026-01-02T08:00:00Z', fuel_type: 'diesel', amount: 40 },
  }),
  'refuelling.remove': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'refuelling.restore': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'refuelling.set-receipt': () => ({ params: { imei: unit.imei, id: 2 ** 40 }, file: Buffer.from('no picture') }),
  'refuelling.remove-receipt': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'refuelling.receipt': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'maintenance.plans': () => ({ params: { imei: unit.imei } }),
  'maintenance.save-plan': () => ({
    params: { imei: unit.imei },
    body: { kind: 'inspection', interval_months: 14, last_done_on: day(-86_400_000) },
  }),
  'maintenance.remove-plan': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'maintenance.restore-plan': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'maintenance.history': () => ({ params: { imei: unit.imei } }),
  'maintenance.record': () => ({ params: { imei: unit.imei }, body: { plan_id: 2 ** 40, done_on: day(-86_400_000) } }),
  'maintenance.take-back': () => ({ params: { imei: unit.imei, id: 2 ** 40 } }),
  'maintenance.overview': () => ({}),
  'maintenance.open-calendar': () => ({}),
  'maintenance.close-calendar': () => ({}),
  'maintenance.calendar': () => ({ params: { token: 'nobodys.ics' } }),
};
const voltageQuery = () => ({
  from: new Date(app.clock.now.getTime() - 7_200_000).toISOString(),
  to: app.clock.now.toISOString(),
});
const THEFT = {
  stolen_on: null,
  stolen_from: '',
  circumstances: '',
  owner_name: 'Owner',
  owner_email: '',
  owner_phone: '',
  police_station: '',
  police_report_number: '',
  claim_number: '',
};
const historyQuery = () => ({
  imei: unit.imei,
  from: new Date(app.clock.now.getTime() - 7_200_000).toISOString(),
  to: app.clock.now.toISOString(),
});

/** So that the rate of a call that is guarded by address is nobody else's. */
let lastAddress = 0;
const newAddress = () => `198.18.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;

const send = async (caller: Caller, endpoint: Endpoint, headers: Record<string, string> = {}) => {
  const { params, query, body, file } = RIGHT_CALLS[endpoint.id]();
  const response = await caller.request({
    method: PATHS[endpoint.id][0],
    url: pathOf(endpoint.id, params),
    remoteAddress: newAddress(),
    headers: { ...(file ? { 'content-type': 'image/png' } : {}), ...headers },
    ...(file ? { payload: file } : {}),
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
};
const json = (text: string) =>
  JSON.parse(text) as { success: boolean; errors?: unknown; message?: string; data?: Record<string, unknown> };

const GATED = ENDPOINTS.filter(({ access }) => access !== 'public');
// A stream that is let in never ends; who is let in is tested beside the hub.
const isOfStaff = ({ access }: Endpoint): boolean => access === 'support' || access === 'support-pending';
const ENDING = GATED.filter(
  (endpoint) => endpoint.kind !== 'stream' && !['pending', 'token'].includes(endpoint.access) && !isOfStaff(endpoint),
);
const PENDING = GATED.filter(({ access }) => access === 'pending');
const WRITING = ENDPOINTS.filter((endpoint) => endpoint.body);

test('API-010: the registry, the mounted routes and the paths are the same set', () => {
  const registered = ENDPOINTS.map(({ id }) => id).sort();
  expect(registered).toEqual(Object.keys(PATHS).sort());
  expect([...app.mounted].sort()).toEqual(registered);
});

test('every endpoint has a summary and refuses with known keys only', () => {
  for (const endpoint of ENDPOINTS) {
    expect(endpoint.summary.length, endpoint.id).toBeGreaterThan(3);
    for (const key of declaredKeysOf(endpoint)) expect(isMessageKey(key), `${endpoint.id}: ${key}`).toBe(true);
  }
});

describe.each(GATED.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test.each([
    ['no token', {}],
    ['a token of the wrong form', { authorization: 'Bearer x' }],
    ['a token that was never given', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['another scheme', { authorization: `Basic ${'A'.repeat(43)}` }],
  ])('API-006, SEC-001, SEC-008: a stranger with %s is refused', async (_what, headers: Record<string, string>) => {
    const { status, text } = await send(app.stranger, endpoint, headers);
    expect(status).toBe(401);
    expect(json(text)).toEqual({ success: false, errors: 'Unauthenticated', message: 'Unauthenticated.' });
  });

  test('SEC-006, TFA-018: a session that waits for its second factor opens the two code calls and nothing else', async () => {
    const { status, text } = await send(app.stranger, endpoint, {
      authorization: `Bearer ${pendingToken}`,
      'idempotency-key': 'tried-with-a-key',
    });
    if (endpoint.access === 'pending') expect(status, text).not.toBe(401);
    else
      expect({ status, body: json(text) }).toEqual({
        status: 401,
        body: { success: false, errors: 'Unauthenticated', message: 'Unauthenticated.' },
      });
  });

  test('SEC-004: a token in the address opens nothing', async () => {
    const { params } = RIGHT_CALLS[endpoint.id]();
    const response = await app.stranger.request({
      method: PATHS[endpoint.id][0],
      url: `${pathOf(endpoint.id, params)}?token=${callers.admin.token}&access_token=${callers.admin.token}`,
    });
    expect(response.statusCode).toBe(401);
  });
});

describe.each(PENDING.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test('SEC-006: a full session has no code to ask for or to show', async () => {
    expect((await send(callers.admin, endpoint)).status).toBe(401);
  });

  test('TFA-018, SEC-008: a waiting sign-in does nothing in the name of another member', async () => {
    const mine = waiting;
    waiting = await makeMember(app.database, { accountId: home });
    const { status, text } = await send(app.stranger, endpoint, { authorization: `Bearer ${pendingToken}` });
    waiting = mine;
    expect({ status, errors: json(text).errors }).toEqual({ status: 403, errors: 'Forbidden' });
  });
});

describe.each(GATED.filter(isOfStaff).map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test('ROLE-001, DEC-77: no member, whatever their rights, opens what is the support staff’s', async () => {
    for (const caller of [callers.admin, callers.foreignAdmin, callers.withoutAccess])
      expect(json((await send(caller, endpoint)).text).errors).toBe('Unauthenticated');
  });

  test('DEC-77: a session of the staff that waits for its code opens the two code calls and nothing else', async () => {
    const { status, text } = await send(app.withToken(pendingStaffToken), endpoint);
    if (endpoint.access === 'support-pending') expect(status, text).not.toBe(401);
    else expect(status).toBe(401);
  });

  test('DEC-77: a full session of the staff gets a key or an answer, and nothing of an account that is not open', async () => {
    if (endpoint.id === 'support.sign-out') return;
    const { status, text } = await send(staffCaller, endpoint);
    if (endpoint.access === 'support-pending') expect(status).toBe(401);
    else expect([200, 403, 404, 409, 422], text).toContain(status);
    // What is asked for by its whole number is told back, no more.
    for (const secret of [SECRET_NAME, 'Hemligt', '59.3293']) expect(text, secret).not.toContain(secret);
  });
});

describe.each(
  ENDPOINTS.filter((endpoint) => !isOfStaff(endpoint) && endpoint.access !== 'public').map(
    (endpoint) => [endpoint.id, endpoint] as const,
  ),
)('%s', (_id, endpoint) => {
  test('ROLE-001, DEC-77: a session of the support staff opens nothing that is a member’s', async () => {
    expect((await send(staffCaller, endpoint)).status).toBe(401);
  });
});

const VISITED = ENDING.filter(({ id }) => id !== 'auth.sign-out' && id !== 'units.unlock');
describe.each(VISITED.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test('ROLE-011: of a customer’s pages support staff see the reads, and neither writes nor downloads', async () => {
    const { status, text } = await send(app.withToken(visitToken), endpoint);
    const isRead = effectOf(PATHS[endpoint.id]) === 'reads' && endpoint.kind !== 'file' && endpoint.visit !== 'shut';
    if (isRead || endpoint.visit === 'open') expect([200, 403, 404, 409, 422], text).toContain(status);
    else expect({ status, errors: json(text).errors }).toEqual({ status: 403, errors: 'SupportOnlyLooks' });
  });
});

/** Where a right call of somebody else is refused for another reason than that he sees nothing. */
const OTHERWISE_REFUSED: Partial<Record<PathId, number>> = {
  'accounts.create-group': 403,
  'accounts.ask-removal': 422,
  'units.add': 422,
  'auth.change-password': 403,
  'users.change-email': 422,
  'users.set-own-two-factor': 422,
};

/** A second call rightly answers something else than the first, whatever it is about. */
const ANSWERS_ANEW: ReadonlySet<PathId> = new Set<PathId>([
  'auth.sign-out',
  'units.add-phone',
  'accounts.contact-support',
  'accounts.export-audit',
  'accounts.export-own-data',
  'accounts.set-fuel-price',
  'maintenance.open-calendar',
  'exports.open-calendar',
  'integrations.create-token',
  'integrations.create-webhook',
]);

describe.each(ENDING.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  // A wrong password among the right calls is counted; here nobody is to be blocked for it.
  beforeEach(() => app.database.owner.deleteFrom('sign_in_failure').execute());

  test.each(['foreignAdmin', 'withoutAccess'] as const)(
    'SEC-008, MAP-003: to %s nothing of the unit leaks, and it is as if it did not exist',
    async (who) => {
      if (endpoint.id === 'auth.sign-out') return;
      const { status, text } = await send(callers[who], endpoint);
      for (const secret of [SECRET_NAME, unit.imei, 'Hemligt', '59.3293', '12345']) {
        if (endpoint.id === 'auth.me' && who === 'withoutAccess' && secret === 'Hemligt') continue;
        expect(text, secret).not.toContain(secret);
      }
      if (endpoint.access === 'admin' && who === 'withoutAccess') expect(json(text).errors).toBe('Forbidden');
      else if (endpoint.errors?.includes('PlaceNotFound') && endpoint.params)
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'PlaceNotFound' });
      else if (endpoint.errors?.includes('ScheduleNotFound'))
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'ScheduleNotFound' });
      else if (endpoint.errors?.includes('UnitNotFound'))
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'UnitNotFound' });
      else if (endpoint.errors?.includes('TripNotFound'))
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'TripNotFound' });
      else if (endpoint.id === 'accounts.create-group' && who === 'foreignAdmin') expect(status).toBe(200);
      else expect([OTHERWISE_REFUSED[endpoint.id] ?? 200, 404]).toContain(status);
    },
  );

  test('SEC-008: an unknown unit or trip answers what a foreign one answers', async () => {
    if (ANSWERS_ANEW.has(endpoint.id)) return;
    const foreignAnswer = await send(callers.foreignAdmin, endpoint);
    const known = { unit, tripId };
    unit = { ...unit, imei: '356307042441013' };
    tripId = 2 ** 40;
    const unknownAnswer = await send(callers.foreignAdmin, endpoint);
    ({ unit, tripId } = known);
    const withoutTime = (text: string) =>
      text.replace(/"(server_time|last_event_id)":"[^"]*"/g, '').replaceAll(String(2 ** 40), String(tripId));
    expect({ ...unknownAnswer, headers: null, text: withoutTime(unknownAnswer.text) }).toEqual({
      ...foreignAnswer,
      headers: null,
      text: withoutTime(foreignAnswer.text),
    });
  });
});

test('MAP-003, MAP-021: the administrator of the account does see the unit, so the silence above is no accident', async () => {
  expect(
    (
      await send(
        callers.admin,
        ENDPOINTS.find(({ id }) => id === 'units.list')!,
      )
    ).text,
  ).toContain(SECRET_NAME);
  expect(
    (
      await send(
        callers.admin,
        ENDPOINTS.find(({ id }) => id === 'tracking.positions')!,
      )
    ).text,
  ).toContain('59.3293');
});

test.each(
  GATED.filter(({ id }) => id.startsWith('tracking.') && !id.endsWith('address')).map(
    (endpoint) => [endpoint.id, endpoint] as const,
  ),
)('MAP-002: %s is refused to a member whose map is switched off', async (_id, endpoint) => {
  const { status, text } = await send(callers.withoutMap, endpoint);
  expect({ status, errors: json(text).errors }).toEqual({ status: 403, errors: 'Forbidden' });
});

describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test('API-011: another method is refused and the right ones are named', async () => {
    const [method] = PATHS[endpoint.id];
    const { params } = RIGHT_CALLS[endpoint.id]();
    const response = await callers.admin.request({ method: 'PATCH', url: pathOf(endpoint.id, params) });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toContain(method);
    expect(response.json()).toEqual({ success: false, errors: 'NotFound' });
  });
});

const bodyCaller = (endpoint: Endpoint): Caller =>
  endpoint.access === 'support'
    ? staffCaller
    : endpoint.access === 'support-pending'
      ? app.withToken(pendingStaffToken)
      : endpoint.access === 'pending'
        ? app.stranger
        : callers.admin;

/** Bodies that hold a file as text have bounds of their own. */
const BODY_MOST: Partial<Record<string, number>> = { 'places.import': 4 * PLACE_FILE_MAX };

describe.each(WRITING.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const post = (payload: string | Buffer, type = 'application/json') => {
    const { params } = RIGHT_CALLS[endpoint.id]();
    const who = bodyCaller(endpoint);
    return who.request({
      method: PATHS[endpoint.id][0],
      url: pathOf(endpoint.id, params),
      remoteAddress: newAddress(),
      payload,
      headers: { 'content-type': type, ...(endpoint.access === 'pending' ? { authorization: `Bearer ${pendingToken}` } : {}) },
    });
  };

  test('API-011: a body over the limit is refused before it is read', async () => {
    const most = BODY_MOST[endpoint.id] ?? BODY_MAX_BYTES;
    const response = await post(JSON.stringify({ x: 'a'.repeat(most) }));
    expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
      status: 413,
      body: { success: false, errors: 'BodyTooLarge' },
    });
  });

  test.each([
    ['half an object', '{"a":', 400],
    ['nothing at all', '', 400],
    ['a bare word', 'hello', 400],
    ['a prototype', '{"__proto__":{"isAdmin":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['a number', '7', 422],
    ['a text that no database can hold', '{"name":"a\\u0000b"}', 422],
    ['half a character', '{"name":"\\ud800"}', 422],
    ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`, 422],
    [
      'lists where texts should be',
      '{"name":[],"full_name":[],"username":{},"password":[[]],"trip_ids":"x","type":{},"from":[],"states":7,"purpose":[],"reason":[],"hides_speed":[],"give":7}',
      422,
    ],
  ])('API-011: %s as body is refused with a key, not with a fault', async (_what, payload, status) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(status);
    expect(response.json<{ success: boolean }>().success).toBe(false);
    expect(response.body).not.toMatch(/stack|zod|expected|Unexpected/i);
  });

  test('SEC-011: a form, as another site could send it, is refused', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      const response = await post('a=1', type);
      expect({ type, status: response.statusCode, errors: response.json<{ errors: string }>().errors }).toEqual({
        type,
        status: 415,
        errors: 'UnsupportedMediaType',
      });
    }
  });
});

test('API-011: unknown paths under the interface answer 404 with a key, whoever asks', async () => {
  for (const url of ['/api', '/api/', '/api/nothing', '/api/user/../user/nothing', '/api/%00', '/api/user/triplog/%ff']) {
    const response = await app.stranger.request({ url });
    expect([400, 404], url).toContain(response.statusCode);
    expect(response.json<{ success: boolean }>().success, url).toBe(false);
  }
});

describe.each(ENDPOINTS.filter(({ access }) => access !== 'public').map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    const access = tokenAccessOf(endpoint);

    test('ADM-019: a token that reads opens the reads of its account, no writes, and nothing that is people’s own', async () => {
      const { status, text } = await send(readingToken, endpoint);
      if (access === 'read') expect([200, 404, 409, 422], text).toContain(status);
      else if (access === 'write')
        expect({ status, errors: json(text).errors }).toEqual({ status: 403, errors: 'TokenOnlyReads' });
      else if (endpoint.access === 'user' || endpoint.access === 'admin')
        expect({ status, errors: json(text).errors }).toEqual({ status: 403, errors: 'TokenNotHere' });
      else expect(status).toBe(401);
    });

    test('ADM-019, SEC-008: a token of another account that may write sees and changes nothing of the unit', async () => {
      const { status, text } = await send(foreignToken, endpoint);
      for (const secret of [SECRET_NAME, unit.imei, 'Hemligt', '59.3293', '12345']) expect(text, secret).not.toContain(secret);
      if (access !== 'shut' && endpoint.errors?.includes('PlaceNotFound') && endpoint.params)
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'PlaceNotFound' });
      else if (access !== 'shut' && endpoint.errors?.includes('UnitNotFound'))
        expect({ status, errors: json(text).errors }).toEqual({ status: 404, errors: 'UnitNotFound' });
    });
  },
);
