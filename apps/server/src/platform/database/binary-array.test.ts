import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { byteaArray, int4Array, int8Array, timestamptzArray } from './binary-array.ts';
import { testDatabase } from '../../testing/database.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('The log: arrays sent in binary arrive as they were, also at the ends of their ranges and empty', async () => {
  const ids = [0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)];
  const numbers = [0, 2 ** 31 - 1, -(2 ** 31)];
  const times = [0, Date.parse('1999-12-31T23:59:59.999Z'), Date.parse('2026-03-10T12:00:00.001Z')];
  const bytes = [new Uint8Array(), Uint8Array.of(0, 255, 39, 92)];
  const { rows } = await sql<{ ids: string[]; numbers: number[]; times: Date[]; bytes: Buffer[]; none: Buffer[] }>`
    SELECT ${int8Array(ids)}::int8[]::text[] AS ids, ${int4Array(numbers)}::int4[] AS numbers, ${timestamptzArray(times)}::timestamptz[] AS times,
      ${byteaArray(bytes)}::bytea[] AS bytes, ${byteaArray([])}::bytea[] AS none`.execute(database.pipeline);
  const [row] = rows;
  expect(row?.ids).toEqual(ids.map(String));
  expect(row?.numbers).toEqual(numbers);
  expect(row?.times.map(Number)).toEqual(times);
  expect(row?.bytes.map((value) => [...value])).toEqual(bytes.map((value) => [...value]));
  expect(row?.none).toEqual([]);
});
