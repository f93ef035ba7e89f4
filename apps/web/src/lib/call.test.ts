import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { createHttpSend } from './http-send.ts';
import type { Send } from './send.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

function network(respond: (attempt: number) => Response | Error, token: string | null = 't0k') {
  const sent: Sent[] = [];
  const over: (string | null)[] = [];
  const send: Send = createHttpSend(
    { token: () => token, timeZone: () => 'Europe/Oslo', language: () => 'no', onSessionOver: (ended) => over.push(ended) },
    (url, init) => {
      sent.push({ url: url as string, init: init ?? {} });
      const answer = respond(sent.length);
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer);
    },
  );
  return { send, sent, over };
}
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const headersOf = (sent: Sent | undefined): Record<string, string> => (sent?.init.headers ?? {}) as Record<string, string>;

test('API-001, SEC-001, DEC-58: every call carries token, zone, language and kind', async () => {
  const { send, sent } = network(() => json({ success: true, data: { units: [] } }));
  await call(send, 'units.list', {});
  expect(sent[0]?.url).toBe('/api/user/terminal/list');
  expect(headersOf(sent[0])).toMatchObject({
    Authorization: 'Bearer t0k',
    TimeZone: 'Europe/Oslo',
    'Accept-Language': 'no',
    'Request-Type': 'web',
    Accept: 'application/json',
  });
});

test('API-006, API-007, SEC-002: only the message Unauthenticated ends the session; another 401 is returned to the caller', async () => {
  const refused = network(() => json({ success: false, errors: { msg: 'InvalidLogin', count: 3 } }, 401), null);
  await expect(call(refused.send, 'auth.sign-in', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    status: 401,
    isSessionOver: false,
  });
  expect(refused.over).toEqual([]);

  const ended = network(() => json({ success: false, errors: 'Unauthenticated', message: 'Unauthenticated.' }, 401));
  await expect(call(ended.send, 'units.list', {})).rejects.toMatchObject({ isSessionOver: true });
  expect(ended.over).toEqual(['t0k']);
});

test('NFR-008: a write that nobody answered is sent once more with the same key, a refused one is not', async () => {
  const lost = network((attempt) =>
    attempt === 1 ? new TypeError('Failed to fetch') : json({ success: true, data: { results: [] } }),
  );
  await call(lost.send, 'trips.set-type', { body: { trip_ids: [1], type: 'private' } });
  const keys = lost.sent.map((each) => headersOf(each)['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);

  const refused = network(() => json({ success: false, errors: 'TripNotFound' }, 404));
  await expect(call(refused.send, 'trips.set-type', { body: { trip_ids: [1], type: 'private' } })).rejects.toBeInstanceOf(
    ApiError,
  );
  expect(refused.sent).toHaveLength(1);
});

test('NFR-008: signing in is never repeated by itself', async () => {
  const { send, sent } = network(() => new TypeError('Failed to fetch'), null);
  await expect(call(send, 'auth.sign-in', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    status: 0,
    errors: 'NetworkError',
  });
  expect(sent).toHaveLength(1);
});

test('API-011: an answer that is not the envelope is something that went wrong', async () => {
  const { send } = network(() => new Response('<html>Bad gateway</html>', { status: 502 }));
  await expect(call(send, 'units.list', {})).rejects.toMatchObject({ status: 502, errors: 'SomethingWentWrong' });
});

test('API-005: on a network error the caller gets the error, with what the browser said', async () => {
  const cause = new TypeError('Failed to fetch');
  const { send } = network(() => cause);
  await expect(call(send, 'units.list', {})).rejects.toMatchObject({ status: 0, errors: 'NetworkError', cause });
});

test('API-008: otherwise the body of the answer counts: its data, or its errors', async () => {
  const answered = network(() => json({ success: true, data: { units: [] }, more: 1 }));
  expect(await call(answered.send, 'units.list', {})).toEqual({ units: [] });
  const refused = network(() => json({ success: false, errors: 'Forbidden' }, 403));
  await expect(call(refused.send, 'units.list', {})).rejects.toMatchObject({ status: 403, errors: 'Forbidden' });
});

test('API-008, ERR-038: an answer without errors is told by its message, as it is', async () => {
  const said = network(() => json({ message: 'Maintenance until 06:00' }, 503));
  await expect(call(said.send, 'units.list', {})).rejects.toMatchObject({ status: 503, errors: 'Maintenance until 06:00' });
  for (const message of ['', 7, null]) {
    const { send } = network(() => json({ success: false, message }, 503));
    await expect(call(send, 'units.list', {})).rejects.toMatchObject({ errors: 'SomethingWentWrong' });
  }
});

test('API-012: an aborted call ends as aborted, not as a network error', async () => {
  const { send } = network(() => new DOMException('aborted', 'AbortError'));
  await expect(call(send, 'units.list', {})).rejects.toMatchObject({ name: 'AbortError' });
});

test('ERR-044: the reference of the server comes with the failure, also where no envelope came', async () => {
  for (const body of ['{"success":false,"errors":"SomethingWentWrong"}', '<html>']) {
    const { send } = network(() => new Response(body, { status: 500, headers: { 'x-request-id': 'ABCD2345' } }));
    await expect(call(send, 'units.list', {})).rejects.toMatchObject({ status: 500, reference: 'ABCD2345' });
  }
});
