import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { signIn } from '@spora/contract/auth/endpoints';
import { API_BASE } from '@spora/contract/path';
import { PATHS } from '@spora/contract/paths';
import type { Db } from '../database/db.generated.ts';
import { BODY_MAX_BYTES, createHttpApp, HTTP_DEFAULTS } from './app.ts';
import { isStorableText } from './input.ts';
import { HOSTILE_BODIES, WRONG_TYPES } from '../../testing/hostile-bodies.ts';
import { testPorts } from '../../testing/http.ts';

/** The interface with one endpoint and no database: whatever asks for one fails. */
const unreachable = new Proxy({} as Kysely<Db>, {
  get: (_target, name) => {
    throw new Error(`${String(name)} of the database was asked for`);
  },
});
const reached: unknown[] = [];
const { app, mount } = await createHttpApp(
  { db: unreachable, ports: testPorts(), log: pino({ enabled: false }), now: () => new Date(0), isStrict: true },
  HTTP_DEFAULTS,
);
mount(
  signIn,
  (_ctx, { body }) => {
    reached.push(body);
    throw new Error('reached');
  },
  { transaction: 'none' },
);
afterAll(() => app.close());

const [method, path] = PATHS['auth.sign-in'];
const post = async (payload: string, type = 'application/json') => {
  const { statusCode: status, body } = await app.inject({
    method,
    url: API_BASE + path,
    payload,
    headers: { 'content-type': type },
  });
  return { status, body };
};

test.each(HOSTILE_BODIES)('API-011: %s as body is refused with a key before any use case', async (_what, payload, status) => {
  const answer = await post(payload);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatch(/^\{"success":false,"errors":/);
  expect(answer.body).not.toMatch(/stack|zod|expected|Unexpected/i);
  expect(reached).toEqual([]);
});

test.each(WRONG_TYPES)('SEC-011: a body of type %s, as another site could send it, is refused', async (type) => {
  expect(await post('a=1', type)).toEqual({ status: 415, body: '{"success":false,"errors":"UnsupportedMediaType"}' });
});

test('API-011: a body over the limit is refused, one at the limit is read', async () => {
  const ofLength = (bytes: number) => `{"username":"${'a'.repeat(bytes - '{"username":""}'.length)}"}`;
  expect(await post(ofLength(BODY_MAX_BYTES + 1))).toEqual({
    status: 413,
    body: '{"success":false,"errors":"BodyTooLarge"}',
  });
  expect((await post(ofLength(BODY_MAX_BYTES))).status).toBe(422);
});

test('the right body does reach the use case, so the silence above is no accident', async () => {
  await post('{"username":"anna@example.test","password":"secret"}');
  expect(reached).toMatchObject([{ username: 'anna@example.test' }]);
});

test('text that the database cannot hold is found at any depth, in keys and in values', () => {
  for (const value of ['a\0b', { name: 'a\0b' }, { list: [{ deep: '\ud800' }] }, { 'key\0': 1 }, [['\udc00']]])
    expect(isStorableText(value), JSON.stringify(value)).toBe(false);
  for (const value of ['å 😀', { name: ['a', { b: null }] }, 7, null, undefined]) expect(isStorableText(value)).toBe(true);
});
