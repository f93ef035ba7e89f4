import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '@spora/contract/endpoint';
import { effectOf } from '@spora/contract/path';
import { PATHS, type PathId, pathOf } from '@spora/contract/paths';
import { PLACE_FILE_MAX } from '@spora/contract/places/endpoints';
import { ENDPOINTS } from '@spora/contract/registry';
import { isMessageKey } from '../platform/http/envelope.ts';
import { BODY_MAX_BYTES } from '../platform/http/app.ts';
import { declaredKeysOf } from '../platform/http/mount.ts';
import { makeMember } from '../testing/database.ts';
import { HOSTILE_BODIES, WRONG_TYPES } from '../testing/hostile-bodies.ts';
import { type Caller, testApp } from '../testing/http.ts';
import { RIGHT_CALLS } from '../testing/right-calls/list.ts';
import type { MemberAnswers, RightCall } from '../testing/right-calls/right-call.ts';
import { type Cast, makeCast, makeScene, type Scene, SECRET_NAME } from '../testing/right-calls/scene.ts';

/*
 * The matrix: every endpoint, called by everybody. What each of them gets stands in `right-calls/`, a file for each feature,
 * written by people; a test names the endpoint and its failure the case.
 */

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED, token: UNLIMITED } } });
afterAll(() => app.close());
// A wrong password among the right calls is counted; here nobody is to be blocked for it.
beforeEach(() => app.database.owner.deleteFrom('sign_in_failure').execute());

const home = await makeScene(app);
const cast = await makeCast(app, home);
/** The same calls about a unit and a trip that nobody has. */
const UNKNOWN_ID = 2 ** 40;
const nowhere: Scene = { ...home, unit: { ...home.unit, imei: '356307042441013' }, tripId: UNKNOWN_ID };

/** So that the rate of a call that is guarded by address is nobody else's. */
let lastAddress = 0;
const newAddress = () => `198.18.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;

interface Answered {
  readonly status: number;
  readonly text: string;
}
/** A picture where pictures are taken. */
function typeOfUpload(id: PathId): string {
  const types = ENDPOINTS.find((endpoint) => endpoint.id === id)?.upload?.types ?? [];
  return types.includes('image/png') ? 'image/png' : (types[0] ?? '');
}
async function send(caller: Caller, id: PathId, scene: Scene = home, headers: Record<string, string> = {}): Promise<Answered> {
  const { params, query, body, file } = RIGHT_CALLS[id].call(scene);
  const response = await caller.request({
    method: PATHS[id][0],
    url: pathOf(id, params),
    remoteAddress: newAddress(),
    headers: { ...(file ? { 'content-type': typeOfUpload(id) } : {}), ...headers },
    ...(file ? { payload: file } : {}),
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, text: response.body };
}

/** What an answer of 500 does not tell: a right that the database does not grant, for instance. */
function lastFault(): string {
  const { err } = app.logged.findLast((line) => line['err'] !== undefined) ?? {};
  return (err as Error | undefined)?.message ?? 'and nothing in the log';
}

/** As the table writes it: 200, or the status with the key, or with the fields that are wrong. */
function inShort({ status, text }: Answered): string | number {
  if (status === 200) return 200;
  if (status === 500) return `500, ${lastFault()}`;
  const { errors } = JSON.parse(text) as { errors: string | { msg: string } | Record<string, string[]> };
  if (typeof errors === 'string') return `${status} ${errors}`;
  return `${status} ${typeof errors['msg'] === 'string' ? errors['msg'] : Object.keys(errors).join(' ')}`;
}

/** The whole of what somebody gets who has no business here. */
const UNAUTHENTICATED = { status: 401, text: '{"success":false,"errors":"Unauthenticated","message":"Unauthenticated."}' };

/** All cases at once; the failure names those that answer something else. */
async function expectAll(cases: Record<string, Promise<Answered>>, expected: Answered): Promise<void> {
  const answers = await Promise.all(Object.entries(cases).map(async ([name, answer]) => [name, await answer] as const));
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(answers.map(([name]) => [name, expected])));
}

/** What stands in the scene and in no answer to anybody who may not see it. */
const SECRETS = [SECRET_NAME, home.unit.imei, 'Hemligt', '59.3293', '71829'];
const expectSilence = (who: string, { text }: Answered, secrets = SECRETS): void => {
  for (const secret of secrets) expect(text, `${who} may not learn ${secret}`).not.toContain(secret);
};

/** The rows of some callers, as vitest names tests by them. */
const rowsOf = <Who extends RightCall['who']>(...who: Who[]) =>
  ENDPOINTS.flatMap((endpoint) => {
    const row = RIGHT_CALLS[endpoint.id];
    return who.some((one) => one === row.who) ? [[endpoint.id, row as Extract<RightCall, { who: Who }>, endpoint] as const] : [];
  });

test('API-010, DEC-57: the registry, the mounted routes and the paths are the same set', () => {
  const registered = ENDPOINTS.map(({ id }) => id).sort();
  expect(registered).toEqual(Object.keys(PATHS).sort());
  expect([...app.mounted].sort()).toEqual(registered);
  expect(Object.keys(RIGHT_CALLS).sort()).toEqual(registered);
  // Names in camel case are kept as the last part of a path.
  const lastOf = (id: PathId) => PATHS[id][1].split('/').at(-1);
  const named = (['auth.request-code', 'auth.verify-code', 'auth.change-password', 'registration.payment-types'] as const).map(
    lastOf,
  );
  expect(named).toEqual(['generate2FACode', 'verifyGeneratedCode', 'infoUpdates', 'paymentTypes']);
});

/** What a row asks for by its subject, and the call that does it; that each answers as it should is what the tables below say. */
const NAMED_CALLS: Record<string, readonly PathId[]> = {
  'UNIT-006': [
    ...([
      'units.add',
      'units.replace',
      'units.list',
      'units.get',
      'units.update',
      'units.set-colour',
      'units.set-marker-symbol',
    ] as const),
    ...(['units.history', 'drivers.tags', 'accounts.list-groups', 'trips.projects', 'commands.io', 'commands.save-io'] as const),
    ...(['maintenance.save-odometer', 'units.set-co2', 'units.set-fuel-benefit', 'units.set-fuel-consumption'] as const),
    ...(['object-description.make-theft-report', 'object-description.save', 'units.lock', 'units.unlock'] as const),
    ...(['units.save-working-hours', 'maintenance.save-plan', 'maintenance.history', 'maintenance.save-operating-time'] as const),
    ...(['units.save-trip-settings', 'units.bulk', 'commands.set-eco-driving', 'units.save-default-features'] as const),
    ...(['units.feature-profiles', 'modes.set', 'drivers.check-in', 'drivers.check-out', 'units.save-speed-address'] as const),
  ],
  'MAP-005': [
    ...(['tracking.positions', 'tracking.search-options', 'tracking.save-search-options', 'modes.report-frequency'] as const),
    ...(['tracking.marker-title', 'modes.active-tracking'] as const),
  ],
  'BLE-011, API-109': [
    ...([
      'sensors.unit',
      'sensors.save-unit',
      'sensors.enable',
      'sensors.disable',
      'sensors.paired',
      'sensors.unpaired',
    ] as const),
    ...(['sensors.pair', 'sensors.unpair'] as const),
  ],
};
test.each(Object.entries(NAMED_CALLS))('%s: the calls that the row names are answered', (_row, ids) => {
  expect(ids.filter((id) => !app.mounted.has(id))).toEqual([]);
});

test('what the contract says each call does is what the table says', () => {
  const inContract = Object.fromEntries(ENDPOINTS.map(({ id }) => [id, effectOf(PATHS[id])]));
  expect(inContract).toEqual(Object.fromEntries(Object.entries(RIGHT_CALLS).map(([id, { effect }]) => [id, effect])));
});

test('every endpoint has a summary and refuses with known keys only', () => {
  for (const endpoint of ENDPOINTS) {
    expect(endpoint.summary.length, endpoint.id).toBeGreaterThan(3);
    for (const key of declaredKeysOf(endpoint)) expect(isMessageKey(key), `${endpoint.id}: ${key}`).toBe(true);
  }
});

const A = 'A'.repeat(43);
const STRANGE_HEADERS = {
  'a token of the wrong form': 'Bearer x',
  'a token that was never given': `Bearer ${A}`,
  'another scheme': `Basic ${A}`,
};
/** One endpoint of each gate: what the gate itself does is tried on these in full. */
const ONE_OF_EACH_GATE = [
  'units.get',
  'users.list',
  'trips.generate',
  'support.me',
  'support.verify-code',
  'auth.verify-code',
] as const;

test.each([...ONE_OF_EACH_GATE, 'integrations.token' as const])(
  'API-006, SEC-008: %s refuses every kind of bad token',
  async (id) => {
    const cases = Object.entries(STRANGE_HEADERS).map(
      ([name, authorization]) => [name, send(app.stranger, id, home, { authorization })] as const,
    );
    await expectAll(Object.fromEntries(cases), UNAUTHENTICATED);
  },
);

test.each(rowsOf('members', 'staff', 'stream', 'tokens', 'waiting', 'waiting-staff'))(
  '%s is shut to strangers and to sessions of another kind (API-006, SEC-004, SEC-006, SEC-008, TFA-018, ROLE-001, DEC-77)',
  async (id, { who, call }) => {
    const isForMembers = who === 'members' || who === 'stream';
    const { params } = call(home);
    const inAddress = app.stranger.request({
      method: PATHS[id][0],
      url: `${pathOf(id, params)}?token=${cast.admin.token}&access_token=${cast.admin.token}`,
    });
    const cases: Record<string, Promise<Answered>> = {
      'a token in the address': inAddress.then(({ statusCode, body }) => ({ status: statusCode, text: body })),
      'a token that was never given': send(app.stranger, id, home, { authorization: `Bearer ${A}` }),
    };
    if (who !== 'waiting')
      cases['a sign-in that waits for its code'] = send(cast.waiting, id, home, { 'idempotency-key': 'tried-with-a-key' });
    if (who !== 'waiting-staff') cases['staff who wait for their code'] = send(cast.waitingStaff, id);
    if (who !== 'staff') cases['the support staff'] = send(cast.staff, id);
    if (!isForMembers) {
      cases['an administrator'] = send(cast.admin, id);
      cases['an administrator of another account'] = send(cast.foreign, id);
      cases['a member'] = send(cast.member, id);
      cases['support staff on a visit'] = send(cast.visit, id);
    }
    if (!isForMembers && who !== 'tokens') cases['a program'] = send(cast.token, id);
    await expectAll(cases, UNAUTHENTICATED);
  },
);

/** They end the caller's session, which the others still need. */
const ENDING_A_SESSION: readonly PathId[] = ['auth.sign-out', 'support.sign-out'];
const whoMaySend = ({ admin, token, waiting, waitingStaff, staff }: Cast): Record<RightCall['who'], Caller> => ({
  strangers: app.stranger,
  members: admin,
  stream: admin,
  tokens: token,
  waiting,
  'waiting-staff': waitingStaff,
  staff,
});
const castFor = async (id: PathId, scene = home): Promise<Cast> => (ENDING_A_SESSION.includes(id) ? makeCast(app, scene) : cast);

test.each(rowsOf('strangers', 'waiting', 'waiting-staff', 'staff', 'tokens'))(
  '%s answers a right call as the table says',
  async (id, { who, answers }) => {
    const answer = await send(whoMaySend(await castFor(id))[who], id);
    expect(inShort(answer)).toBe(answers);
    // What is asked for by its whole number is told back, no more; of accounts that were opened the log has the names, which a search finds too.
    const named = id === 'support.acts' || id === 'support.export-acts' ? [] : ['Hemligt'];
    if (who === 'staff') expectSilence('staff', answer, [SECRET_NAME, ...named, '59.3293']);
  },
);

test.each(rowsOf('members'))(
  '%s answers everybody as the table says (ROLE-011, ADM-019, MAP-003, SEC-008)',
  async (id, { effect, answers }) => {
    // A write that is done changes the scene: it has one of its own, so that no call finds what another left.
    const own = effect === 'writes' && answers.admin === 200 ? await makeScene(app) : home;
    const admin = own === home ? cast.admin : await app.signInAs(await makeMember(app.database, { accountId: own.accountId }));
    const { visit, token, foreign, member, foreignToken } = await castFor(id, own);
    const got: Record<keyof MemberAnswers, Answered> = {
      admin: await send(admin, id, own),
      visit: await send(visit, id),
      token: await send(token, id),
      foreign: await send(foreign, id),
      member: await send(member, id),
    };
    expect(Object.fromEntries(Object.entries(got).map(([who, answer]) => [who, inShort(answer)]))).toEqual(answers);

    // A program that may write gets what an administrator gets, unless the door is shut to all programs.
    const ofForeignToken = await send(foreignToken, id);
    const isShut = answers.token === '403 TokenNotHere';
    expect(inShort(ofForeignToken), 'a program of another account').toBe(isShut ? answers.token : answers.foreign);

    const makeCall = RIGHT_CALLS[id].call;
    if (!isDeepStrictEqual(makeCall(home), makeCall(nowhere))) {
      const ofNobody = await send(foreign, id, nowhere);
      expect({ ...ofNobody, text: withoutTime(ofNobody) }, 'an unknown unit or trip is as one of another account').toEqual({
        ...got.foreign,
        text: withoutTime(got.foreign),
      });
    }
    expectSilence('another account', got.foreign);
    expectSilence('a program of another account', ofForeignToken);
    // Their own company's name is no secret to them.
    expectSilence('a member', got.member, id === 'auth.me' ? SECRETS.filter((secret) => secret !== 'Hemligt') : SECRETS);
  },
);

/** What differs between two answers to one question: the time, and the number that was asked for. */
const withoutTime = ({ text }: Answered): string =>
  text.replace(/"(server_time|last_event_id)":"[^"]*"/g, '').replaceAll(String(UNKNOWN_ID), String(home.tripId));

/** What support staff may do on a visit beside reading: leave, unlock (ROLE-011) and report a fault of the page. */
const ACTS_OF_VISITORS: readonly PathId[] = ['auth.sign-out', 'units.unlock', 'users.report-crash'];

test('the table keeps the two rules: reading tokens are refused no read as a write, and programs and visitors write nothing (ADM-019, DEC-77)', () => {
  for (const [id, { effect, answers }] of rowsOf('members')) {
    if (effect === 'reads') expect(answers.token, `${id} reads`).not.toBe('403 TokenOnlyReads');
    else {
      expect(['403 TokenOnlyReads', '403 TokenNotHere'], `${id} writes`).toContain(answers.token);
      if (!ACTS_OF_VISITORS.includes(id)) expect(answers.visit, `${id} writes`).toBe('403 SupportOnlyLooks');
    }
  }
});

/** What of ADM-006 is built; alarm receivers and default purposes come with their features. */
const OF_ADMINISTRATORS: readonly PathId[] = [
  'users.invite',
  'users.update',
  'users.remove',
  'users.change-access',
  'accounts.update-group',
  'accounts.remove-group',
  'units.create-feature-profile',
  'units.update-feature-profile',
  'units.apply-feature-profile',
  'accounts.set-fuel-price',
  'attestation.attest-batch',
  'attestation.toggle',
  'attestation.unattest',
  'attestation.remind',
  'accounts.send-reminders',
  'accounts.ask-removal',
];
test.each(OF_ADMINISTRATORS)('ADM-006: %s is the administrators’, and refused to every other member', async (id) => {
  expect(inShort(await send(cast.member, id))).toBe('403 Forbidden');
  const row = RIGHT_CALLS[id];
  expect(row.who === 'members' && row.answers.admin).not.toBe('403 Forbidden');
});

test('MAP-003, MAP-021: the administrator of the account does see the unit, so the silence above is no accident', async () => {
  expect((await send(cast.admin, 'units.list')).text).toContain(SECRET_NAME);
  expect((await send(cast.admin, 'tracking.positions')).text).toContain('59.3293');
});

test.each([
  'tracking.positions',
  'tracking.history',
  'tracking.export-history',
  'tracking.raw-positions',
  'tracking.export-raw-positions',
  'tracking.checked-in',
  'tracking.search-options',
  'tracking.save-search-options',
  'tracking.stream',
] as const)('MAP-002: %s is refused to a member whose map is switched off', async (id) => {
  expect(inShort(await send(cast.withoutMap, id))).toBe('403 Forbidden');
});

test.each(rowsOf('waiting'))('TFA-018, SEC-008: %s does nothing in the name of another member', async (id) => {
  const other: Scene = { ...home, waiting: await makeMember(app.database, { accountId: home.accountId }) };
  expect(inShort(await send(cast.waiting, id, other))).toBe('403 Forbidden');
});

test('API-011: on each path another method is refused and the right ones are named', async () => {
  for (const { id } of ENDPOINTS) {
    const response = await cast.admin.request({ method: 'PATCH', url: pathOf(id, RIGHT_CALLS[id].call(home).params) });
    expect({ id, status: response.statusCode, body: response.body }).toEqual({
      id,
      status: 405,
      body: '{"success":false,"errors":"NotFound"}',
    });
    expect(response.headers.allow, id).toContain(PATHS[id][0]);
  }
});

async function post(id: PathId, payload: string, type = 'application/json'): Promise<Answered> {
  const row = RIGHT_CALLS[id];
  const response = await whoMaySend(cast)[row.who].request({
    method: PATHS[id][0],
    url: pathOf(id, row.call(home).params),
    remoteAddress: newAddress(),
    payload,
    headers: { 'content-type': type },
  });
  return { status: response.statusCode, text: response.body };
}

/** Bodies that hold a file as text have bounds of their own. */
const BODY_MOST: Partial<Record<PathId, number>> = { 'places.import': 4 * PLACE_FILE_MAX };
const WITH_BODY = ENDPOINTS.filter((endpoint: Endpoint) => endpoint.body);

test.each(WITH_BODY.map(({ id }) => id))(
  'API-011, SEC-011: %s refuses a body that is too long, broken, no object, or a form of another site',
  async (id) => {
    const tooLong = JSON.stringify({ x: 'a'.repeat(BODY_MOST[id] ?? BODY_MAX_BYTES) });
    expect({
      'too long': inShort(await post(id, tooLong)),
      broken: (await post(id, '{"a":')).status,
      'a list': (await post(id, '[]')).status,
      'a form': inShort(await post(id, 'a=1', 'application/x-www-form-urlencoded')),
    }).toEqual({ 'too long': '413 BodyTooLarge', broken: 400, 'a list': 422, 'a form': '415 UnsupportedMediaType' });
  },
);

const IN_FULL = [
  'auth.sign-in',
  'auth.verify-code',
  'units.update',
  'trips.generate',
  'users.change-access',
  'places.import',
  'support.announce',
] as const;
test.each(IN_FULL)('API-011: %s refuses every hostile body with a key, not with a fault', async (id) => {
  for (const [what, payload, status] of HOSTILE_BODIES) {
    const answer = await post(id, payload);
    expect({ what, status: answer.status }).toEqual({ what, status });
    expect(answer.text, what).toMatch(/^\{"success":false,"errors":/);
    expect(answer.text, what).not.toMatch(/stack|zod|expected|Unexpected/i);
  }
  for (const type of WRONG_TYPES) expect(inShort(await post(id, 'a=1', type)), type).toBe('415 UnsupportedMediaType');
});

test('API-011: unknown paths under the interface answer 404 with a key, whoever asks', async () => {
  for (const url of ['/api', '/api/', '/api/nothing', '/api/user/../user/nothing', '/api/%00', '/api/user/triplog/%ff']) {
    const response = await app.stranger.request({ url });
    expect([400, 404], url).toContain(response.statusCode);
    expect(response.json<{ success: boolean }>().success, url).toBe(false);
  }
});
