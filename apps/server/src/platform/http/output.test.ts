import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '@spora/contract/registry';
import { stripperOf } from './output.ts';

const schema = z.object({
  name: z.string(),
  place: z.object({ lat: z.number() }).nullable(),
  list: z.array(z.object({ id: z.number() })),
  result: z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value: z.number() }), z.object({ ok: z.literal(false) })]),
  note: z.string().optional(),
});

test('SEC-008: what the contract does not declare does not leave, at any depth', () => {
  const secret = { password_hash: 'x' };
  expect(
    stripperOf(schema)({
      ...secret,
      name: 'a',
      place: { lat: 1, ...secret },
      list: [{ id: 1 }, { id: 2, ...secret }],
      result: { ok: true, value: 1, ...secret },
    }),
  ).toEqual({ name: 'a', place: { lat: 1 }, list: [{ id: 1 }, { id: 2 }], result: { ok: true, value: 1 } });
});

test('an answer with nothing to take out is passed on as it is', () => {
  const answer = { name: 'a', place: null, list: [{ id: 1 }], result: { ok: false } };
  expect(stripperOf(schema)(answer)).toBe(answer);
});

test('schemas that change values are parsed', () => {
  expect(stripperOf(z.object({ a: z.string().default('x') }))({})).toEqual({});
  expect(stripperOf(z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]))({ b: 1, c: 2 })).toEqual({ b: 1 });
});

test('the answer of every endpoint has a stripper', () => {
  for (const { data } of ENDPOINTS) expect(stripperOf(data)).toBeTypeOf('function');
});
